/**
 * Follows links of earlier versions: the API reference was one page, at first at `/docs`, with a fragment for each call and error. Links on that page
 * now bear these names.
 */
export function followOldLinks(): void {
	addEventListener("hashchange", follow);
	follow();
}

function follow(): void {
	const { pathname, hash } = location;
	const name = anchorOf(hash);
	if (name === "") return;
	const target = document.getElementById(name);
	if (target instanceof HTMLAnchorElement) location.replace(target.href);
	else if (!target && /^\/docs\/?$/.test(pathname)) location.replace(`/docs/api${hash}`);
}

/** The anchor in a fragment: `#getProduct`, or `#/Products/getProduct`, the format of the earliest version. */
export function anchorOf(hash: string): string {
	const name = hash.replace(/^#/, "").split("/").at(-1) ?? "";
	try {
		return decodeURIComponent(name);
	} catch {
		return name;
	}
}
