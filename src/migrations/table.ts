import { type CreateTableBuilder, sql } from "kysely";
import type { EngineTraits } from "../platform/db/engine-traits.ts";
import type { Tx } from "../platform/db/tx.ts";

/** Column types by short name: `bigint` holds 53 bits, `key` is an ascending number made by the database. */
type ColumnType = "text" | "integer" | "bigint" | "bytes";

/** `name type` or `name type?` for a column that may be null. */
type Columns = Record<string, ColumnType | `${ColumnType}?`>;

/** Makes a table in the portable subset, on either engine. */
export async function table(
	tx: Tx,
	traits: EngineTraits,
	name: string,
	primaryKey: readonly string[],
	columns: Columns,
): Promise<void> {
	const plain = addColumns(tx.schema.createTable(name), columns, traits);
	const keyed =
		primaryKey.length > 0
			? plain.addPrimaryKeyConstraint(`${name}_key`, primaryKey as [string, ...string[]])
			: plain;
	await keyed.execute();
}

/** A table whose rows get an ascending `id` from the database. */
export async function numberedTable(
	tx: Tx,
	traits: EngineTraits,
	name: string,
	columns: Columns,
): Promise<void> {
	const numbered = tx.schema
		.createTable(name)
		.addColumn("id", traits.bigInteger, (column) =>
			traits.numbersRowsByIdentity
				? column.generatedAlwaysAsIdentity().primaryKey()
				: column.primaryKey().autoIncrement(),
		);
	await addColumns(numbered, columns, traits).execute();
}

function addColumns<T extends string, C extends string>(
	builder: CreateTableBuilder<T, C>,
	columns: Columns,
	traits: EngineTraits,
): CreateTableBuilder<T, string> {
	const types = columnTypes(traits);
	return Object.entries(columns).reduce<CreateTableBuilder<T, string>>((built, [name, written]) => {
		const type = types[written.replace("?", "") as ColumnType];
		return built.addColumn(name, type, (column) => (written.endsWith("?") ? column : column.notNull()));
	}, builder);
}

function columnTypes(traits: EngineTraits) {
	return {
		text: sql.raw<string>(traits.text),
		integer: "integer",
		bigint: traits.bigInteger,
		bytes: sql.raw<string>(traits.binary),
	} as const;
}

/** Named after the table and its columns. */
export async function index(
	tx: Tx,
	table: string,
	columns: readonly string[],
	unique?: "unique",
): Promise<void> {
	const builder = tx.schema
		.createIndex(`${table}_by_${columns.join("_")}`)
		.on(table)
		.columns([...columns]);
	await (unique ? builder.unique() : builder).execute();
}

/** Adds columns that may be null to a table that is there. */
export async function addedColumns(
	tx: Tx,
	traits: EngineTraits,
	table: string,
	columns: Columns,
): Promise<void> {
	const types = columnTypes(traits);
	for (const [name, written] of Object.entries(columns)) {
		await tx.schema
			.alterTable(table)
			.addColumn(name, types[written.replace("?", "") as ColumnType])
			.execute();
	}
}
