import { type SelectQueryBuilder, sql } from "kysely";
import type { Tables } from "./tables.ts";

/**
 * Reads the rows of a query page by page, in the order of a unique column, each page with a statement of its own: however long that takes, rows that are
 * added or removed meanwhile make it neither skip nor repeat others.
 */
export async function* walk<TB extends keyof Tables, O, Key extends keyof O & string>(
	query: SelectQueryBuilder<Tables, TB, O>,
	key: Key,
	pageRows: number,
): AsyncGenerator<O[]> {
	const column = sql.ref(key);
	const ordered = query.orderBy(column).limit(pageRows);
	let page = await ordered.execute();
	for (let last = page.at(-1); last !== undefined; last = page.at(-1)) {
		yield page;
		page = await ordered.where(column, ">", last[key]).execute();
	}
}
