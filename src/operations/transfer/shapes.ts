import { CompiledQuery } from "kysely";
import type { Database } from "../../platform/db/database.ts";

/** What a transfer has to know about a table. */
export interface TableShape {
	readonly name: string;
	readonly columns: readonly string[];
	/** Columns that identify its rows: the primary key, or all of them if there is none. */
	readonly key: readonly string[];
	/** Columns by which rows are ordered: those key columns that are never null. */
	readonly order: readonly string[];
	/** There is no primary key: rows may occur several times. */
	readonly counted: boolean;
	/** The column whose values the database generates. */
	readonly numbered: string | null;
}

/** The databases are incompatible, or a table cannot be transferred. */
export class MoveRefused extends Error {
	override readonly name = "MoveRefused";
}

/** Tables that each side keeps for itself. */
const OWN = new Set(["migration", "service_state", "move_change", "move_progress", "commit_receipt"]);

interface ColumnRow {
	readonly table_name: string;
	readonly column_name: string;
	readonly key_place: number;
	readonly may_be_null: number;
	readonly is_numbered: number;
}

export async function tableNames(db: Database): Promise<Set<string>> {
	return new Set((await columnRows(db)).map((row) => row.table_name));
}

/** Every table whose rows are transferred, by name. @throws MoveRefused */
export async function movableTables(db: Database): Promise<TableShape[]> {
	const tables = groupByTable(await columnRows(db));
	return [...tables].filter(([name]) => !OWN.has(name)).map(([name, rows]) => shapeOf(name, rows));
}

/** @throws MoveRefused when the tables or their columns differ. Keys may differ: a partitioned table has a longer one. */
export function requireSameShapes(source: readonly TableShape[], target: readonly TableShape[]): void {
	const text = ({ name, columns }: TableShape) => `${name}(${[...columns].sort()})`;
	const there = new Set(target.map(text));
	const odd = source.find((shape) => !there.has(text(shape)));
	if (odd || source.length !== target.length) {
		throw new MoveRefused(
			`the two databases do not have the same tables${odd ? `: ${odd.name} differs` : ""}`,
		);
	}
}

async function columnRows({ scan, traits }: Database): Promise<ColumnRow[]> {
	return (await scan.executeQuery<ColumnRow>(CompiledQuery.raw(traits.changeCapture.columns))).rows;
}

function groupByTable(rows: readonly ColumnRow[]): Map<string, ColumnRow[]> {
	const tables = new Map<string, ColumnRow[]>();
	for (const row of rows) {
		const table = tables.get(row.table_name);
		if (table) table.push(row);
		else tables.set(row.table_name, [row]);
	}
	return tables;
}

function shapeOf(name: string, rows: readonly ColumnRow[]): TableShape {
	const columns = rows.map((row) => row.column_name);
	const key = rows
		.filter((row) => row.key_place > 0)
		.sort((a, b) => a.key_place - b.key_place)
		.map((row) => row.column_name);
	const counted = key.length === 0;
	const valued = rows.filter((row) => !row.may_be_null).map((row) => row.column_name);
	if (counted && valued.length === 0) {
		throw new MoveRefused(`table ${name} has no column that always has a value: its rows have no order`);
	}
	const numbered = rows.find((row) => row.is_numbered)?.column_name ?? null;
	const identity = counted ? { key: columns, order: valued } : { key, order: key };
	return { name, columns, ...identity, counted, numbered };
}
