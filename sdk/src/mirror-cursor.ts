/** The position of a mirror: in a listing, or in the changes after it. */
export interface MirrorPlace {
	/** The name of the listing with which the copy began. */
	readonly listing: string;
	/** The cursor of the changes to follow, obtained before the listing began. */
	readonly feed: string;
	/** The cursor of the listing's next page, empty for the first; null when the listing is complete. */
	readonly list: string | null;
}

const VERSION = 1;

/** Serialises a position, to be saved. */
export function writePlace({ listing, feed, list }: MirrorPlace): string {
	return JSON.stringify([VERSION, listing, feed, list]);
}

/** @throws TypeError for a text that `writePlace` did not write. */
export function readPlace(cursor: string): MirrorPlace {
	const [version, listing, feed, list] = parsed(cursor);
	const isList = typeof list === "string" || list === null;
	if (version === VERSION && typeof listing === "string" && typeof feed === "string" && isList)
		return { listing, feed, list };
	throw new TypeError("this is no cursor of a mirror: pass one on as it came");
}

function parsed(text: string): unknown[] {
	try {
		const value: unknown = JSON.parse(text);
		return Array.isArray(value) ? value : [];
	} catch {
		return [];
	}
}
