import { type Expression, type ExpressionBuilder, type SqlBool, sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { countRows } from "../../platform/db/rows.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { LedgerDayTable, LedgerKind } from "../tables.ts";
import { readLedgerDays } from "./ledger-days.ts";

/** Selects rows of a balance's ledger. */
export interface LedgerFilter {
	/** Start of a UTC day, inclusive. */
	readonly startMs?: number | undefined;
	/** Start of a UTC day, exclusive. */
	readonly endMs?: number | undefined;
	readonly kind?: LedgerKind | undefined;
	/** Only rows that name one of these clients; all rows if omitted. */
	readonly clientIds?: readonly string[] | undefined;
	/** With `clientIds`: also transfers with these ids. */
	readonly transferIds?: readonly string[] | undefined;
}

/** The rows of a balance's ledger that a filter selects. */
export interface Span {
	readonly balanceKey: string;
	readonly startMs: number;
	readonly endMs: number;
	readonly kind: LedgerKind | undefined;
	readonly clientIds: readonly string[] | undefined;
	readonly transferIds: readonly string[];
	/** Lowest number, inclusive. */
	readonly first: number;
	/** Highest number, inclusive. */
	readonly last: number;
	/** Ranges in which rows of other days are mixed in: charges around midnight are not recorded in the order of their arrival. */
	readonly strays: readonly Stretch[];
	readonly total: number;
}

interface Stretch {
	readonly from: number;
	readonly to: number;
}

/** @returns `undefined` when there are no rows of the requested days. */
export async function ledgerSpan(
	db: Database,
	balanceKey: string,
	{ startMs = 0, endMs = Number.MAX_SAFE_INTEGER, kind, clientIds, transferIds = [] }: LedgerFilter,
): Promise<Span | undefined> {
	const days = await readLedgerDays(db, balanceKey);
	const isInside = ({ day }: LedgerDayTable) => day >= startMs && day < endMs;
	const inside = days.filter(isInside);
	if (inside.length === 0) return undefined;
	const first = inside.reduce((least, day) => Math.min(least, day.first_seq), Number.MAX_SAFE_INTEGER);
	const last = inside.reduce((most, day) => Math.max(most, day.last_seq), 0);
	const entries = inside.reduce((sum, day) => sum + day.entries, 0);
	const isWhole = last - first + 1 === entries;
	const others = days.filter((day) => !isInside(day));
	const strays = isWhole ? [] : stretches(others, first, last);
	const span = { balanceKey, startMs, endMs, kind, clientIds, transferIds, first, last, strays };
	return { ...span, total: await countOf(db, span, entries) };
}

type Uncounted = Omit<Span, "total">;

async function countOf(db: Database, span: Uncounted, entries: number): Promise<number> {
	if (span.kind === undefined) return entries;
	if (span.kind === "charge") return entries - (await countOthers(db, span));
	return countOthers(db, span, [span.kind]);
}

/** How many numbers of the span, after one and up to another, belong to rows that a filter for charges, or for all kinds, leaves out. */
export async function missedBetween(db: Database, span: Span, above: number, upTo: number): Promise<number> {
	let missed = span.kind === "charge" ? await countOthers(db, { ...span, first: above + 1, last: upTo }) : 0;
	for (const { from, to } of span.strays) {
		const [first, last] = [Math.max(from, above + 1), Math.min(to, upTo)];
		if (first <= last) missed += await countStrays(db, span, first, last);
	}
	return missed;
}

const OTHER_KINDS: readonly LedgerKind[] = ["grant", "top_up", "reversal", "transfer"];

/** Number of rows of these kinds on the requested days; the kinds must not include charges. */
async function countOthers(db: Database, span: Uncounted, kinds = OTHER_KINDS): Promise<number> {
	const { balanceKey, first, last } = span;
	const others = db.scan
		.selectFrom("ledger")
		.where("balance_key", "=", balanceKey)
		.where("kind", "in", kinds)
		.where("seq", ">=", first)
		.where("seq", "<=", last)
		// Must match the condition of the partial index, or the index is not used.
		.where(sql<boolean>`kind <> 'charge'`)
		.where((is) => onDaysAskedFor(is, span));
	return countRows(others);
}

async function countStrays(db: Database, span: Uncounted, from: number, to: number): Promise<number> {
	const strays = db.scan
		.selectFrom("ledger")
		.where("balance_key", "=", span.balanceKey)
		.where("seq", ">=", from)
		.where("seq", "<=", to)
		.where((is) => is.or([is("at", "<", span.startMs), is("at", ">=", span.endMs)]));
	return countRows(strays);
}

/**
 * Condition that a row of the span is from a requested day. Times are compared only within the ranges of strays: no index contains the time, so
 * comparing it makes the database read the whole row, each from a different page if matches are rare.
 */
export function onDaysAskedFor(
	is: ExpressionBuilder<Tables, "ledger">,
	{ strays, startMs, endMs }: Pick<Span, "strays" | "startMs" | "endMs">,
): Expression<SqlBool> {
	if (strays.length === 0) return is.lit(true);
	const amongStrays = is.or(strays.map(({ from, to }) => is.between("seq", from, to)));
	return is.or([is.not(amongStrays), is.and([is("at", ">=", startMs), is("at", "<", endMs)])]);
}

/** The ranges of numbers that days cover within given bounds, merged where they overlap. */
function stretches(days: readonly LedgerDayTable[], first: number, last: number): Stretch[] {
	const clipped = days
		.map((day) => ({ from: Math.max(day.first_seq, first), to: Math.min(day.last_seq, last) }))
		.filter(({ from, to }) => from <= to)
		.sort((a, b) => a.from - b.from);
	const merged: Stretch[] = [];
	for (const stretch of clipped) {
		const before = merged.at(-1);
		if (before && stretch.from <= before.to) {
			merged[merged.length - 1] = { from: before.from, to: Math.max(before.to, stretch.to) };
		} else merged.push(stretch);
	}
	return merged;
}
