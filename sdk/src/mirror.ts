import { answered, type Call } from "./call.ts";
import type { Changes, ChangesQuery, ProductChange, ProductList, ProductRow } from "./catalogue-types.ts";
import { isPackshotError } from "./errors.ts";
import { randomHex } from "./idempotency-key.ts";
import { type MirrorPlace, readPlace, writePlace } from "./mirror-cursor.ts";
import type { CallOptions, Connection } from "./options.ts";
import { atLeast, HELD_TIMEOUT_MS, patiently, WAIT_SECONDS } from "./patience.ts";

/** Options for keeping a copy of the catalogue up to date. */
export interface MirrorOptions extends CallOptions {
	/** The cursor saved with the last batch; without one, the catalogue is listed first. */
	readonly cursor?: string | undefined;
	/** Whether to continue forever, waiting for changes; true by default. Otherwise the iteration ends when the copy is up to date. */
	readonly follow?: boolean | undefined;
}

/**
 * One step of keeping a copy up to date. Apply it and save its `cursor`, in one transaction if possible; after an interruption at any point, continue
 * from the cursor saved last.
 */
export type MirrorBatch = MirrorListing | MirrorChanges;

/** A page of products from a listing of the catalogue. After the last batch, products that were in no batch of this listing no longer exist. */
export interface MirrorListing {
	readonly kind: "listing";
	/** Identifies the listing; a new one begins when changes can no longer be followed. */
	readonly listing: string;
	readonly products: readonly ProductRow[];
	readonly isLast: boolean;
	readonly cursor: string;
}

/** Changes, in order. May be empty, so that the saved cursor stays recent. */
export interface MirrorChanges {
	readonly kind: "changes";
	readonly changes: readonly ProductChange[];
	readonly cursor: string;
}

/** The largest page sizes, which need the fewest requests. */
const PAGE = 500;
const CHANGES = 1000;

/**
 * Lists the catalogue, then follows its changes. Starts over when the changes after a cursor are no longer kept. Keeps waiting while the service is
 * overloaded, rate-limiting or unreachable.
 * @throws TypeError for an invalid cursor; PackshotError for any other refusal; the signal's reason when it aborts.
 */
export async function* mirror(
	connection: Connection,
	call: Call,
	{ cursor, follow = true, ...options }: MirrorOptions = {},
): AsyncGenerator<MirrorBatch> {
	const ask = asking(connection, call, options);
	let place = cursor === undefined ? undefined : readPlace(cursor);
	for (;;) {
		place ??= await beginning(ask);
		const step: Step | undefined = await nextStep(ask, place, follow);
		if (step) yield step.batch;
		if (step?.isUpToDate && !follow) return;
		place = step?.place;
	}
}

interface Step {
	readonly batch: MirrorBatch;
	readonly place: MirrorPlace;
	readonly isUpToDate: boolean;
}

/** Requests a path until there is a response or a refusal. */
type Ask = <Body extends object>(path: string, query: object, timeoutMs?: number) => Promise<Body>;

/** Changes are followed from a point before the listing, so that none made during it is missed. */
async function beginning(ask: Ask): Promise<MirrorPlace> {
	const { next_cursor } = await ask<Changes>("/changes", { limit: 1 });
	return { listing: randomHex(8), feed: next_cursor, list: "" };
}

/** The batch at a position, and the next position; `undefined` when the position is no longer valid. */
async function nextStep(ask: Ask, place: MirrorPlace, follow: boolean): Promise<Step | undefined> {
	try {
		return place.list === null ? await changesAt(ask, place, follow) : await pageAt(ask, place, place.list);
	} catch (error) {
		if (isPackshotError(error, "cursor_expired")) return undefined;
		// The listing's cursor dates from before the service was restored from a backup.
		if (isPackshotError(error, "bad_request") && place.list) return undefined;
		throw error;
	}
}

async function pageAt(ask: Ask, place: MirrorPlace, list: string): Promise<Step> {
	const { data, pagination } = await ask<ProductList>("/products", { cursor: list, per_page: PAGE });
	const next = { ...place, list: "next_cursor" in pagination ? pagination.next_cursor : null };
	const batch: MirrorListing = {
		kind: "listing",
		listing: place.listing,
		products: data,
		isLast: next.list === null,
		cursor: writePlace(next),
	};
	return { batch, place: next, isUpToDate: false };
}

async function changesAt(ask: Ask, place: MirrorPlace, follow: boolean): Promise<Step> {
	const query: ChangesQuery = {
		cursor: place.feed,
		limit: CHANGES,
		...(follow ? { wait: WAIT_SECONDS } : {}),
	};
	const { data, next_cursor, has_more } = await ask<Changes>("/changes", query, HELD_TIMEOUT_MS);
	const next = { ...place, feed: next_cursor };
	const batch: MirrorChanges = { kind: "changes", changes: data, cursor: writePlace(next) };
	return { batch, place: next, isUpToDate: !has_more };
}

function asking({ clock, defaults }: Connection, call: Call, options: CallOptions): Ask {
	const signal = options.signal ?? new AbortController().signal;
	return <Body extends object>(path: string, query: object, timeoutMs?: number) => {
		const limits = timeoutMs === undefined ? options : atLeast({ ...defaults, ...options }, timeoutMs);
		return patiently(() => answered<Body>(call, { path, query }, limits), clock, signal);
	};
}
