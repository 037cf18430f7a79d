import { answerOf, type Call } from "./call.ts";
import type { Changes, ChangesQuery, ProductChange, ProductList, ProductRow } from "./catalogue-types.ts";
import { RETRYABLE_STATUSES } from "./error-from-answer.ts";
import { isPackshotError, PackshotError } from "./errors.ts";
import { type MirrorPlace, readPlace, writePlace } from "./mirror-cursor.ts";
import type { CallOptions, Connection } from "./options.ts";

/** How a copy of the catalogue is kept up to date. */
export interface MirrorOptions extends CallOptions {
	/** The cursor that was saved with the last batch; without one the catalogue is listed first. */
	readonly cursor?: string | undefined;
	/** Whether to go on for ever, waiting for changes; true unless said. Otherwise the iteration ends when the copy is up to date. */
	readonly follow?: boolean | undefined;
}

/**
 * A step of keeping a copy. Apply it and save its `cursor`, in one transaction where there is one; whoever is stopped at any moment goes on
 * from the cursor that was saved last.
 */
export type MirrorBatch = MirrorListing | MirrorChanges;

/** Products of the catalogue as it is listed. What was in no batch of a listing when its last one comes is no longer there. */
export interface MirrorListing {
	readonly kind: "listing";
	/** Names the listing; another one begins when changes can no longer be followed. */
	readonly listing: string;
	readonly products: readonly ProductRow[];
	readonly isLast: boolean;
	readonly cursor: string;
}

/** Changes, in their order. Comes empty too, so that the saved cursor stays young. */
export interface MirrorChanges {
	readonly kind: "changes";
	readonly changes: readonly ProductChange[];
	readonly cursor: string;
}

/** The largest answers: they need the fewest requests. */
const PAGE = 500;
const CHANGES = 1000;

/** How long the service holds a request for changes, and how long an answer to one may take. */
const WAIT_SECONDS = 30;
const HELD_TIMEOUT_MS = (WAIT_SECONDS + 30) * 1000;

/** Waits between attempts while the service cannot answer. */
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * Lists the catalogue, then follows its changes. Starts over when the changes after a cursor are no longer kept. Waits for as long as the service is
 * overloaded, limits or cannot be reached.
 * @throws TypeError for a cursor that is none; PackshotError for any other refusal; the signal's reason when it aborts.
 */
export async function* mirror(
	connection: Connection,
	call: Call,
	{ cursor, follow = true, ...options }: MirrorOptions = {},
): AsyncGenerator<MirrorBatch> {
	const ask = patiently(connection, call, options);
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

/** Asks for a path until there is an answer, or a refusal. */
type Ask = <Body extends object>(path: string, query: object, timeoutMs?: number) => Promise<Body>;

/** Changes are followed from before the listing, so that none is missed while it is made. */
async function beginning(ask: Ask): Promise<MirrorPlace> {
	const { next_cursor } = await ask<Changes>("/changes", { limit: 1 });
	return { listing: newName(), feed: next_cursor, list: "" };
}

/** The batch at a place, and where to go on; `undefined` when the place no longer leads anywhere. */
async function nextStep(ask: Ask, place: MirrorPlace, follow: boolean): Promise<Step | undefined> {
	try {
		return place.list === null ? await changesAt(ask, place, follow) : await pageAt(ask, place, place.list);
	} catch (error) {
		if (isPackshotError(error, "cursor_expired")) return undefined;
		// A cursor of a listing from before the service was restored from a backup.
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

function patiently({ clock, defaults }: Connection, call: Call, options: CallOptions): Ask {
	const signal = options.signal ?? new AbortController().signal;
	return async <Body extends object>(path: string, query: object, timeoutMs?: number) => {
		const limits = timeoutMs === undefined ? options : atLeast({ ...defaults, ...options }, timeoutMs);
		for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
			try {
				return answerOf<Body>(await call({ path, query }, limits));
			} catch (error) {
				if (!isPassing(error)) throw error;
				await clock.sleep(Math.max(pauseMs, (error.retryAfterSeconds ?? 0) * 1000), signal);
			}
		}
	};
}

/** A held request takes its time, whatever the limits of others are. */
function atLeast(options: CallOptions, timeoutMs: number): CallOptions {
	const { timeoutMs: given = 0, totalTimeoutMs = 0 } = options;
	return {
		...options,
		timeoutMs: Math.max(given, timeoutMs),
		totalTimeoutMs: Math.max(totalTimeoutMs, 2 * timeoutMs),
	};
}

/** Whether it can be over later: overload, limits, a connection that failed. */
function isPassing(error: unknown): error is PackshotError {
	if (!(error instanceof PackshotError)) return false;
	return (
		isPackshotError(error, "connection_failed", "timed_out") || RETRYABLE_STATUSES.has(error.status ?? 0)
	);
}

function newName(): string {
	const random = crypto.getRandomValues(new Uint8Array(8));
	return Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
