import { setTimeout as sleep } from "node:timers/promises";
import { CompiledQuery } from "kysely";
import type { Pool } from "pg";
import { postgresTraits } from "../../platform/db/engine-traits.ts";
import { CommitUnknown } from "../../platform/db/group-commit.ts";
import type { Migration } from "../../platform/db/migrate.ts";
import { openJobPool } from "../../platform/db/postgres/connections.ts";
import { prepareReceipts } from "../../platform/db/postgres/receipts.ts";
import { statementNames } from "../../platform/db/postgres/statement-names.ts";
import { transactOn } from "../../platform/db/postgres/transactions.ts";
import type { CopiedTable } from "../../platform/db/row-copy.ts";
import { tablesOf } from "../../platform/db/sqlite/row-source.ts";
import { columnsByTable, type Replaced, type StateBefore } from "../../platform/db/state-before.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { BackupError } from "./archive-format.ts";
import type { VerifiedArchive } from "./archive-reader.ts";
import { refuseForeignRows } from "./held-rows.ts";
import { loadRows } from "./load-rows.ts";

/** @returns whether the database holds an earlier state. @throws BackupError when it holds rows that must not be replaced, or has other connections. */
export function refuseFilledServer(
	url: string,
	archive: VerifiedArchive,
	migrations: readonly Migration[],
	allowed: { readonly replace: boolean; readonly refuseUsed: boolean },
): Promise<boolean> {
	return onPool(url, (pool) =>
		transactOn(
			pool,
			statementNames(),
		)(async (tx) => {
			if (allowed.refuseUsed) await refuseOthers(tx);
			return refuseForeignRows(tx, await presentTables(tx, migrations), archive.header, allowed.replace);
		}),
	);
}

/**
 * Fills the database from an archive in one transaction, replacing what was there: others see either all of it or none.
 * @param kept the schema to which an earlier state is moved.
 * @throws BackupError, SchemaTooNew, StorageUnavailable
 */
export function fillServer(
	url: string,
	archive: VerifiedArchive,
	migrations: readonly Migration[],
	{
		replace,
		kept,
		keepShut,
	}: { readonly replace: boolean; readonly kept: string; readonly keepShut: Replaced["keepShut"] },
): Promise<void> {
	return inTransaction(url, async (tx) => {
		await prepareReceipts(tx);
		const present = await presentTables(tx, migrations);
		for (const { name } of present) await run(tx, `lock table ${name} in access exclusive mode`);
		const isHeld = await refuseForeignRows(tx, present, archive.header, replace);
		const before = isHeld ? { keepShut, state: await movedAside(tx, present, kept) } : undefined;
		for (const { name } of [...present, { name: "migration" }]) await run(tx, `drop table if exists ${name}`);
		await loadRows(tx, postgresTraits, archive, migrations, before);
	});
}

/** Moves the tables, with their indexes and sequences, into a new schema. */
async function movedAside(tx: Tx, present: readonly CopiedTable[], schema: string): Promise<StateBefore> {
	const { rows: allowed } = await run<{ create: boolean; own: string }>(
		tx,
		`select has_database_privilege(current_database(), 'create') as create, quote_literal(current_schema()) as own`,
	);
	if (!allowed[0]?.create) {
		throw new BackupError(
			"the present state would be kept in a schema of its own, and this user may not create one: `grant create on database` to it, or restore into an empty database",
		);
	}
	await run(tx, `create schema ${schema}`);
	// Whose state it keeps.
	await run(tx, `comment on schema ${schema} is ${allowed[0].own}`);
	for (const { name } of [...present, { name: "migration" }])
		await run(tx, `alter table ${name} set schema ${schema}`);
	const { rows } = await run<{ tbl: string; col: string }>(
		tx,
		`select table_name::text as tbl, column_name::text as col from information_schema.columns where table_schema = '${schema}'`,
	);
	return { schema, columns: columnsByTable(rows) };
}

/** Those of the service's tables that exist. */
async function presentTables(tx: Tx, migrations: readonly Migration[]) {
	const { rows } = await run<{ name: string }>(
		tx,
		"select tablename::text as name from pg_tables where schemaname = current_schema()",
	);
	const names = new Set(rows.map(({ name }) => name));
	return (await tablesOf(migrations)).filter(({ name }) => names.has(name));
}

/** The server takes a moment to notice that a connection was closed; an idle server of Packshot closes its own after half a minute. */
const NOTICED_MS = 5000;
const LOOK_EVERY_MS = 200;

async function refuseOthers(tx: Tx): Promise<void> {
	let others = await otherConnections(tx);
	for (let waitedMs = 0; others > 0 && waitedMs < NOTICED_MS; waitedMs += LOOK_EVERY_MS) {
		await sleep(LOOK_EVERY_MS);
		others = await otherConnections(tx);
	}
	if (others === 0) return;
	throw new BackupError(
		`${others} other connections of Packshot are open to this database: stop its servers first, and wait half a minute`,
	);
}

/** How many connections other processes of Packshot have to this database. */
export async function otherConnections(tx: Tx): Promise<number> {
	const { rows } = await run<{ others: number }>(
		tx,
		`select count(*) as others from pg_stat_activity where datname = current_database()
			and application_name like 'packshot %' and application_name <> current_setting('application_name')`,
	);
	return rows[0]?.others ?? 0;
}

/** The schemas in which states before a restore of this one are kept. */
export function keptSchemas(url: string): Promise<string[]> {
	return onPool(url, async (pool) => {
		const { rows } = await pool.query<{ name: string }>(
			`select nspname::text as name from pg_namespace
				where nspname like 'packshot\\_before\\_%' and obj_description(oid, 'pg_namespace') = current_schema()`,
		);
		return rows.map(({ name }) => name);
	});
}

export function dropSchemas(url: string, names: readonly string[]): Promise<unknown> {
	return onPool(url, (pool) => pool.query(`drop schema ${names.join(", ")} cascade`));
}

function run<R>(tx: Tx, text: string) {
	return tx.executeQuery<R>(CompiledQuery.raw(text) as CompiledQuery<R>);
}

/** Resolves once the transaction is known to be committed, also if the answer to the commit was lost. */
function inTransaction(url: string, work: (tx: Tx) => Promise<void>): Promise<void> {
	return onPool(url, async (pool) => {
		const closing = new AbortController();
		try {
			await transactOn(pool, statementNames(), closing.signal)(work);
		} catch (fault) {
			if (!(fault instanceof CommitUnknown) || !(await fault.committed)) throw fault;
		} finally {
			closing.abort();
		}
	});
}

async function onPool<Result>(url: string, work: (pool: Pool) => Promise<Result>): Promise<Result> {
	const pool = openJobPool(url);
	try {
		return await work(pool);
	} finally {
		await pool.end();
	}
}
