import { sqliteTraits } from "../engine-traits.ts";
import { type Migration, migrate } from "../migrate.ts";
import {
	type ColumnKind,
	type CopiedRow,
	type CopiedTable,
	copiedRow,
	type DeclaredTable,
	knownSteps,
	ROWS_AT_ONCE,
	type RowSource,
} from "../row-copy.ts";
import { openSqlite, type SqliteConnection } from "./connection.ts";
import { transactOn } from "./writer.ts";

/** Opens a snapshot of a file for copying, while a server keeps writing to it. @throws SchemaTooNew */
export async function openSqliteSource(file: string, migrations: readonly Migration[]): Promise<RowSource> {
	const connection = openSqlite(file, "reading");
	let isOpen = true;
	connection.exec("BEGIN");
	try {
		const applied = connection.all("select name from migration order by position", []).rows;
		const names = applied.map((row) => (row as { name: string }).name);
		return {
			migrations: names,
			tables: await tablesOf(knownSteps(names, migrations)),
			rows: (table) => pages(connection, table),
			async count(table, where = "true") {
				const [row] = connection.all(`select count(*) as found from ${table} where ${where}`, []).rows;
				return (row as { found: number }).found;
			},
			async close() {
				if (!isOpen) return;
				isOpen = false;
				endSnapshot(connection);
			},
		};
	} catch (fault) {
		endSnapshot(connection);
		throw fault;
	}
}

/** A closed connection keeps its snapshot until its statements are collected, and with it the log. */
function endSnapshot(connection: SqliteConnection): void {
	connection.exec("ROLLBACK");
	connection.close();
}

async function* pages(connection: SqliteConnection, table: CopiedTable): AsyncIterable<readonly CopiedRow[]> {
	const columns = table.columns.join(", ");
	const text = `select rowid as place, ${columns} from ${table.name} where rowid > ? order by rowid limit ${ROWS_AT_ONCE}`;
	let after = 0;
	for (;;) {
		const { rows } = connection.all(text, [after]);
		if (rows.length === 0) return;
		after = (rows.at(-1) as { place: number }).place;
		yield rows.map((row) => copiedRow(table, row));
	}
}

/** The tables that the schema steps create, ignoring anything else in a database; the table of migrations itself is excluded. */
export async function tablesOf(migrations: readonly Migration[]): Promise<readonly DeclaredTable[]> {
	const connection = openSqlite(":memory:", "writing");
	try {
		await transactOn(connection)((tx) => migrate(tx, migrations, sqliteTraits));
		const { rows } = connection.all(COLUMNS, []);
		const tables = new Map<string, { name: string; columns: string[]; kinds: ColumnKind[] }>();
		for (const { tbl, col, kind } of rows as { tbl: string; col: string; kind: ColumnKind }[]) {
			const table = tables.get(tbl) ?? { name: tbl, columns: [], kinds: [] };
			table.columns.push(col);
			table.kinds.push(kind);
			tables.set(tbl, table);
		}
		return [...tables.values()];
	} finally {
		connection.close();
	}
}

const COLUMNS = `select t.name as tbl, c.name as col, lower(c.type) as kind
	from sqlite_schema as t join pragma_table_info(t.name) as c
	where t.type = 'table' and t.name <> 'migration' and t.name not like 'sqlite\\_%' escape '\\' order by t.name, c.cid`;
