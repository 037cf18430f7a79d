import { type CursorKind, readCursor, unfitCursor, writeCursor } from "../../platform/cursor.ts";
import type { KeyPair } from "../../platform/secrets.ts";
import type { ProductFilter } from "./product-filter.ts";

/** The client and the listing that a cursor belongs to. What the client may see is determined anew for each page. */
export interface CursorOwner {
	/** The endpoint. */
	readonly listing: string;
	readonly clientId: string;
	/** First digits of the barcode, as requested. */
	readonly search: string | undefined;
	readonly filter: ProductFilter;
}

/** A cursor pointing after a product, for the rest of a listing (SPEC E3). */
export function writeListingCursor(
	owner: CursorOwner,
	barcode: string,
	epoch: string,
	keys: KeyPair,
): string {
	return writeCursor(kindOf(owner), { epoch, place: barcode }, keys);
}

/**
 * The barcode after which a listing continues; `undefined` for an empty cursor, which starts one.
 * @param epoch the current one. @throws HttpError 400 for a cursor of another client, another filter, another listing or another epoch.
 */
export function readListingCursor(
	owner: CursorOwner,
	cursor: string,
	epoch: string,
	keys: KeyPair,
): string | undefined {
	if (cursor === "") return undefined;
	const { place, epoch: written } = readCursor(kindOf(owner), cursor, keys);
	if (written !== epoch) throw unfitCursor();
	return place;
}

/** The order of keys is irrelevant: `has=a,b` is the same filter as `has=b,a`. */
function kindOf({ listing, clientId, search = "", filter }: CursorOwner): CursorKind {
	const { minDigits, maxDigits, changedSinceMs, withVariants, withoutVariants, ownership } = filter;
	const numbers = [minDigits, maxDigits, changedSinceMs, withVariants, withoutVariants];
	const keys = [filter.has, filter.missing].map((list) => [...list].sort());
	return { purpose: "listing", boundTo: [listing, clientId, search, ...numbers, ownership, ...keys] };
}
