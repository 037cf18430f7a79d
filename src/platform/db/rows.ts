import {
	CompiledQuery,
	type ExpressionBuilder,
	type InsertObject,
	type Kysely,
	type Selectable,
	type SelectQueryBuilder,
	type UpdateObject,
} from "kysely";
import type { EngineTraits } from "./engine-traits.ts";
import type { Tables } from "./tables.ts";
import type { Tx } from "./tx.ts";

type TableName = keyof Tables & string;
type Row<T extends TableName> = Selectable<Tables[T]>;

/**
 * Builds an insertion for a table: one statement from a JSON text, or a few with individual parameters where that is faster. Made once and reused,
 * since the statement texts are long. Values are texts, numbers and nulls.
 * @param columns what is written of each row.
 * @param onConflict the `on conflict …` clause, followed by a `returning …` clause if needed, in the SQL that both engines share.
 */
export function insertion<T extends TableName, C extends keyof Row<T> & string>(
	table: T,
	columns: readonly C[],
	onConflict = "",
) {
	const names = columns.join(", ");
	const into = `insert into ${table} (${names})`;
	const fromJson = `${into} select ${names} from json_populate_recordset(null::${table}, $1) ${onConflict}`;
	const row = `(${columns.map(() => "?").join(", ")})`;
	const texts = new Map<number, string>();
	const textFor = (count: number) => {
		let text = texts.get(count);
		if (text === undefined) {
			text = `${into} values ${new Array(count).fill(row).join(", ")} ${onConflict}`;
			texts.set(count, text);
		}
		return text;
	};
	/** @returns the rows of the `returning` clause. */
	return async (tx: Tx, traits: EngineTraits, rows: readonly Pick<Row<T>, C>[]): Promise<unknown[]> => {
		if (rows.length === 0) return [];
		if (traits.insertsFromJson) {
			return (await tx.executeQuery(CompiledQuery.raw(fromJson, [recordsText(columns, rows)]))).rows;
		}
		const returned: unknown[] = [];
		for (const some of inPowersOfTwo(rows)) {
			const inserted = await tx.executeQuery(
				CompiledQuery.raw(textFor(some.length), valuesOf(columns, some)),
			);
			returned.push(...inserted.rows);
		}
		return returned;
	};
}

/** Equivalent to `flatMap`, in a fraction of its time. */
function valuesOf<C extends string>(
	columns: readonly C[],
	rows: readonly Readonly<Record<C, unknown>>[],
): unknown[] {
	const values: unknown[] = [];
	for (const row of rows) for (const column of columns) values.push(row[column]);
	return values;
}

const MOST_AT_ONCE = 32;

/** Splits into chunks of 32, 16, 8, 4, 2 and 1 rows, so that only that many different statements are prepared. */
function inPowersOfTwo<T>(rows: readonly T[]): (readonly T[])[] {
	const pieces: (readonly T[])[] = [];
	let size = MOST_AT_ONCE;
	for (let start = 0; start < rows.length; start += size) {
		while (size > rows.length - start) size /= 2;
		pieces.push(rows.slice(start, start + size));
	}
	return pieces;
}

/** Rows by a text key, in its order; where transactions run concurrently, locked until the transaction ends. */
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

/** Awaits independent statements together, pipelined over a network. Settles when all have ended, so that none outlives the transaction. */
export async function sideBySide(statements: readonly Promise<unknown>[]): Promise<void> {
	const results = await Promise.allSettled(statements);
	for (const result of results) if (result.status === "rejected") throw result.reason;
}

/** Locks the rows that a decision depends on until the transaction ends, where transactions run concurrently. */
export function forUpdate<TB extends keyof Tables, O>(
	query: SelectQueryBuilder<Tables, TB, O>,
	traits: EngineTraits,
): SelectQueryBuilder<Tables, TB, O> {
	return traits.locksRows ? query.forUpdate() : query;
}

