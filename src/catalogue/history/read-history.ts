import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import "./tables.ts";

/** Who made a change, and with what. */
export interface ChangeOrigin {
	readonly set_kind: string | null;
	readonly account_id: string | null;
	readonly by_name: string | null;
	readonly batch: string | null;
	readonly ownership: string | null;
}

export interface ReadChange extends ChangeOrigin {
	readonly id: number;
	readonly barcode: string;
	readonly at: number;
	readonly kind: string;
	readonly changed: number;
	readonly values_before: string | null;
	readonly undoes: number | null;
}

/** More than anybody looks through; older ones of the same product are left out. */
const MOST_OF_A_PRODUCT = 500;

/** The changes of a product, newest first. */
export function historyOfProduct(db: Database, barcode: string): Promise<ReadChange[]> {
	return withOrigin(db)
		.where("product_history.barcode", "=", barcode)
		.orderBy("product_history.id", "desc")
		.limit(MOST_OF_A_PRODUCT)
		.execute();
}

/** The changes of all products, newest first, older than one. */
export function latestChanges(
	db: Database,
	{ removedOnly, before, limit }: { removedOnly: boolean; before: number | undefined; limit: number },
): Promise<ReadChange[]> {
	let query = withOrigin(db).orderBy("product_history.id", "desc").limit(limit);
	if (before !== undefined) query = query.where("product_history.id", "<", before);
	// Written out, so that the index of removals is seen to hold them.
	if (removedOnly) query = query.where(sql<boolean>`product_history.kind = 'removed'`);
	return query.execute();
}

function withOrigin(db: Database) {
	return db.scan
		.selectFrom("product_history")
		.leftJoin("change_set", "change_set.id", "product_history.change_set")
		.select([
			"product_history.id",
			"product_history.barcode",
			"product_history.at",
			"product_history.kind",
			"product_history.changed",
			"product_history.values_before",
			"product_history.undoes",
			"change_set.kind as set_kind",
			"change_set.account_id",
			"change_set.by_name",
			"change_set.batch",
			"change_set.ownership",
		]);
}
