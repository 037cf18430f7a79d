/** Adds a button to every code block that copies its commands, without the output that follows `#`. */
export function addCopyButtons(): void {
	for (const block of document.querySelectorAll<HTMLElement>("pre.code")) {
		const button = document.createElement("button");
		button.type = "button";
		button.className = "copy";
		button.textContent = "Copy";
		button.addEventListener("click", async () => {
			button.textContent = (await isCopied(commandsIn(block.innerText))) ? "Copied" : "Not copied";
			setTimeout(() => {
				button.textContent = "Copy";
			}, 2_000);
		});
		const frame = document.createElement("div");
		frame.className = "code-frame";
		block.replaceWith(frame);
		frame.append(block, button);
	}
}

function commandsIn(text: string): string {
	const lines = text.split("\n").filter((line) => !line.startsWith("# "));
	return lines
		.map((line) => line.replace(/^\$ /, ""))
		.join("\n")
		.trim();
}

/** Browsers only allow it on pages served over https or from this machine. */
async function isCopied(text: string): Promise<boolean> {
	try {
		await navigator.clipboard.writeText(text);
		return true;
	} catch {
		return false;
	}
}
