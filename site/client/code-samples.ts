import { SAMPLE_ORIGIN } from "../sample-origin.ts";

/** Shared with the pages of keys, so that a language chosen there is chosen here too. */
const KEY = "packshot-language";

/** Lets code samples call the installation that the reader is at. */
export function showOwnAddress(): void {
	for (const code of document.querySelectorAll("pre.code code")) {
		const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
		for (let node = texts.nextNode(); node; node = texts.nextNode()) {
			if (node.nodeValue?.includes(SAMPLE_ORIGIN))
				node.nodeValue = node.nodeValue.replaceAll(SAMPLE_ORIGIN, location.origin);
		}
	}
}

/** A chosen language applies to the samples of all calls, also on later visits. */
export function letLanguageChange(): void {
	const inputs = [...document.querySelectorAll<HTMLInputElement>(".samples input")];
	const choose = (language: string | undefined) => {
		for (const input of inputs) if (input.value === language) input.checked = true;
	};
	choose(remembered());
	for (const input of inputs) {
		input.addEventListener("change", () => {
			choose(input.value);
			try {
				localStorage.setItem(KEY, JSON.stringify(input.value));
			} catch {
				// Storage is disabled: the choice only lasts for this page.
			}
		});
	}
}

function remembered(): string | undefined {
	try {
		return JSON.parse(localStorage.getItem(KEY) ?? "null") ?? undefined;
	} catch {
		return undefined;
	}
}
