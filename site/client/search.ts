import { createIndex, excerptOf, type Found, type Passage } from "./search-index.ts";

type Find = (text: string) => readonly Found[];

/** The search dialog, opened by the button or the key `/`. The index is loaded when it first opens. */
export function letSearch(): void {
	const button = document.querySelector<HTMLButtonElement>(".search-button");
	if (!button) return;
	button.hidden = false;
	const { dialog, input, show } = createDialog();
	let loading: Promise<Find> | undefined;
	const look = async () => {
		loading ??= load();
		try {
			const find = await loading;
			show(input.value.trim(), input.value.trim() === "" ? [] : find(input.value));
		} catch {
			loading = undefined;
			show(input.value.trim(), undefined);
		}
	};
	const open = () => {
		dialog.showModal();
		input.select();
		void look();
	};
	button.addEventListener("click", open);
	input.addEventListener("input", look);
	document.addEventListener("keydown", (event) => {
		const isTyping = event.target instanceof HTMLElement && event.target.matches("input, textarea, select");
		const isAsked =
			(event.key === "/" && !isTyping) || (event.key === "k" && (event.ctrlKey || event.metaKey));
		if (!isAsked || dialog.open) return;
		event.preventDefault();
		open();
	});
}

async function load(): Promise<Find> {
	const answer = await fetch("/docs/search.json");
	if (!answer.ok) throw new Error(`/docs/search.json: ${answer.status}`);
	return createIndex((await answer.json()) as Passage[]);
}

function createDialog() {
	const dialog = document.createElement("dialog");
	dialog.className = "search";
	dialog.setAttribute("aria-label", "Search the documentation");
	dialog.innerHTML = `<form method="dialog"><input type="search" aria-label="Search the documentation" placeholder="Search the documentation" autocomplete="off" spellcheck="false"><button class="close">Close</button></form><p class="status" role="status"></p><ul class="results"></ul>`;
	document.body.append(dialog);
	const input = dialog.querySelector("input") as HTMLInputElement;
	const results = dialog.querySelector("ul") as HTMLElement;
	const status = dialog.querySelector("p") as HTMLElement;
	dialog.addEventListener("click", ({ target }) => {
		// A link to a passage on this page does not reload it, so close the dialog.
		if (target === dialog || (target instanceof Element && target.closest("a"))) dialog.close();
	});
	dialog.addEventListener("keydown", (event) =>
		moveBetween(event, input, [...results.querySelectorAll("a")]),
	);
	return {
		dialog,
		input,
		/** @param found undefined if the index could not be loaded */
		show(text: string, found: readonly Found[] | undefined) {
			results.replaceChildren(...(found ?? []).map(itemOf));
			status.textContent = said(text, found);
		},
	};
}

function said(text: string, found: readonly Found[] | undefined): string {
	if (found === undefined) return "The search could not be loaded. Type again to try once more.";
	if (text === "") return "";
	if (found.length === 0) return "Nothing found.";
	return found.length === 1 ? "1 passage" : `${found.length} passages`;
}

/** Arrow keys move between the field and the results; Enter in the field opens the first. */
function moveBetween(
	event: KeyboardEvent,
	input: HTMLInputElement,
	links: readonly HTMLAnchorElement[],
): void {
	const stops = [input, ...links];
	const at = stops.indexOf(document.activeElement as HTMLInputElement);
	// Escape would first clear the field.
	if (event.key === "Escape") (event.currentTarget as HTMLDialogElement).close();
	const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
	if (step !== undefined && at >= 0) {
		event.preventDefault();
		stops[Math.min(stops.length - 1, Math.max(0, at + step))]?.focus();
	} else if (event.key === "Enter" && at === 0) {
		event.preventDefault();
		links[0]?.click();
	}
}

function itemOf(found: Found): HTMLElement {
	const item = document.createElement("li");
	const link = document.createElement("a");
	link.href = found.url;
	const heading = document.createElement("strong");
	heading.textContent = found.heading;
	const page = document.createElement("span");
	page.className = "page";
	page.textContent = found.page === found.heading ? "" : found.page;
	const excerpt = document.createElement("span");
	excerpt.append(...excerptOf(found).map((part, index) => (index % 2 === 0 ? part : marked(part))));
	link.append(heading, page, excerpt);
	item.append(link);
	return item;
}

function marked(text: string): HTMLElement {
	const mark = document.createElement("mark");
	mark.textContent = text;
	return mark;
}
