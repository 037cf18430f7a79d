import { sql } from "kysely";
import { scopeFilter } from "../../../catalogue/reading/scope-filter.ts";
import { clientFromRow } from "../../../clients/policy/client.ts";
import type { Database } from "../../../platform/db/database.ts";
import { chargedIn } from "../../balances/clients-of-balance.ts";
import { CLIENT_OF_ROW, DAY_OF_ROW } from "../../ledger/ledger.ts";
import type { LedgerStretch } from "../../ledger/ledger-sum.ts";
import { type ChargedGroup, PREFIX_DIGITS } from "./spending-sums.ts";

/** Which products a client may see. */
type Filter = Parameters<typeof scopeFilter>[0];

type Scan = Pick<Database, "scan">;

/** Used if the client no longer exists: then nobody can look at its spending. */
const EVERYTHING: Filter = { barcodePrefixes: [], brands: [], departments: [] };

/** The scope filters of clients, which determine the products whose brands they may see. */
async function filtersOf(db: Scan, clientIds: readonly string[]): Promise<Map<string, Filter>> {
	if (clientIds.length === 0) return new Map();
	const rows = await db.scan.selectFrom("client").selectAll().where("client_id", "in", clientIds).execute();
	const filters = new Map<string, Filter>(rows.map((row) => [row.client_id, clientFromRow(row)]));
	return new Map(clientIds.map((clientId) => [clientId, filters.get(clientId) ?? EVERYTHING]));
}

/**
 * The charges of a range of a balance's ledger rows, grouped by client, day, brand and barcode prefix. They are grouped in the database: otherwise all
 * rows would have to be transferred from its thread and summed up on the one that answers requests. Availability is also sold for products outside a
 * client's filter; they count as products without a brand.
 */
export async function chargedGroups(
	db: Scan,
	balanceKey: string,
	stretch: LedgerStretch,
): Promise<ChargedGroup[]> {
	const filters = await filtersOf(db, await chargedIn(db, balanceKey, stretch));
	const prefixes = [...filters.values()].flatMap(({ barcodePrefixes }) => barcodePrefixes);
	// At least as many digits as the filters need.
	const digits = Math.max(PREFIX_DIGITS, ...prefixes.map((prefix) => prefix.length));
	const rows = await db.scan
		.selectFrom((from) => chargesByProduct(from, balanceKey, stretch).as("charged"))
		.leftJoin("product", "product.barcode", "charged.barcode")
		.select(sql<string | null>`substr(charged.barcode, 1, ${sql.lit(digits)})`.as("start_of_barcode"))
		.select(["charged.client_id", "charged.day", "product.brand"])
		.select(["product.brand_number", "product.department_number"])
		.select(({ fn }) => [fn.sum("charged.charges").as("charges"), fn.sum("charged.units").as("units")])
		.groupBy(["charged.client_id", "start_of_barcode", "charged.day"])
		.groupBy(["brand", "brand_number", "department_number"])
		.execute();
	const visible = new Map([...filters].map(([each, filter]) => [each, scopeFilter(filter)]));
	return rows.map(({ client_id: clientId, start_of_barcode: barcode, day, brand, ...row }) => {
		const labels = { brand_number: row.brand_number ?? 0, department_number: row.department_number ?? 0 };
		const isNamed = barcode !== null && brand !== null && visible.get(clientId)?.(barcode, labels);
		return {
			clientId,
			dayMs: Number(day),
			prefix: barcode === null ? null : barcode.slice(0, PREFIX_DIGITS),
			brand: isNamed ? brand : "",
			charges: Number(row.charges),
			units: Number(row.units),
		};
	});
}

/** Grouped by product first, so that each product is looked up once. */
function chargesByProduct(
	from: Pick<Database["scan"], "selectFrom">,
	balanceKey: string,
	{ after, upTo }: LedgerStretch,
) {
	return from
		.selectFrom("ledger")
		.select(({ fn }) => ["barcode", DAY_OF_ROW.as("day"), fn.countAll().as("charges")])
		.select([CLIENT_OF_ROW.as("client_id"), sql<number>`-sum(units)`.as("units")])
		.where("balance_key", "=", balanceKey)
		.where("seq", ">", after)
		.where("seq", "<=", upTo)
		.where("kind", "=", "charge")
		.groupBy([CLIENT_OF_ROW, "barcode", DAY_OF_ROW]);
}
