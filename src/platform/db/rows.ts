import { CompiledQuery, type SelectQueryBuilder } from "kysely";
import type { EngineTraits } from "./engine-traits.ts";
import type { Tables } from "./tables.ts";
import type { Tx } from "./tx.ts";

/**
 * Inserts many rows: with one statement from a JSON text, or with a few that name every value where that is faster. Values are texts, numbers and nulls.
 * @param onConflict the `on conflict …` clause, and a `returning …` if need be, in the SQL that both engines share.
 * @returns what `returning` gives.
 */
export async function insertRows(
	tx: Tx,
	traits: EngineTraits,
	table: keyof Tables & string,
	columns: readonly string[],
	rows: readonly (readonly unknown[])[],
	onConflict = "",
): Promise<unknown[]> {
	if (rows.length === 0) return [];
	const names = columns.join(", ");
	if (traits.insertsFromJson) {
		const source = `select ${names} from json_populate_recordset(null::${table}, $1)`;
		const text = `insert into ${table} (${names}) ${source} ${onConflict}`;
		return (await tx.executeQuery(CompiledQuery.raw(text, [recordsText(columns, rows)]))).rows;
	}
	const row = `(${columns.map(() => "?").join(", ")})`;
	const returned: unknown[] = [];
	for (const some of inPowersOfTwo(rows)) {
		const text = `insert into ${table} (${names}) values ${new Array(some.length).fill(row).join(", ")} ${onConflict}`;
		returned.push(...(await tx.executeQuery(CompiledQuery.raw(text, some.flat()))).rows);
	}
	return returned;
}

const MOST_AT_ONCE = 32;

/** Pieces of 32, 16, 8, 4, 2 rows and one: as many different statements are kept prepared. */
function inPowersOfTwo<T>(rows: readonly T[]): (readonly T[])[] {
	const pieces: (readonly T[])[] = [];
	let size = MOST_AT_ONCE;
	for (let start = 0; start < rows.length; start += size) {
		while (size > rows.length - start) size /= 2;
		pieces.push(rows.slice(start, start + size));
	}
	return pieces;
}

/** Rows by a text that is their key, in its order; locked until the transaction ends, where transactions run side by side. */
export async function rowsForUpdate<T extends keyof Tables & string>(
	tx: Tx,
	{ listParameter, locksRows }: EngineTraits,
	table: T,
	key: keyof Tables[T] & string,
	texts: readonly string[],
): Promise<Tables[T][]> {
	const { test, value } = listParameter;
	const text = `select * from ${table} where ${key} ${test} order by ${key}${locksRows ? " for update" : ""}`;
	return (await tx.executeQuery<Tables[T]>(CompiledQuery.raw(text, [value(texts)]))).rows;
}

/**
 * Waits for statements that do not wait for each other: over a network they travel one behind the other. Resolves or throws only when all
 * of them have ended, so that none runs on behind the transaction's back.
 */
export async function sideBySide(statements: readonly Promise<unknown>[]): Promise<void> {
	const results = await Promise.allSettled(statements);
	for (const result of results) if (result.status === "rejected") throw result.reason;
}

/** Locks the rows that a decision rests on until the transaction ends, where transactions run side by side. */
export function forUpdate<TB extends keyof Tables, O>(
	query: SelectQueryBuilder<Tables, TB, O>,
	traits: EngineTraits,
): SelectQueryBuilder<Tables, TB, O> {
	return traits.locksRows ? query.forUpdate() : query;
}

function recordsText(columns: readonly string[], rows: readonly (readonly unknown[])[]): string {
	const keys = columns.map((column) => `${JSON.stringify(column)}:`);
	const record = (row: readonly unknown[]) =>
		`{${keys.map((key, place) => key + valueText(row[place])).join(",")}}`;
	return `[${rows.map(record).join(",")}]`;
}

/** What is half a character is stored as the replacement character, as every engine does. */
const LONE_SURROGATE = /\p{Surrogate}/gu;

function valueText(value: unknown): string {
	if (typeof value === "string") return JSON.stringify(value.replace(LONE_SURROGATE, "\ufffd"));
	if (value === null || value === undefined) return "null";
	if (typeof value === "number") return String(value);
	throw new TypeError("a column holds a text, a number or null");
}
