import type { FastifyRequest } from "fastify";
import { callerOf } from "../../clients/auth/bearer.ts";
import type { Database } from "../../platform/db/database.ts";
import { createEpochRead } from "../../platform/epoch.ts";
import type { Secrets } from "../../platform/secrets.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { readingTime } from "../reading/reading-time.ts";
import { listAfter } from "./list-after.ts";
import { listProducts } from "./list-products.ts";
import { dataMember, pageMember, type RowDetail } from "./listing-answer.ts";
import { type CursorOwner, readListingCursor, writeListingCursor } from "./listing-cursor.ts";
import type { ProductFilter } from "./product-filter.ts";

export interface ListingPageParts {
	readonly db: Database;
	readonly clock: Clock;
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

/**
 * Reads a page of a listing, by number or by cursor (SPEC E3).
 * @returns the members `data` and `pagination` of the answer, as JSON text. @throws HttpError 400 for an invalid cursor.
 */
export function createListingPages(listing: string, { db, clock, secrets }: ListingPageParts) {
	const noteReadingTime = readingTime(db, clock);
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
