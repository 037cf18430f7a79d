/** Shared with the portal: what is chosen there holds here. */
const KEY = "packshot-color-scheme";
const ATTRIBUTE = "data-mantine-color-scheme";

/** Light or dark, at the press of a button. The system's choice holds until then. */
export function letSchemeChange(): void {
	const button = document.querySelector<HTMLButtonElement>(".scheme-button");
	if (!button) return;
	button.hidden = false;
	button.addEventListener("click", () => {
		const scheme = document.documentElement.getAttribute(ATTRIBUTE) === "dark" ? "light" : "dark";
		document.documentElement.setAttribute(ATTRIBUTE, scheme);
		try {
			localStorage.setItem(KEY, scheme);
		} catch {
			// Storage is switched off: it holds for this page.
		}
	});
	matchMedia("(prefers-color-scheme: dark)").addEventListener("change", ({ matches }) => {
		if (chosen() === null) document.documentElement.setAttribute(ATTRIBUTE, matches ? "dark" : "light");
	});
}

function chosen(): string | null {
	try {
		const scheme = localStorage.getItem(KEY);
		return scheme === "light" || scheme === "dark" ? scheme : null;
	} catch {
		return null;
	}
}
