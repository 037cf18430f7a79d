import { METADATA_SCOPES } from "../../catalogue/scopes.ts";
import type { FindProduct } from "../../catalogue/served-product.ts";
import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import { addBought, PICTURES_READ, searchTextOf } from "./bought-rows.ts";

/** Rows of a ledger that are noted in one transaction. */
const ROWS_AT_ONCE = 2000;

interface NotedRead {
	readonly barcode: string;
	readonly scopes: number;
	readonly firstAtMs: number;
	readonly lastAtMs: number;
	readonly searchText: string;
}

interface NotedReads {
	readonly clientId: string;
	/** The rows are those after this one, up to that one. */
	readonly fromSeq: number;
	readonly toSeq: number;
	readonly reads: readonly NotedRead[];
}

/** Adds products that were read to what the client ever bought, unless somebody else has noted these rows meanwhile. */
export const noteReads = command<NotedReads, boolean>(
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
 * Notes the next rows of a client's ledger. Only reads of one product tell which one it was; orders are noted by themselves, listings are not.
 * @returns whether there may be more.
 */
export async function noteNextReads(
	{ db, findProduct }: { readonly db: Database; readonly findProduct: FindProduct },
	clientId: string,
): Promise<boolean> {
	const through = await db.read
		.selectFrom("bought_through")
		.select("ledger_seq")
		.where("client_id", "=", clientId)
		.executeTakeFirst();
	const fromSeq = through?.ledger_seq ?? 0;
	const rows = await db.scan
		.selectFrom("ledger")
		.select(["seq", "at", "barcode", "detail", "note"])
		.where("client_id", "=", clientId)
		.where("seq", ">", fromSeq)
		.orderBy("seq")
		.limit(ROWS_AT_ONCE)
		.execute();
	const last = rows.at(-1);
	if (!last) return false;
	const reads = await withTexts(findProduct, readsOf(rows));
	await db.write(noteReads, { clientId, fromSeq, toSeq: last.seq, reads });
	return rows.length === ROWS_AT_ONCE;
}

interface LedgerRow {
	readonly at: number;
	readonly barcode: string | null;
	readonly detail: string;
	readonly note: string | null;
}

type Read = Omit<NotedRead, "searchText">;

/** What the rows bought, by barcode. */
export function readsOf(rows: readonly LedgerRow[]): Read[] {
	const reads = new Map<string, Read>();
	for (const { at, barcode, detail, note } of rows) {
		if (barcode === null || note?.startsWith("ord_")) continue;
		const scopes = scopesOf(detail);
		if (scopes === 0) continue;
		const before = reads.get(barcode) ?? { barcode, scopes: 0, firstAtMs: at, lastAtMs: at };
		reads.set(barcode, {
			barcode,
			scopes: before.scopes | scopes,
			firstAtMs: Math.min(before.firstAtMs, at),
			lastAtMs: Math.max(before.lastAtMs, at),
		});
	}
	return [...reads.values()];
}

/** Availability and existence checks are no purchases. */
function scopesOf(detail: string): number {
	const actions = (JSON.parse(detail) as { action?: string }[]).map(({ action }) => action);
	return METADATA_SCOPES.reduce(
		(bits, scope, place) => (actions.includes(`products.get.${scope}`) ? bits | (1 << place) : bits),
		actions.includes("products.get.per_image") ? PICTURES_READ : 0,
	);
}

function withTexts(findProduct: FindProduct, reads: readonly Read[]): Promise<NotedRead[]> {
	return Promise.all(
		reads.map(async (read) => ({
			...read,
			searchText: searchTextOf(read.barcode, await findProduct(read.barcode)),
		})),
	);
}
