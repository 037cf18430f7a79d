import { CompiledQuery, sql } from "kysely";
import { newestEntry } from "../../billing/balances/balance.ts";
import { METADATA_SCOPES } from "../../catalogue/fields/scopes.ts";
import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import { addBought, PICTURES_READ, searchTextOf } from "./bought-rows.ts";

/** Ledger rows recorded in one transaction. */
const ROWS_AT_ONCE = 2000;

interface RecordedRead {
	readonly barcode: string;
	readonly scopes: number;
	readonly firstAtMs: number;
	readonly lastAtMs: number;
	readonly searchText: string;
}

interface RecordedReads {
	readonly clientId: string;
	/** The rows after `fromSeq`, up to and including `toSeq`. */
	readonly fromSeq: number;
	readonly toSeq: number;
	readonly reads: readonly RecordedRead[];
}

/** Adds products that were read to what the client ever bought, unless another process has recorded these rows meanwhile. */
export const noteReads = command<RecordedReads, boolean>(
	"orders.note_reads",
	async (tx, { clientId, fromSeq, toSeq, reads }, traits) => {
		const moved = await tx
			.insertInto("bought_through")
			.values({ client_id: clientId, ledger_seq: toSeq })
			.onConflict((on) =>
				on
					.column("client_id")
					.doUpdateSet({ ledger_seq: toSeq })
					.where("bought_through.ledger_seq", "=", fromSeq),
			)
			.returning("client_id")
			.executeTakeFirst();
		if (!moved) return false;
		const sorted = reads.toSorted((one, other) => (one.barcode < other.barcode ? -1 : 1));
		await addBought(
			tx,
			traits,
			sorted.map((read) => [
				clientId,
				read.barcode,
				read.searchText,
				read.scopes,
				0,
				read.firstAtMs,
				read.lastAtMs,
			]),
		);
		return true;
	},
	({ clientId }) => clientId,
);

/**
 * Records the next rows of a client's ledger. Only reads of a single product name it; orders are recorded separately, listings not at all.
 * @returns whether there may be more.
 */
export async function noteNextReads({ db }: { readonly db: Database }, clientId: string): Promise<boolean> {
	const through = await db.read
		.selectFrom("bought_through")
		.select("ledger_seq")
		.where("client_id", "=", clientId)
		.executeTakeFirst();
	const fromSeq = through?.ledger_seq ?? 0;
	const newest = await newestEntry(db, clientId);
	if (newest <= fromSeq) return false;
	const toSeq = Math.min(newest, fromSeq + ROWS_AT_ONCE);
	const reads = await readsBetween(db, clientId, fromSeq, toSeq);
	await db.write(noteReads, { clientId, fromSeq, toSeq, reads: await withTexts(db, reads) });
	return toSeq < newest;
}

/** The products that a client read, by the rows of its ledger after one sequence number, up to another. */
export async function readsBetween(
	db: Pick<Database, "scan">,
	clientId: string,
	fromSeq: number,
	toSeq: number,
): Promise<Read[]> {
	return readsOf(await ledgerGroups(db, clientId, fromSeq, toSeq));
}

/** Rows with the same product and the same line items. */
interface LedgerGroup {
	readonly barcode: string | null;
	readonly detail: string;
	readonly firstAtMs: number;
	readonly lastAtMs: number;
}

/**
 * The rows after one sequence number, up to another, except those of orders, grouped by the database: row by row, this would occupy the request thread for
 * longer.
 */
function ledgerGroups(
	db: Pick<Database, "scan">,
	clientId: string,
	fromSeq: number,
	toSeq: number,
): Promise<LedgerGroup[]> {
	return db.scan
		.selectFrom("ledger")
		.select(["barcode", "detail"])
		.select(({ fn }) => [fn.min("at").as("firstAtMs"), fn.max("at").as("lastAtMs")])
		.where("client_id", "=", clientId)
		.where("seq", ">", fromSeq)
		.where("seq", "<=", toSeq)
		.where("barcode", "is not", null)
		.where((row) => row.or([row("note", "is", null), row(sql`substr(note, 1, 4)`, "<>", "ord_")]))
		.groupBy(["barcode", "detail"])
		.execute();
}

type Read = Omit<RecordedRead, "searchText">;

/** What the groups bought, by barcode. */
function readsOf(groups: readonly LedgerGroup[]): Read[] {
	const reads = new Map<string, Read>();
	const scopesByDetail = new Map<string, number>();
	for (const { barcode, detail, firstAtMs, lastAtMs } of groups) {
		const scopes = scopesByDetail.get(detail) ?? scopesOf(detail);
		scopesByDetail.set(detail, scopes);
		if (barcode === null || scopes === 0) continue;
		const before = reads.get(barcode) ?? { barcode, scopes: 0, firstAtMs, lastAtMs };
		reads.set(barcode, {
			barcode,
			scopes: before.scopes | scopes,
			firstAtMs: Math.min(before.firstAtMs, firstAtMs),
			lastAtMs: Math.max(before.lastAtMs, lastAtMs),
		});
	}
	return [...reads.values()];
}

/** Availability and existence checks are not purchases. */
function scopesOf(detail: string): number {
	const actions = (JSON.parse(detail) as { action?: string }[]).map(({ action }) => action);
	return METADATA_SCOPES.reduce(
		(bits, scope, place) => (actions.includes(`products.get.${scope}`) ? bits | (1 << place) : bits),
		actions.includes("products.get.per_image") ? PICTURES_READ : 0,
	);
}

/** Adds the search texts, for which only names are read. */
async function withTexts(db: Database, reads: readonly Read[]): Promise<RecordedRead[]> {
	const { test, value } = db.traits.listParameter;
	const barcodes = value(reads.map(({ barcode }) => barcode));
	const text = `select barcode, info from product where barcode ${test}`;
	const { rows } = await db.scan.executeQuery<{ barcode: string; info: string | null }>(
		CompiledQuery.raw(text, [barcodes]),
	);
	const infos = new Map(rows.map(({ barcode, info }) => [barcode, info]));
	return reads.map((read) => ({ ...read, searchText: searchTextOf(read.barcode, infos.get(read.barcode)) }));
}
