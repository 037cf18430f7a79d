import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import "./tables.ts";

/** The operation that a change was made by. */
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

/** The parts of a change that determine whether it is still in effect. */
export type ChangeOutline = Pick<ReadChange, "id" | "kind" | "changed" | "undoes">;

export type ChangeBefore = Pick<ReadChange, "changed" | "values_before">;

/** The changes of a product, newest first, older than a given one. */
export function historyOfProduct(
	db: Database,
	barcode: string,
	{ before, limit }: { readonly before: number | undefined; readonly limit: number },
): Promise<ReadChange[]> {
	let query = withOrigin(db)
		.where("product_history.barcode", "=", barcode)
		.orderBy("product_history.id", "desc")
		.limit(limit);
	if (before !== undefined) query = query.where("product_history.id", "<", before);
	return query.execute();
}

/** The changes of a product from a given one on, newest first. */
export function changesSince(db: Database, barcode: string, id: number): Promise<ChangeOutline[]> {
	return db.scan
		.selectFrom("product_history")
		.select(["id", "kind", "changed", "undoes"])
		.where("barcode", "=", barcode)
		.where("id", ">=", id)
		.orderBy("id", "desc")
		.execute();
}

/**
 * The values before a series of consecutive changes of a product. For each scope and picture the oldest change determines them, so few rows are read
 * however many changes there are.
 * @param since newest first. @returns newest first.
 */
export function beforeChanges(db: Database, since: readonly ChangeOutline[]): Promise<ChangeBefore[]> {
	let seen = 0;
	const telling: number[] = [];
	for (const { id, changed } of since.toReversed()) {
		if ((changed & ~seen) !== 0) telling.push(id);
		seen |= changed;
	}
	return db.scan
		.selectFrom("product_history")
		.select(["changed", "values_before"])
		.where("id", "in", [0, ...telling])
		.orderBy("id", "desc")
		.execute();
}

/** The changes of all products, newest first, older than a given one. */
export function latestChanges(
	db: Database,
	{ removedOnly, before, limit }: { removedOnly: boolean; before: number | undefined; limit: number },
): Promise<ReadChange[]> {
	let query = withOrigin(db).orderBy("product_history.id", "desc").limit(limit);
	if (before !== undefined) query = query.where("product_history.id", "<", before);
	// A literal, so that the planner recognises that the partial index of removals applies.
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
