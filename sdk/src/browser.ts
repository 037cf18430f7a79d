/** Whether this runs in a browser page, where secrets can be read and redirects are hidden. */
export function isBrowserPage(): boolean {
	return "document" in globalThis;
}
