/** Buttons that do something once: those that send a form, and those that are marked. */
const ONCE = 'button[type="submit"], button[data-once]';

/**
 * Leaves out the second click of a double click on buttons that do something once: it comes before the button shows that it is busy, and
 * would create, rotate or charge a second time.
 */
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
