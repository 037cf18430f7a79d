import { sql } from "kysely";
import { scopeFilter } from "../../catalogue/reading/scope-filter.ts";
import { clientFromRow } from "../../clients/policy/client.ts";
import type { Database } from "../../platform/db/database.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { type ChargedGroup, PREFIX_DIGITS } from "./spending-sums.ts";

/** A range of rows of a client's ledger: after one number, up to and including another. */
export interface LedgerStretch {
	readonly after: number;
	readonly upTo: number;
}

/** Which products a client may see. */
type Filter = Parameters<typeof scopeFilter>[0];

/** Used if the client no longer exists: then nobody can look at its ledger. */
const EVERYTHING: Filter = { barcodePrefixes: [], brands: [], departments: [] };

/** The scope filter of a client, which determines the products whose brands it may see. */
export async function filterOf(db: Database, clientId: string): Promise<Filter> {
	const query = db.scan.selectFrom("client").selectAll().where("client_id", "=", clientId);
	const client = await query.executeTakeFirst();
	return client ? clientFromRow(client) : EVERYTHING;
}

/**
 * The charges of a range of ledger rows, grouped by day, brand and barcode prefix. They are grouped in the database: otherwise all rows would have to
 * be transferred from its thread and summed up on the one that answers requests. Availability is also sold for products outside the filter; they
 * count as products without a brand.
 */
export async function chargedGroups(
	db: Database,
	clientId: string,
	{ after, upTo }: LedgerStretch,
	filter: Filter,
): Promise<ChargedGroup[]> {
	const isVisible = scopeFilter(filter);
	// At least as many digits as the filter needs.
	const digits = Math.max(PREFIX_DIGITS, ...filter.barcodePrefixes.map((prefix) => prefix.length));
	const rows = await db.scan
		.selectFrom((from) => chargesByProduct(from, clientId, { after, upTo }).as("charged"))
		.leftJoin("product", "product.barcode", "charged.barcode")
		.select(sql<string | null>`substr(charged.barcode, 1, ${sql.lit(digits)})`.as("start_of_barcode"))
		.select(["charged.day", "product.brand", "product.brand_number", "product.department_number"])
		.select(({ fn }) => [fn.sum("charged.charges").as("charges"), fn.sum("charged.units").as("units")])
		.groupBy(["start_of_barcode", "charged.day", "brand", "brand_number", "department_number"])
		.execute();
	return rows.map(({ start_of_barcode: barcode, day, brand, brand_number, department_number, ...sums }) => {
		const labels = { brand_number: brand_number ?? 0, department_number: department_number ?? 0 };
		const isNamed = barcode !== null && brand !== null && isVisible(barcode, labels);
		return {
			dayMs: Number(day),
			prefix: barcode === null ? null : barcode.slice(0, PREFIX_DIGITS),
			brand: isNamed ? brand : "",
			charges: Number(sums.charges),
			units: Number(sums.units),
		};
	});
}

/** Grouped by product first, so that each product is looked up once. */
function chargesByProduct(
	from: Pick<Database["scan"], "selectFrom">,
	clientId: string,
	{ after, upTo }: LedgerStretch,
) {
	const day = sql<number>`at - at % ${sql.lit(DAY_MS)}`;
	return from
		.selectFrom("ledger")
		.select(({ fn }) => ["barcode", day.as("day"), fn.countAll().as("charges")])
		.select(sql<number>`-sum(units)`.as("units"))
		.where("client_id", "=", clientId)
		.where("seq", ">", after)
		.where("seq", "<=", upTo)
		.where("kind", "=", "charge")
		.groupBy(["barcode", day]);
}
