/** The anchor in a fragment: `#getProduct`, or `#/Products/getProduct`, the format of earlier versions of the page. */
export function anchorOf(hash: string): string {
	const name = hash.replace(/^#/, "").split("/").at(-1) ?? "";
	try {
		return decodeURIComponent(name);
	} catch {
		return name;
	}
}
