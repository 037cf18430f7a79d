import { type Selectable, type SqlBool, sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { timeOfRequestId } from "../../platform/ids.ts";
import type { AuditTable, LedgerTable } from "../tables.ts";
import { type RefusalSum, refusalSums } from "./day-totals.ts";

/** Which calls of a client to list; omitted members do not filter. */
export interface CallFilter {
	readonly requestId?: string | undefined;
	readonly barcode?: string | undefined;
	/** `error`: all calls that were refused or failed. */
	readonly outcome?: "ok" | "error" | undefined;
	/** Code of the error catalogue. */
	readonly error?: string | undefined;
	readonly startMs?: number | undefined;
	/** Exclusive. */
	readonly endMs?: number | undefined;
}

/** A call with the ledger's details of its charge, if there was one. */
export interface Call extends Selectable<AuditTable> {
	readonly detail: string | null;
	readonly note: string | null;
}

/** A position in the list; older calls follow. */
export interface CallPosition {
	readonly at: number;
	/** Calls of the same millisecond are in descending order of their ids; the empty text comes after all of them. */
	readonly requestId: string;
}

/** Rows examined per search. There is only an index on time, so a rare barcode is searched for piece by piece. */
const ROWS_SEARCHED = 50_000;

/** A request id contains the request's arrival time; the clocks of nodes differ by less than this. */
const CLOCK_SLACK_MS = 60_000;

/** Calls of a client, newest first, older than `after`. @returns at most `limit`, and the position to continue from; null at the end. */
export async function readCalls(
	db: Database,
	clientId: string,
	filter: CallFilter,
	{ after, limit }: { readonly after: CallPosition | undefined; readonly limit: number },
): Promise<{ calls: Call[]; next: CallPosition | null }> {
	const newest = after ?? { at: Number.MAX_SAFE_INTEGER, requestId: "" };
	const { startMs, endMs } = timeSpan(filter);
	const searchedFrom = await startOfSearch(db, clientId, Math.min(newest.at, endMs));
	const fromMs = Math.max(startMs, searchedFrom ?? 0);
	const rows = await matching(db, clientId, filter)
		.where("at", ">=", fromMs)
		.where("at", "<", endMs)
		.where((row) =>
			row.or([
				row("at", "<", newest.at),
				row.and([row("at", "=", newest.at), row("request_id", "<", newest.requestId)]),
			]),
		)
		.orderBy("at", "desc")
		.orderBy("request_id", "desc")
		.limit(limit + 1)
		.execute();
	const last = rows[limit - 1];
	const next = rows.length > limit && last ? { at: last.at, requestId: last.request_id } : undefined;
	const olderMs = searchedFrom !== undefined && searchedFrom > startMs ? searchedFrom : undefined;
	return {
		calls: await withCharges(db, rows.slice(0, limit)),
		next: next ?? (olderMs === undefined ? null : { at: olderMs, requestId: "" }),
	};
}

/** The time span to search: for a request id, the minutes around its arrival. */
function timeSpan({ startMs = 0, endMs = Number.MAX_SAFE_INTEGER, requestId }: CallFilter) {
	const atMs = requestId === undefined ? undefined : timeOfRequestId(requestId);
	if (atMs === undefined) return { startMs, endMs };
	return {
		startMs: Math.max(startMs, atMs - CLOCK_SLACK_MS),
		endMs: Math.min(endMs, atMs + CLOCK_SLACK_MS),
	};
}

/** The earliest time that a search backwards from `beforeMs` reaches; `undefined` when it reaches the beginning. */
async function startOfSearch(db: Database, clientId: string, beforeMs: number): Promise<number | undefined> {
	const row = await db.scan
		.selectFrom("audit")
		.select("at")
		.where("client_id", "=", clientId)
		.where("at", "<=", beforeMs)
		.orderBy("at", "desc")
		.limit(1)
		.offset(ROWS_SEARCHED)
		.executeTakeFirst();
	return row?.at;
}

function matching(db: Database, clientId: string, { requestId, barcode, outcome, error }: CallFilter) {
	let query = db.scan.selectFrom("audit").selectAll().where("client_id", "=", clientId);
	if (requestId !== undefined) query = query.where("request_id", "=", requestId);
	if (barcode !== undefined) query = query.where("barcode", "=", barcode);
	if (error !== undefined) query = query.where("error", "=", error);
	if (outcome === "ok") return query.where("status", "<", 400);
	return outcome === "error" ? query.where("status", ">=", 400) : query;
}

async function withCharges(db: Database, rows: readonly Selectable<AuditTable>[]): Promise<Call[]> {
	const charged = rows.filter(({ units }) => units > 0).map(({ request_id }) => request_id);
	const entries =
		charged.length === 0
			? []
			: await db.scan
					.selectFrom("ledger")
					.select(["request_id", "detail", "note"])
					.where("request_id", "in", charged)
					.where("kind", "=", sql.lit("charge" satisfies LedgerTable["kind"]))
					.execute();
	const charges = new Map(entries.map(({ request_id, ...charge }) => [request_id, charge]));
	return rows.map((row) => ({ ...row, ...(charges.get(row.request_id) ?? { detail: null, note: null }) }));
}

/** The clients that asked one of the feeds of changes and alerts since a time. The condition is that of the index `audit_following`. */
export function feedReaders(tx: Tx, sinceMs: number) {
	return tx
		.selectFrom("audit")
		.select("client_id")
		.where(sql<SqlBool>`(route = '/api/v1/changes' or route = '/api/v1/kosher-alerts')`)
		.where("at", ">=", sinceMs);
}

/** Refused requests of several clients together by error code, most frequent first, from the start of one UTC day up to that of another. */
export async function readRefusals(
	db: Database,
	clientIds: readonly string[],
	sinceMs: number,
	endMs = Number.MAX_SAFE_INTEGER,
): Promise<RefusalSum[]> {
	if (clientIds.length === 0) return [];
	const refusals = db.scan.selectFrom("usage_sum").where("client_id", "in", clientIds);
	return refusalSums(refusals.where("start", ">=", sinceMs).where("start", "<", endMs));
}
