import type { Database } from "../../platform/db/database.ts";
import { countRows } from "../../platform/db/rows.ts";
import "./tables.ts";

/** How many products have hechshers that live alerts withhold. */
export async function countWithheld({ read }: Pick<Database, "read">): Promise<number> {
	const named = read.selectFrom("alerted_product").select("barcode").where("withheld", "is not", null);
	const products = read.selectFrom("product").where("barcode", "in", named);
	return Number(await countRows(products.where("hechshers_as_given", "is not", null)));
}
