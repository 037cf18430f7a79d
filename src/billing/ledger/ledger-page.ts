import { type Selectable, type SelectQueryBuilder, sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { countRows } from "../../platform/db/rows.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { LedgerTable } from "../tables.ts";
import { CLIENT_OF_ROW } from "./ledger.ts";
import { type LedgerFilter, ledgerSpan, missedBetween, onDaysAskedFor, type Span } from "./ledger-span.ts";

export type LedgerRow = Selectable<LedgerTable>;

export interface Paging {
	readonly page: number;
	readonly perPage: number;
}

/**
 * One page of a balance's ledger, newest first, and the total number of rows. Rows are numbered without gaps, so the number at which a page begins is
 * computed: the last page of ten million rows is as fast as the first.
 */
export async function ledgerPage(
	db: Database,
	balanceKey: string,
	filter: LedgerFilter,
	{ page, perPage }: Paging,
): Promise<{ rows: LedgerRow[]; total: number }> {
	const span = await ledgerSpan(db, balanceKey, filter);
	if (span?.clientIds) return pageOfClients(db, span, { page, perPage });
	const before = (page - 1) * perPage;
	if (!span) return { rows: [], total: 0 };
	if (before >= span.total) return { rows: [], total: span.total };
	const { newest, skipped } = await startOfPage(db, span, before);
	const rows = await rowsOf(db, { ...span, last: newest })
		.selectAll()
		.orderBy("seq", "desc")
		.limit(perPage)
		.offset(skipped)
		.execute();
	return { rows, total: span.total };
}

/** Rows of some clients have no index of their own: only clients of several owners share a balance like this. */
async function pageOfClients(db: Database, span: Span, { page, perPage }: Paging) {
	const total = await countRows(rowsOf(db, span));
	const rows = await rowsOf(db, span)
		.selectAll()
		.orderBy("seq", "desc")
		.limit(perPage)
		.offset((page - 1) * perPage)
		.execute();
	return { rows, total };
}

/** Maximum number of corrections of the estimate; each counts what the previous one left out, and is much smaller. */
const MOST_CORRECTIONS = 8;

/** The highest number that the page may begin with, and how many rows from there on belong to earlier pages. */
async function startOfPage(
	db: Database,
	span: Span,
	before: number,
): Promise<{ newest: number; skipped: number }> {
	// Rows other than charges are few, and have an index of their own.
	if (span.kind !== undefined && span.kind !== "charge") return { newest: span.last, skipped: before };
	let newest = span.last - before;
	let missed = await missedBetween(db, span, newest, span.last);
	for (let corrections = 0; missed > 0 && corrections < MOST_CORRECTIONS; corrections++) {
		const higher = newest;
		newest -= missed;
		missed = await missedBetween(db, span, newest, higher);
	}
	return { newest, skipped: missed };
}

const ROWS_AT_ONCE = 1000;

/** The rows of a balance's ledger, newest or oldest first, streamed in chunks; rows added meanwhile are not included. */
export async function* ledgerRows(
	db: Database,
	balanceKey: string,
	filter: LedgerFilter,
	order: "newest first" | "oldest first" = "newest first",
): AsyncGenerator<LedgerRow[]> {
	const span = await ledgerSpan(db, balanceKey, filter);
	if (!span) return;
	const down = order === "newest first";
	let { first, last } = span;
	for (;;) {
		const rows = await rowsOf(db, { ...span, first, last })
			.selectAll()
			.orderBy("seq", down ? "desc" : "asc")
			.limit(ROWS_AT_ONCE)
			.execute();
		if (rows.length > 0) yield rows;
		const end = rows.at(-1);
		if (!end || rows.length < ROWS_AT_ONCE) return;
		if (down) last = end.seq - 1;
		else first = end.seq + 1;
	}
}

/** A single condition per bound: given two upper bounds, SQLite seeks to the first and steps over every row above the other. */
export function rowsOf(db: Database, span: Span): SelectQueryBuilder<Tables, "ledger", object> {
	const { balanceKey, first, last, kind, clientIds, transferIds } = span;
	let query = db.scan
		.selectFrom("ledger")
		.where("balance_key", "=", balanceKey)
		.where("seq", ">=", first)
		.where("seq", "<=", last)
		.where((is) => onDaysAskedFor(is, span));
	if (clientIds)
		query = query.where((row) =>
			row.or([
				row(CLIENT_OF_ROW, "in", clientIds),
				...(transferIds.length > 0
					? [row.and([row("kind", "=", "transfer"), row("request_id", "in", transferIds)])]
					: []),
			]),
		);
	if (kind === undefined) return query;
	query = query.where("kind", "=", kind);
	// Must match the condition of the partial index, or the index is not used.
	return kind === "charge" ? query : query.where(sql<boolean>`kind <> 'charge'`);
}
