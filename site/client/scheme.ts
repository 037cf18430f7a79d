/** Shared with the other pages, so that a choice made there applies here too. */
const KEY = "packshot-color-scheme";
const ATTRIBUTE = "data-mantine-color-scheme";

/** Switches between light and dark at the press of a button. Until then the system's setting applies. */
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
			// Storage is disabled: the choice only lasts for this page.
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
