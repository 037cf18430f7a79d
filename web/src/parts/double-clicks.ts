/** Buttons with a one-off effect: those that submit a form, and those that are marked. */
const ONCE = 'button[type="submit"], button[data-once]';

/** Ignores the second click of a double click: it comes before the button shows that it is busy, and would create, rotate or charge again. */
export function ignoreDoubleClicks(page: Document): void {
	page.addEventListener(
		"click",
		(event) => {
			if (event.detail < 2 || !(event.target instanceof Element) || !event.target.closest(ONCE)) return;
			event.preventDefault();
			event.stopPropagation();
		},
		{ capture: true },
	);
}
