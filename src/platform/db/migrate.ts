import { sql } from "kysely";
import type { EngineTraits } from "./engine-traits.ts";
import type { Tx } from "./tx.ts";

/** One step of the schema, in the portable subset: text, integer and blob columns, names without quoting. */
export interface Migration {
	readonly name: string;
	readonly up: (tx: Tx, traits: EngineTraits) => Promise<void>;
}

/** The database was written by a newer version of the program. */
export class SchemaTooNew extends Error {
	override readonly name = "SchemaTooNew";
}

/** No installation exists at the configured location: most likely the folder or database is mistyped. */
export class NoInstallation extends Error {
	override readonly name = "NoInstallation";
}

/** Brings the schema up to date inside the caller's transaction. Steps are only ever appended. @returns the names of those that were applied. */
export async function migrate(
	tx: Tx,
	migrations: readonly Migration[],
	traits: EngineTraits,
): Promise<string[]> {
	await sql`create table if not exists migration (name text primary key, position integer not null)`.execute(
		tx,
	);
	const { rows } = await sql<{ name: string }>`select name from migration order by position`.execute(tx);
	const unknown = rows.find((row, index) => migrations[index]?.name !== row.name);
	if (unknown) {
		throw new SchemaTooNew(
			`the database holds migration "${unknown.name}", which this version does not know`,
		);
	}
	const applied: string[] = [];
	for (const [position, migration] of migrations.entries()) {
		if (position < rows.length) continue;
		await migration.up(tx, traits);
		await sql`insert into migration (name, position) values (${migration.name}, ${position})`.execute(tx);
		applied.push(migration.name);
	}
	return applied;
}
