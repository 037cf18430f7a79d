import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import { countRows } from "../../platform/db/rows.ts";
import { type LedgerRow, ledgerPage, ledgerRows, type Paging, rowsOf } from "./ledger-page.ts";
import { type LedgerFilter, ledgerSpan, type Span } from "./ledger-span.ts";

/** What belongs to a client in one balance's ledger: all rows, or those that name some clients, and some transfers. */
export interface LedgerPart extends Pick<LedgerFilter, "clientIds" | "transferIds"> {
	readonly balanceKey: string;
}

type Asked = Pick<LedgerFilter, "startMs" | "endMs" | "kind">;

/** One page of several ledgers together, newest first; at one moment, rows of the first part are the newest. A client that never moved has one, whose pages take as long wherever they are. */
export async function partsPage(
	db: Database,
	parts: readonly LedgerPart[],
	asked: Asked,
	paging: Paging,
): Promise<{ rows: LedgerRow[]; total: number }> {
	const [only, ...others] = parts;
	if (only && others.length === 0) return ledgerPage(db, only.balanceKey, { ...asked, ...only }, paging);
	const spans: Span[] = [];
	for (const part of parts) {
		const span = await ledgerSpan(db, part.balanceKey, { ...asked, ...part });
		if (span) spans.push(span);
	}
	let total = 0;
	for (const span of spans) total += span.clientIds ? await countRows(rowsOf(db, span)) : span.total;
	return { rows: await mergedPage(db, spans, paging), total };
}

async function mergedPage(
	db: Database,
	spans: readonly Span[],
	{ page, perPage }: Paging,
): Promise<LedgerRow[]> {
	// A page of all of them holds none that is not among as many newest rows of one.
	const newest = spans.map((span, place) =>
		db.scan
			.selectFrom(
				rowsOf(db, span)
					.selectAll()
					.orderBy("seq", "desc")
					.limit(page * perPage)
					.as("newest"),
			)
			.selectAll()
			.select(sql.lit(place).as("place")),
	);
	const [first, ...others] = newest;
	if (!first) return [];
	const together = others.reduce((all, each) => all.unionAll(each), first);
	return db.scan
		.selectFrom(together.as("entry"))
		.selectAll()
		.orderBy("at", "desc")
		.orderBy("place")
		.orderBy("seq", "desc")
		.limit(perPage)
		.offset((page - 1) * perPage)
		.execute();
}

/** The rows of several ledgers together, newest or oldest first, streamed in chunks. */
export async function* partsRows(
	db: Database,
	parts: readonly LedgerPart[],
	asked: Asked,
	order: "newest first" | "oldest first" = "newest first",
): AsyncGenerator<LedgerRow[]> {
	const [only, ...others] = parts;
	if (only && others.length === 0) {
		yield* ledgerRows(db, only.balanceKey, { ...asked, ...only }, order);
		return;
	}
	const isDown = order === "newest first";
	const sign = isDown ? 1 : -1;
	const open = await Promise.all(
		(isDown ? parts : parts.toReversed()).map((part) =>
			nextOf(ledgerRows(db, part.balanceKey, { ...asked, ...part }, order)),
		),
	);
	for (;;) {
		const waiting = open.filter(({ rows }) => rows.length > 0);
		const due = waiting.sort((one, other) => sign * (firstAt(other) - firstAt(one)))[0];
		if (!due) return;
		const [, next] = waiting;
		const upTo = next ? due.rows.findIndex(({ at }) => sign * (at - firstAt(next)) < 0) : -1;
		const taken = due.rows.splice(0, upTo < 0 ? due.rows.length : Math.max(1, upTo));
		if (due.rows.length === 0) due.rows = (await nextOf(due.more)).rows;
		yield taken;
	}
}

interface OpenPart {
	rows: LedgerRow[];
	readonly more: AsyncGenerator<LedgerRow[]>;
}

async function nextOf(more: AsyncGenerator<LedgerRow[]>): Promise<OpenPart> {
	const next = await more.next();
	return { rows: next.done ? [] : next.value, more };
}

function firstAt({ rows }: OpenPart): number {
	return rows[0]?.at ?? 0;
}
