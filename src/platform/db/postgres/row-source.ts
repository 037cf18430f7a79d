import type { Migration } from "../migrate.ts";
import {
	type CopiedRow,
	type CopiedTable,
	copiedRow,
	knownSteps,
	ROWS_AT_ONCE,
	type RowSource,
} from "../row-copy.ts";
import { tablesOf } from "../sqlite/row-source.ts";
import type { RunStatement } from "../statement-dialect.ts";
import { openJobPool, statementsOn, takeConnection } from "./connections.ts";

/**
 * Opens a snapshot of a database for copying, while servers keep writing to it. @param schema another one than that of the connection
 * @throws StorageUnavailable, SchemaTooNew
 */
export async function openPostgresSource(
	url: string,
	migrations: readonly Migration[],
	schema?: string,
): Promise<RowSource> {
	const pool = openJobPool(url);
	const client = await takeConnection(pool);
	let isOpen = true;
	const close = async () => {
		if (!isOpen) return;
		isOpen = false;
		client.release(true);
		await pool.end();
	};
	try {
		const run = statementsOn(client);
		await run("begin isolation level repeatable read read only", []);
		if (schema !== undefined) await run(`set local search_path to ${schema}`, []);
		const applied = (await run("select name from migration order by position", [])).rows;
		const names = applied.map((row) => (row as { name: string }).name);
		const tables = await tablesOf(knownSteps(names, migrations));
		const count = async (table: string, where = "true") => {
			const [row] = (await run(`select count(*) as found from ${table} where ${where}`, [])).rows;
			return Number((row as { found: number | string }).found);
		};
		return { migrations: names, tables, rows: (table) => pages(run, table), count, close };
	} catch (fault) {
		await close();
		throw fault;
	}
}

async function* pages(run: RunStatement, table: CopiedTable): AsyncIterable<readonly CopiedRow[]> {
	const columns = table.columns.join(", ");
	await run(`declare copied no scroll cursor for select ${columns} from ${table.name}`, []);
	try {
		for (;;) {
			const { rows } = await run(`fetch ${ROWS_AT_ONCE} from copied`, []);
			if (rows.length === 0) break;
			yield rows.map((row) => copiedRow(table, row));
		}
	} finally {
		// The caller stops iterating once it has found what it needs.
		await run("close copied", []);
	}
}
