import { CompiledQuery } from "kysely";
import type { EngineTraits } from "./engine-traits.ts";
import { type Migration, SchemaTooNew } from "./migrate.ts";
import { recordsText } from "./rows.ts";
import type { Tx } from "./tx.ts";

/** What a column of the portable schema holds. */
export type CopiedValue = string | number | Uint8Array | null;
/** Values in the order of the table's columns. */
export type CopiedRow = readonly CopiedValue[];

export interface CopiedTable {
	readonly name: string;
	readonly columns: readonly string[];
}

/** What the columns of the portable schema hold; every one may be null here, which the schema itself decides. */
export type ColumnKind = "text" | "integer" | "blob";

/** A table as the schema steps create it. */
export interface DeclaredTable extends CopiedTable {
	/** In the order of the columns. */
	readonly kinds: readonly ColumnKind[];
}

/** A snapshot of every row of a database, for as long as this is open. */
export interface RowSource {
	/** The schema steps that were applied to the database, oldest first. */
	readonly migrations: readonly string[];
	/** All tables except that of the migrations. */
	readonly tables: readonly CopiedTable[];
	/** The rows of a table, a few thousand at a time. */
	rows(table: CopiedTable): AsyncIterable<readonly CopiedRow[]>;
	/** How many rows of a table fulfil a condition, in SQL. */
	count(table: string, where?: string): Promise<number>;
	/** May be called more than once. */
	close(): Promise<void>;
}

/** Rows read at a time. */
export const ROWS_AT_ONCE = 2000;

/** The steps that lead to a schema of these names. @throws SchemaTooNew when one is unknown. */
export function knownSteps(names: readonly string[], migrations: readonly Migration[]): readonly Migration[] {
	const unknown = names.find((name, index) => migrations[index]?.name !== name);
	if (unknown !== undefined) {
		throw new SchemaTooNew(`the data holds migration "${unknown}", which this version does not know`);
	}
	return migrations.slice(0, names.length);
}

/** The names of a row's values turned into their places. */
export function copiedRow(table: CopiedTable, row: unknown): CopiedRow {
	const values = row as Readonly<Record<string, CopiedValue>>;
	return table.columns.map((column) => values[column] ?? null);
}

/** Inserts rows of another database, with the numbers they had there. */
export async function insertCopied(
	tx: Tx,
	traits: EngineTraits,
	table: CopiedTable,
	rows: readonly CopiedRow[],
): Promise<void> {
	if (rows.length === 0) return;
	const names = table.columns.join(", ");
	if (traits.insertsFromJson) {
		const source = `select ${names} from json_populate_recordset(null::${table.name}, $1)`;
		const text = `insert into ${table.name} (${names}) overriding system value ${source}`;
		await tx.executeQuery(CompiledQuery.raw(text, [recordsText(table.columns, rows)]));
		return;
	}
	const places = table.columns.map(() => "?").join(", ");
	const text = `insert into ${table.name} (${names}) values (${places})`;
	for (const row of rows) await tx.executeQuery(CompiledQuery.raw(text, [...row]));
}

/** After the last row: numbers generated from now on follow the copied ones. */
export async function continueNumbering(tx: Tx, traits: EngineTraits, table: CopiedTable): Promise<void> {
	if (!traits.numbersRowsByIdentity || !table.columns.includes("id")) return;
	const sequence = `pg_get_serial_sequence('${table.name}', 'id')`;
	const text = `select setval(${sequence}, max(id)) from ${table.name} having max(id) is not null`;
	await tx.executeQuery(CompiledQuery.raw(text));
}
