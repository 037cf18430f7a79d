import { CompiledQuery } from "kysely";
import type { CopiedTable } from "./row-copy.ts";
import type { Tx } from "./tx.ts";

/** The tables as they were before a restore, within reach of the transaction that restores. Another version may have made them. */
export interface StateBefore {
	/** The name of the schema that they are in. */
	readonly schema: string;
	/** Columns by table. */
	readonly columns: ReadonlyMap<string, ReadonlySet<string>>;
}

export function columnsByTable(
	columns: readonly { readonly tbl: string; readonly col: string }[],
): StateBefore["columns"] {
	const tables = new Map<string, Set<string>>();
	for (const { tbl, col } of columns) tables.set(tbl, (tables.get(tbl) ?? new Set()).add(col));
	return tables;
}

interface Rows {
	readonly table: string;
	/** Columns that identify a row. */
	readonly key: readonly string[];
	/** SQL about the row, which is `before` in the state before and has the name of its table in the restored one. */
	readonly where?: string;
}

/** How rooms carry over what must outlast a restore. A table or column that the state before does not have is left as it is. */
export interface CarryOver {
	readonly tx: Tx;
	readonly nowMs: number;
	/** Adds rows that the restored state does not have. @param rows.instead SQL for the values of columns; null leaves a column out. */
	add(rows: Rows & { readonly instead?: Readonly<Record<string, string | null>> }): Promise<void>;
	/** Changes columns of rows that both states have. @param rows.set SQL by column, or names of columns that are taken over as they are. */
	change(rows: Rows & { readonly set: readonly string[] | Readonly<Record<string, string>> }): Promise<void>;
	/** Removes rows that the state before does not have. */
	remove(rows: Rows): Promise<void>;
	/** The table in the state before, to be named in SQL; `undefined` if it has none. */
	nameOf(table: string): string | undefined;
}

/** What is replaced, and how what was shut in it is carried over. */
export interface Replaced {
	readonly state: StateBefore;
	readonly keepShut: (state: CarryOver) => Promise<void>;
}

/** @param restored the tables of the restored state. */
export function carryOver(
	tx: Tx,
	{ schema, columns }: StateBefore,
	restored: readonly CopiedTable[],
	nowMs: number,
): CarryOver {
	const columnsOf = new Map(restored.map((table) => [table.name, table.columns]));
	const run = (text: string) => tx.executeQuery(CompiledQuery.raw(text));
	const nameOf = (table: string) => (columns.has(table) ? `${schema}.${table}` : undefined);
	const isSame = ({ table, key }: Rows) =>
		key.map((column) => `${table}.${column} = before.${column}`).join(" and ");
	return {
		tx,
		nowMs,
		nameOf,
		async add({ instead = {}, ...rows }) {
			const from = nameOf(rows.table);
			const common = (columnsOf.get(rows.table) ?? []).filter((column) =>
				columns.get(rows.table)?.has(column),
			);
			if (from === undefined) return;
			const taken = common.filter((column) => instead[column] !== null);
			const values = taken.map((column) => instead[column] ?? `before.${column}`);
			await run(`insert into ${rows.table} (${taken.join(", ")}) select ${values.join(", ")} from ${from} as before
				where ${rows.where ?? "true"} and not exists (select 1 from ${rows.table} where ${isSame(rows)})`);
		},
		async change({ set, ...rows }) {
			const from = nameOf(rows.table);
			const known = columns.get(rows.table);
			if (from === undefined || known === undefined) return;
			const pairs = Array.isArray(set)
				? set.map((column) => [column, `before.${column}`])
				: Object.entries(set);
			const values = pairs.filter(([column]) => known.has(column)).map((pair) => pair.join(" = "));
			if (values.length === 0) return;
			await run(`update ${rows.table} set ${values.join(", ")} from ${from} as before
				where ${isSame(rows)} and ${rows.where ?? "true"}`);
		},
		async remove(rows) {
			const from = nameOf(rows.table);
			if (from === undefined) return;
			await run(`delete from ${rows.table} where ${rows.where ?? "true"}
				and not exists (select 1 from ${from} as before where ${isSame(rows)})`);
		},
	};
}
