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
import { columnsByTable, type StateBefore } from "../../platform/db/state-before.ts";
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
	{ replace, kept }: { readonly replace: boolean; readonly kept: string },
): Promise<void> {
	return inTransaction(url, async (tx) => {
		await prepareReceipts(tx);
		const present = await presentTables(tx, migrations);
		for (const { name } of present) await run(tx, `lock table ${name} in access exclusive mode`);
		const isHeld = await refuseForeignRows(tx, present, archive.header, replace);
		const before = isHeld ? await movedAside(tx, present, kept) : undefined;
		for (const { name } of [...present, { name: "migration" }]) await run(tx, `drop table if exists ${name}`);
		await loadRows(tx, postgresTraits, archive, migrations, before);
	});
}

/** Moves the tables, with their indexes and sequences, into a new schema. */
async function movedAside(tx: Tx, present: readonly CopiedTable[], schema: string): Promise<StateBefore> {
	const { rows: allowed } = await run<{ create: boolean }>(
		tx,
		`select has_database_privilege(current_database(), 'create') as create`,
	);
	if (!allowed[0]?.create) {
		throw new BackupError(
			"the present state would be kept in a schema of its own, and this user may not create one: `grant create on database` to it, or restore into an empty database",
		);
	}
	await run(tx, `create schema ${schema}`);
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

/** An idle server closes its connections after half a minute. */
async function refuseOthers(tx: Tx): Promise<void> {
	const { rows } = await run<{ others: number }>(
		tx,
		`select count(*) as others from pg_stat_activity
			where datname = current_database() and application_name = 'packshot' and pid <> pg_backend_pid()`,
	);
	if (rows[0]?.others) {
		throw new BackupError(
			`${rows[0].others} other connections of Packshot are open to this database: stop its servers first, and wait half a minute`,
		);
	}
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
