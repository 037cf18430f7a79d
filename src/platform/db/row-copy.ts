import { CompiledQuery } from "kysely";
import type { EngineTraits } from "./engine-traits.ts";
import { type Migration, SchemaTooNew } from "./migrate.ts";
import { placedRecordsText } from "./rows.ts";
import type { Tx } from "./tx.ts";

/** Value of a column in the portable schema. */
export type CopiedValue = string | number | Uint8Array | null;
/** Values in the order of the table's columns. */
export type CopiedRow = readonly CopiedValue[];

export interface CopiedTable {
	readonly name: string;
	readonly columns: readonly string[];
}

/** Type of a column in the portable schema; nullability is left to the schema itself. */
export type ColumnKind = "text" | "integer" | "blob";

/** A table as created by the schema steps. */
export interface DeclaredTable extends CopiedTable {
	readonly kinds: readonly ColumnKind[];
}

/** A snapshot of all rows of a database, valid until it is closed. */
export interface RowSource {
	/** The schema steps that were applied to the database, oldest first. */
	readonly migrations: readonly string[];
	/** All tables except that of the migrations. */
	readonly tables: readonly CopiedTable[];
	rows(table: CopiedTable): AsyncIterable<readonly CopiedRow[]>;
	/** Number of rows of a table that satisfy an SQL condition. */
	count(table: string, where?: string): Promise<number>;
	/** May be called more than once. */
	close(): Promise<void>;
}

/** Rows read at a time. */
export const ROWS_AT_ONCE = 2000;

/** The steps that produced a schema with these names. @throws SchemaTooNew when one is unknown. */
export function knownSteps(names: readonly string[], migrations: readonly Migration[]): readonly Migration[] {
	const unknown = names.find((name, index) => migrations[index]?.name !== name);
	if (unknown !== undefined) {
		throw new SchemaTooNew(`the data holds migration "${unknown}", which this version does not know`);
	}
	return migrations.slice(0, names.length);
}

/** Converts a row from values by column name to values by position. */
export function copiedRow(table: CopiedTable, row: unknown): CopiedRow {
	const values = row as Readonly<Record<string, CopiedValue>>;
	return table.columns.map((column) => values[column] ?? null);
}

/** Inserts rows of another database, keeping their numbers. @param onConflict a clause for rows that conflict with others; without one, they fail. */
export async function insertCopied(
	tx: Tx,
	traits: EngineTraits,
	table: CopiedTable,
	rows: readonly (readonly unknown[])[],
	onConflict = "",
): Promise<void> {
	if (rows.length === 0) return;
	const names = table.columns.join(", ");
	if (traits.insertsFromJson) {
		const source = `select ${names} from json_populate_recordset(null::${table.name}, $1)`;
		const text = `insert into ${table.name} (${names}) overriding system value ${source} ${onConflict}`;
		await tx.executeQuery(
			CompiledQuery.raw(text, [placedRecordsText(table.columns, rows, [...table.columns.keys()])]),
		);
		return;
	}
	const places = table.columns.map(() => "?").join(", ");
	const text = `insert into ${table.name} (${names}) values (${places}) ${onConflict}`;
	for (const row of rows) await tx.executeQuery(CompiledQuery.raw(text, [...row]));
}

/** To be called after the last row: numbers generated from now on follow the copied ones. */
export async function continueNumbering(tx: Tx, traits: EngineTraits, table: CopiedTable): Promise<void> {
	if (!table.columns.includes("id")) return;
	for (const text of traits.changeCapture.continueNumbers(table.name, "id"))
		await tx.executeQuery(CompiledQuery.raw(text));
}
