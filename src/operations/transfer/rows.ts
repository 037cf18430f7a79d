import { createHash } from "node:crypto";
import { type RawBuilder, sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";
import type { TableShape } from "./shapes.ts";

/** A row in the same form from both engines: texts, numbers, bytes and nulls in column order. */
export type Values = readonly unknown[];

/** A row, or several equal rows of a table without a key. */
export interface Entry {
	readonly key: Values;
	readonly values: Values;
	/** Number of such rows; 1 where there is a key. */
	readonly copies: number;
}

/** Entries by the canonical text of their key, in the order of their table. */
export type Entries = ReadonlyMap<string, Entry>;

export interface Page {
	readonly entries: Entries;
	/** Values of the order's columns after which the next page starts; `undefined` after the last. */
	readonly last: Values | undefined;
}

export const PAGE_ROWS = 1000;
/** Keys per statement: more would nest the statement too deeply for SQLite. */
const KEYS_AT_ONCE = 100;

/** One page of a table in its order, which is byte order on every engine. */
export async function readPage(db: Database, shape: TableShape, after: Values | undefined): Promise<Page> {
	const rows = await selectRows(db, shape, after ? behind(shape, after) : sql`1 = 1`, PAGE_ROWS);
	const entries = entriesOf(shape, rows);
	if (rows.length < PAGE_ROWS) return { entries, last: undefined };
	const last = orderOf(shape, rows.at(-1) ?? []);
	if (shape.counted) await completeLast(db, shape, entries, last);
	return { entries, last };
}

/** All entries after one position in the order, up to and including another. */
export async function readRange(
	db: Database,
	shape: TableShape,
	after: Values | undefined,
	upTo: Values | undefined,
): Promise<Entries> {
	const from = after ? behind(shape, after) : sql`1 = 1`;
	const to = upTo ? sql`(${columnList(shape.order)}) <= (${valueList(upTo)})` : sql`1 = 1`;
	return entriesOf(shape, await selectRows(db, shape, sql`${from} and ${to}`));
}

/** The entries of some keys; missing ones are left out. */
export async function readKeys(db: Database, shape: TableShape, keys: readonly Values[]): Promise<Entries> {
	const found = new Map<string, Entry>();
	for (const part of partsOf(keys, KEYS_AT_ONCE)) {
		const condition = anyOf(shape, part);
		for (const [text, entry] of entriesOf(shape, await selectRows(db, shape, condition))) {
			found.set(text, entry);
		}
	}
	return found;
}

/** A list in parts of at most this size. */
export function* partsOf<T>(list: readonly T[], size: number): Generator<readonly T[]> {
	for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}

/** A condition that matches the rows of these keys. */
export function anyOf(shape: Pick<TableShape, "key">, keys: readonly Values[]): RawBuilder<unknown> {
	return sql`(${sql.join(
		keys.map((key) => equal(shape.key, key)),
		sql` or `,
	)})`;
}

function equal(columns: readonly string[], values: Values): RawBuilder<unknown> {
	const each = columns.map((column, place) =>
		values[place] === null ? sql`${sql.ref(column)} is null` : sql`${sql.ref(column)} = ${values[place]}`,
	);
	return sql`(${sql.join(each, sql` and `)})`;
}

export async function countRows(db: Database, { name }: Pick<TableShape, "name">): Promise<number> {
	const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(db.scan);
	return rows[0]?.n ?? 0;
}

/** A key or a row as a text that is the same on every engine. */
export function canonical(values: Values): string {
	return JSON.stringify(values, (_, value) =>
		value instanceof Uint8Array ? { bytes: Buffer.from(value).toString("base64") } : value,
	);
}

/** SHA-256 over the canonical texts of entries, sorted: engines order rows that are equal in the order's columns differently. */
export function digestOf(entries: Entries): string {
	const lines = Array.from(entries.values(), ({ values, copies }) => `${copies} ${canonical(values)}\n`);
	return createHash("sha256").update(lines.sort().join("")).digest("hex");
}

/** Keys whose entries differ, or that only one side has. */
export function differingKeys(left: Entries, right: Entries): Values[] {
	const keys: Values[] = [];
	for (const [text, entry] of left) if (!isSame(entry, right.get(text))) keys.push(entry.key);
	for (const [text, entry] of right) if (!left.has(text)) keys.push(entry.key);
	return keys;
}

/** Whether two rows are equal, or both absent. */
export function isSame(left: Entry | undefined, right: Entry | undefined): boolean {
	if (!left || !right) return left === right;
	return left.copies === right.copies && canonical(left.values) === canonical(right.values);
}

async function selectRows(
	db: Database,
	{ name, columns, order }: TableShape,
	condition: RawBuilder<unknown>,
	limit?: number,
): Promise<Values[]> {
	const { rows } = await sql<Record<string, unknown>>`select ${columnList(columns)} from ${sql.table(name)}
		where ${condition} order by ${columnList(order)} ${limit === undefined ? sql`` : sql`limit ${sql.lit(limit)}`}`.execute(
		db.scan,
	);
	return rows.map((row) => columns.map((column) => row[column]));
}

function entriesOf({ columns, key }: TableShape, rows: readonly Values[]): Map<string, Entry> {
	const places = key.map((column) => columns.indexOf(column));
	const entries = new Map<string, Entry>();
	for (const values of rows) {
		const ownKey = places.map((place) => values[place]);
		const text = canonical(ownKey);
		entries.set(text, { key: ownKey, values, copies: (entries.get(text)?.copies ?? 0) + 1 });
	}
	return entries;
}

/** The end of a page may have separated rows that are equal in the ordering columns. */
async function completeLast(
	db: Database,
	shape: TableShape,
	entries: Map<string, Entry>,
	last: Values,
): Promise<void> {
	const rows = await selectRows(db, shape, equal(shape.order, last));
	for (const [text, entry] of entriesOf(shape, rows)) entries.set(text, entry);
}

function orderOf({ columns, order }: TableShape, row: Values): Values {
	return order.map((column) => row[columns.indexOf(column)]);
}

function behind({ order }: TableShape, after: Values): RawBuilder<unknown> {
	return sql`(${columnList(order)}) > (${valueList(after)})`;
}

function columnList(columns: readonly string[]): RawBuilder<unknown> {
	return sql.join(columns.map((column) => sql.ref(column)));
}

function valueList(values: Values): RawBuilder<unknown> {
	return sql.join(values.map((value) => sql`${value}`));
}