/** How many rows a query without columns finds. */
export async function countRows<DB, TB extends keyof DB, O>(
	query: SelectQueryBuilder<DB, TB, O>,
): Promise<number> {
	const counted = query.select(({ fn }) => fn.countAll<number>().as("rows"));
	return (await counted.$castTo<{ rows: number }>().executeTakeFirstOrThrow()).rows;
}

/** Rows as the JSON text that `json_populate_recordset` reads. */
export function recordsText<C extends string>(
	columns: readonly C[],
	rows: readonly Readonly<Record<C, unknown>>[],
): string {
	return placedRecordsText(columns, rows, columns);
}

/** The same of rows with other names. @param names where a row has the value of each column */
export function placedRecordsText<N extends string | number>(
	columns: readonly string[],
	rows: readonly Readonly<Record<N, unknown>>[],
	names: readonly N[],
): string {
	const keys = columns.map((column) => `${JSON.stringify(column)}:`);
	const record = (row: Readonly<Record<N, unknown>>) =>
		`{${names.map((name, place) => keys[place] + valueText(row[name])).join(",")}}`;
	return `[${rows.map(record).join(",")}]`;
}

/** Lone surrogates are replaced by U+FFFD, so that all engines store the same. */
function valueText(value: unknown): string {
	if (typeof value === "string") return JSON.stringify(value.toWellFormed());
	if (value === null || value === undefined) return "null";
	if (typeof value === "number") return String(value);
	if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value).toString("hex")}"`;
	throw new TypeError("a column holds a text, a number, bytes or null");
}

type AnyTables = Record<string, Record<string, unknown>>;

/** The same handle for statements whose table is a parameter, which Kysely cannot type. */
const untyped = (tx: Partial<Tx>) => tx as unknown as Kysely<AnyTables>;

/** A condition: equality, which holds for no row where a value is null. */
const having = (key: object) => (row: ExpressionBuilder<AnyTables, string>) =>
	row.and(Object.entries(key).map(([column, value]) => row(column, "=", value)));

/** The row that has these values, or the given columns of it. */
export function findRow<T extends TableName, C extends keyof Row<T> & string = keyof Row<T> & string>(
	tx: Pick<Tx, "selectFrom">,
	table: T,
	key: Partial<Row<T>>,
	columns?: readonly C[],
): Promise<Pick<Row<T>, C> | undefined> {
	const rows = untyped(tx).selectFrom<string>(table).where(having(key));
	const query = columns ? rows.select([...columns]) : rows.selectAll();
	return query.executeTakeFirst() as Promise<Pick<Row<T>, C> | undefined>;
}

export async function insertRow<T extends TableName>(tx: Tx, table: T, values: InsertObject<Tables, T>) {
	const into = untyped(tx).insertInto<string>(table);
	await into.values(values as object).execute();
}

/** Updates the rows that have the values of `key`. @returns how many there were. */
export async function updateRows<T extends TableName>(
	tx: Tx,
	table: T,
	key: Partial<Row<T>>,
	values: UpdateObject<Tables, T>,
): Promise<number> {
	const query = untyped(tx)
		.updateTable<string>(table)
		.set(values as object);
	return Number((await query.where(having(key)).executeTakeFirst()).numUpdatedRows);
}

/** Updates the only row that has the values of `key`. @returns the row as it is now; `undefined` if there is none. */
export function updateRow<T extends TableName>(
	tx: Tx,
	table: T,
	key: Partial<Row<T>>,
	values: UpdateObject<Tables, T>,
): Promise<Row<T> | undefined> {
	const query = untyped(tx)
		.updateTable<string>(table)
		.set(values as object);
	return query.where(having(key)).returningAll().executeTakeFirst() as Promise<Row<T> | undefined>;
}

/** Deletes the rows that have these values. @returns how many there were. */
export async function deleteRows<T extends TableName>(
	tx: Tx,
	table: T,
	key: Partial<Row<T>>,
): Promise<number> {
	const query = untyped(tx).deleteFrom<string>(table).where(having(key));
	return Number((await query.executeTakeFirst()).numDeletedRows);
}
