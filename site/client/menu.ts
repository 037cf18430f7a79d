/** Puts the contents behind a button where the page is too narrow to show them beside the text. */
export function letMenuOpen(): void {
	const button = document.querySelector<HTMLButtonElement>(".menu-button");
	const contents = document.querySelector<HTMLElement>("#contents");
	if (!button || !contents) return;
	button.hidden = false;
	const open = (isOpen: boolean) => {
		button.setAttribute("aria-expanded", String(isOpen));
		contents.classList.toggle("is-open", isOpen);
	};
	button.addEventListener("click", () => open(button.getAttribute("aria-expanded") !== "true"));
	document.addEventListener("keydown", ({ key }) => {
		if (key !== "Escape" || button.getAttribute("aria-expanded") !== "true") return;
		open(false);
		button.focus();
	});
	contents.querySelector("[aria-current]")?.scrollIntoView({ block: "center" });
	scrollTo(0, 0);
}
