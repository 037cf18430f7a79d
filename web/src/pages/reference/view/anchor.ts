/** The anchor that a fragment names: `#getProduct`, or `#/Products/getProduct`, as earlier versions of the page wrote it. */
export function anchorOf(hash: string): string {
	const name = hash.replace(/^#/, "").split("/").at(-1) ?? "";
	try {
		return decodeURIComponent(name);
	} catch {
		return name;
	}
}
