/** Whether this runs in a page, where secrets can be read and redirects cannot. */
export function isBrowserPage(): boolean {
	return "document" in globalThis;
}
