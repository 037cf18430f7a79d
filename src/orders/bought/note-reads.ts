import { CompiledQuery, type ExpressionBuilder, sql } from "kysely";
import type { ClientFault } from "../../api/client-fault.ts";
import { CLIENT_OF_ROW, DAY_OF_ROW } from "../../billing/ledger/ledger.ts";
import { type LedgerReader, ledgerSum } from "../../billing/ledger/ledger-sum.ts";
import { addProductSpending, type ProductCharges } from "../../billing/usage/product-spending.ts";
import { METADATA_SCOPES } from "../../catalogue/fields/scopes.ts";
import type { Tables } from "../../platform/db/tables.ts";
import type { BoughtProductTable } from "../tables.ts";
import { addBought, PICTURES_READ, searchTextOf } from "./bought-rows.ts";
import { missingOf } from "./purchase-fault.ts";

/** Ledger rows recorded in one transaction, for which charges wait: each adds to two tables. */
const ROWS_AT_ONCE = 500;

/** What clients bought by reading, and what they spent on it. */
interface Reads {
	readonly reads: readonly BoughtProductTable[];
	readonly spent: readonly ProductCharges[];
}

/**
 * Adds products that were read to what each client ever bought. Only charges for a single product name it; orders are recorded separately, listings not
 * at all. Reads are recorded for the pages alone: a balance on which a single client without an owner drew is left out.
 */
export const readsSum = ledgerSum<Reads>({
	name: "reads",
	async read(db, balanceKey, { after, upTo: newest }) {
		const upTo = Math.min(newest, after + ROWS_AT_ONCE);
		const spent = await ledgerGroups(db, balanceKey, after, upTo);
		return { upTo, sums: { reads: await withTexts(db, readsOf(spent)), spent } };
	},
	async add(tx, traits, { reads, spent }, nowMs) {
		await addBought(tx, traits, reads);
		await addProductSpending(tx, traits, spent, nowMs);
	},
	/** Orders add to the same rows, so more may be stored than was read. */
	async compare(db, _owners, rebuilt) {
		const faults: ClientFault[] = [];
		for await (const { reads } of rebuilt) faults.push(...(await missingReads(db, reads)));
		return faults;
	},
	isFollowed: (row) => row.or([row.exists(owner(row)), row.exists(chargedToOthers(row))]),
});

function owner(row: ExpressionBuilder<Tables, "balance">) {
	return row
		.selectFrom("client")
		.select("client.owner_id")
		.whereRef("client.client_id", "=", "balance.balance_key")
		.where("client.owner_id", "is not", null);
}

/** Uses an index that contains nothing else. */
function chargedToOthers(row: ExpressionBuilder<Tables, "balance">) {
	return row
		.selectFrom("ledger")
		.select("ledger.seq")
		.whereRef("ledger.balance_key", "=", "balance.balance_key")
		.where(sql<boolean>`kind = 'charge' and ledger.client_id <> ledger.balance_key`);
}

async function missingReads(
	{ scan }: LedgerReader,
	reads: readonly BoughtProductTable[],
): Promise<ClientFault[]> {
	if (reads.length === 0) return [];
	const rows = await scan
		.selectFrom("bought_product")
		.selectAll()
		.where("client_id", "in", [...new Set(reads.map(({ client_id }) => client_id))])
		.where("barcode", "in", [...new Set(reads.map(({ barcode }) => barcode))])
		.execute();
	const bought = new Map(rows.map((row) => [keyOf(row), row]));
	return reads.flatMap((read) => {
		const { client_id: clientId, barcode } = read;
		const problem = missingOf(bought.get(keyOf(read)), read);
		return problem ? [{ clientId, problem: `${barcode}, which was read, ${problem}` }] : [];
	});
}

/** Charges of the same client in one UTC day for the same product and the same line items. */
interface LedgerGroup extends ProductCharges {
	readonly detail: string;
	readonly firstAtMs: number;
	readonly lastAtMs: number;
}

/**
 * The rows after one sequence number, up to another, except those of orders, grouped by the database: row by row, this would occupy the request thread for
 * longer.
 */
async function ledgerGroups(
	{ scan }: LedgerReader,
	balanceKey: string,
	fromSeq: number,
	toSeq: number,
): Promise<LedgerGroup[]> {
	const rows = await scan
		.selectFrom("ledger")
		.select([sql<string>`barcode`.as("barcode"), "detail", CLIENT_OF_ROW.as("clientId")])
		.select(({ fn }) => [fn.min("at").as("firstAtMs"), fn.max("at").as("lastAtMs")])
		.select(({ fn }) => [fn.countAll().as("charges"), sql<number>`-sum(units)`.as("units")])
		.where("balance_key", "=", balanceKey)
		.where("seq", ">", fromSeq)
		.where("seq", "<=", toSeq)
		.where("kind", "=", "charge")
		.where("barcode", "is not", null)
		.where((row) => row.or([row("note", "is", null), row(sql`substr(note, 1, 4)`, "<>", "ord_")]))
		.groupBy(["clientId", "barcode", "detail", DAY_OF_ROW])
		.execute();
	return rows.map(({ charges, units, firstAtMs, ...row }) => ({
		...row,
		firstAtMs,
		atMs: firstAtMs,
		charges: Number(charges),
		units: Number(units),
	}));
}

type Read = Omit<BoughtProductTable, "search_text">;

/** What the groups bought, by client and barcode; always in the same order, so that two concurrent writes cannot deadlock. */
function readsOf(groups: readonly LedgerGroup[]): Read[] {
	const reads = new Map<string, Read>();
	const scopesByDetail = new Map<string, number>();
	for (const { clientId: client_id, barcode, detail, firstAtMs, lastAtMs } of groups) {
		const scopes = scopesByDetail.get(detail) ?? scopesOf(detail);
		scopesByDetail.set(detail, scopes);
		if (scopes === 0) continue;
		const key = keyOf({ client_id, barcode });
		const before = reads.get(key) ?? { scopes: 0, first_at: firstAtMs, last_at: lastAtMs };
		reads.set(key, {
			client_id,
			barcode,
			scopes: before.scopes | scopes,
			variants: 0,
			first_at: Math.min(before.first_at, firstAtMs),
			last_at: Math.max(before.last_at, lastAtMs),
		});
	}
	return [...reads].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, read]) => read);
}

function keyOf({ client_id, barcode }: Pick<BoughtProductTable, "client_id" | "barcode">): string {
	return `${client_id} ${barcode}`;
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
async function withTexts(db: LedgerReader, reads: readonly Read[]): Promise<BoughtProductTable[]> {
	const { test, value } = db.traits.listParameter;
	const barcodes = value([...new Set(reads.map(({ barcode }) => barcode))]);
	const text = `select barcode, info from product where barcode ${test}`;
	const { rows } = await db.scan.executeQuery<{ barcode: string; info: string | null }>(
		CompiledQuery.raw(text, [barcodes]),
	);
	const infos = new Map(rows.map(({ barcode, info }) => [barcode, info]));
	return reads.map((read) => ({ ...read, search_text: searchTextOf(read.barcode, infos.get(read.barcode)) }));
}
