import type { Selectable, SelectQueryBuilder } from "kysely";
import type { Database } from "../platform/db/database.ts";
import type { Tables } from "../platform/db/tables.ts";
import type { LedgerKind, LedgerTable } from "./tables.ts";

/** Which rows of a client's ledger. */
export interface LedgerFilter {
	/** From the first millisecond … */
	readonly startMs?: number | undefined;
	/** … up to but not including this one. */
	readonly endMs?: number | undefined;
	readonly kind?: LedgerKind | undefined;
}

export type LedgerRow = Selectable<LedgerTable>;

/** One page of a client's ledger, newest first, and how many rows there are. */
export async function ledgerPage(
	db: Database,
	clientId: string,
	filter: LedgerFilter,
	{ page, perPage }: { readonly page: number; readonly perPage: number },
): Promise<{ rows: LedgerRow[]; total: number }> {
	const [rows, counted] = await Promise.all([
		filtered(db, clientId, filter)
			.selectAll()
			.orderBy("seq", "desc")
			.limit(perPage)
			.offset((page - 1) * perPage)
			.execute(),
		filtered(db, clientId, filter)
			.select((set) => set.fn.countAll<number>().as("total"))
			.executeTakeFirstOrThrow(),
	]);
	return { rows, total: Number(counted.total) };
}

const ROWS_AT_ONCE = 1000;

/** The rows of a client's ledger, newest first, read piece by piece: what is added meanwhile is not in it. */
export async function* ledgerRows(
	db: Database,
	clientId: string,
	filter: LedgerFilter,
): AsyncGenerator<LedgerRow[]> {
	let before = Number.MAX_SAFE_INTEGER;
	for (;;) {
		const rows = await filtered(db, clientId, filter)
			.selectAll()
			.where("seq", "<", before)
			.orderBy("seq", "desc")
			.limit(ROWS_AT_ONCE)
			.execute();
		if (rows.length > 0) yield rows;
		const last = rows.at(-1);
		if (!last || rows.length < ROWS_AT_ONCE) return;
		before = last.seq;
	}
}

function filtered(
	db: Database,
	clientId: string,
	{ startMs, endMs, kind }: LedgerFilter,
): SelectQueryBuilder<Tables, "ledger", object> {
	let query = db.scan.selectFrom("ledger").where("client_id", "=", clientId);
	if (startMs !== undefined) query = query.where("at", ">=", startMs);
	if (endMs !== undefined) query = query.where("at", "<", endMs);
	return kind === undefined ? query : query.where("kind", "=", kind);
}
