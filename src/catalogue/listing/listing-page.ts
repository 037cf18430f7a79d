import type { FastifyRequest } from "fastify";
import { callerOf } from "../../clients/auth/bearer.ts";
import { type CursorKind, readCursor, unfitCursor, writeCursor } from "../../platform/cursor.ts";
import type { Database } from "../../platform/db/database.ts";
import { createEpochRead } from "../../platform/epoch.ts";
import type { KeyPair, Secrets } from "../../platform/secrets.ts";
import { readingTime } from "../reading/reading-time.ts";
import { listAfter } from "./list-after.ts";
import { listProducts } from "./list-products.ts";
import { dataMember, pageMember, type RowDetail } from "./listing-answer.ts";
import type { ProductFilter } from "./product-filter.ts";

export interface ListingPageParts {
	readonly db: Database;
	readonly secrets: Secrets;
}

/** A requested listing. */
export interface AskedListing {
	readonly query: {
		readonly page: number;
		readonly per_page: number;
		readonly cursor?: string;
		readonly search?: string;
	};
	readonly filter: ProductFilter;
	readonly detail: RowDetail;
}

/** Reads a page of a listing, by number or by cursor (SPEC E3). @returns `data` and `pagination` as JSON text. @throws HttpError 400 */
export function createListingPages(listing: string, { db, secrets }: ListingPageParts) {
	const noteReadingTime = readingTime(db);
	const readEpoch = createEpochRead(db);

	async function byNumber({ query, filter, detail }: AskedListing) {
		const paging = { page: query.page, perPage: query.per_page };
		const found = await listProducts(db, filter, paging);
		return { data: dataMember(found.rows, detail), pagination: pageMember(found.total, paging) };
	}
	async function byCursor(owner: CursorOwner, cursor: string, { query, filter, detail }: AskedListing) {
		const { per_page: perPage } = query;
		const epoch = await readEpoch();
		const after = readListingCursor(owner, cursor, epoch, secrets.cursorKeys);
		const { rows, hasMore } = await listAfter(db, filter, after, perPage);
		const last = hasMore ? rows.at(-1)?.barcode : undefined;
		const next = last === undefined ? null : writeListingCursor(owner, last, epoch, secrets.cursorKeys);
		const pagination = `"pagination":${JSON.stringify({ per_page: perPage, next_cursor: next })}`;
		return { data: dataMember(rows, detail), pagination };
	}

	return async (request: FastifyRequest, asked: AskedListing) => {
		await noteReadingTime(request);
		const { cursor, search } = asked.query;
		if (cursor === undefined) return byNumber(asked);
		const { clientId } = callerOf(request).client;
		return byCursor({ listing, clientId, search, filter: asked.filter }, cursor, asked);
	};
}

/** The client and the listing that a cursor belongs to. What the client may see is determined anew for each page. */
interface CursorOwner {
	/** The endpoint. */
	readonly listing: string;
	readonly clientId: string;
	/** First digits of the barcode, as requested. */
	readonly search: string | undefined;
	readonly filter: ProductFilter;
}

/** A cursor pointing after a product, for the rest of a listing (SPEC E3). */
function writeListingCursor(owner: CursorOwner, barcode: string, epoch: string, keys: KeyPair): string {
	return writeCursor(kindOf(owner), { epoch, place: barcode }, keys);
}

/**
 * The barcode after which a listing continues; `undefined` for an empty cursor, which starts one.
 * @param epoch the current one. @throws HttpError 400 for a cursor of another client, another filter, another listing or another epoch.
 */
function readListingCursor(
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
