import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { addUsageSums } from "./usage-sums.ts";

/** Charges of one client for one product in the UTC day of `atMs`. */
export interface ProductCharges {
	readonly clientId: string;
	readonly barcode: string;
	readonly atMs: number;
	readonly charges: number;
	readonly units: number;
}

/** Long enough to compare the last month with the one before. The migration that made the table records as many days. */
const KEPT_MS = 130 * DAY_MS;

/** Adds to what clients spent on products. Must be called once for each charge. */
export async function addProductSpending(
	tx: Tx,
	traits: EngineTraits,
	charges: readonly ProductCharges[],
	nowMs: number,
): Promise<void> {
	const rows = charges.map(({ clientId: client_id, barcode: name, atMs, charges: requests, units }) => {
		const start = atMs - (atMs % DAY_MS);
		const of = { client_id, grouped_by: "product", span: "day", start, name };
		return { ...of, requests, units, expires_at: start + KEPT_MS };
	});
	await addUsageSums(
		tx,
		traits,
		rows.filter(({ expires_at, units }) => expires_at > nowMs && units !== 0),
	);
}

export interface ProductSpent {
	readonly barcode: string;
	readonly charges: number;
	readonly units: number;
	readonly clientId: string;
}

interface Days {
	readonly startMs: number;
	/** Exclusive. */
	readonly endMs: number;
}

/** The products that several clients spent most on in some UTC days, as far as their purchases are recorded (`catchUpAll`). */
export async function readProductSpending(
	{ scan }: Pick<Database, "scan">,
	clientIds: readonly string[],
	{ startMs, endMs }: Days,
	{ limit, barcodes }: { readonly limit: number; readonly barcodes?: readonly string[] },
): Promise<ProductSpent[]> {
	if (clientIds.length === 0 || barcodes?.length === 0) return [];
	const rows = await scan
		.selectFrom("usage_sum")
		.select((row) => [
			"name as barcode",
			row.fn.sum<number>("requests").as("charges"),
			row.fn.sum<number>("units").as("units"),
			row.fn.max("client_id").as("client_id"),
		])
		.where("client_id", "in", clientIds)
		.where("grouped_by", "=", "product")
		.where("span", "=", "day")
		.where("start", ">=", startMs)
		.where("start", "<", endMs)
		.$if(barcodes !== undefined, (query) => query.where("name", "in", barcodes ?? []))
		.groupBy("name")
		.orderBy(sql`sum(units)`, "desc")
		.orderBy("name")
		.limit(limit)
		.execute();
	return rows.map(({ client_id, barcode, charges, units }) => ({
		clientId: client_id,
		barcode,
		charges: Number(charges),
		units: Number(units),
	}));
}

/** How many products several clients spent something on in some UTC days, and how much. */
export async function sumProductSpending(
	{ scan }: Pick<Database, "scan">,
	clientIds: readonly string[],
	{ startMs, endMs }: Days,
): Promise<{ readonly products: number; readonly units: number }> {
	if (clientIds.length === 0) return { products: 0, units: 0 };
	const row = await scan
		.selectFrom("usage_sum")
		.select((of) => [
			sql<number>`count(distinct name)`.as("products"),
			of.fn.sum<number | null>("units").as("units"),
		])
		.where("client_id", "in", clientIds)
		.where("grouped_by", "=", "product")
		.where("span", "=", "day")
		.where("start", ">=", startMs)
		.where("start", "<", endMs)
		.executeTakeFirstOrThrow();
	return { products: Number(row.products), units: Number(row.units ?? 0) };
}
