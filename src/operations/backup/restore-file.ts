import { existsSync, rmSync } from "node:fs";
import { rename } from "node:fs/promises";
import { sqliteTraits } from "../../platform/db/engine-traits.ts";
import { type Migration, SchemaTooNew } from "../../platform/db/migrate.ts";
import {
	type ConnectionUse,
	openSqlite,
	type SqliteConnection,
} from "../../platform/db/sqlite/connection.ts";
import { createSqliteKysely, onThisThread } from "../../platform/db/sqlite/dialect.ts";
import { tablesOf } from "../../platform/db/sqlite/row-source.ts";
import { transactOn } from "../../platform/db/sqlite/writer.ts";
import { plainFault } from "../../platform/plain-fault.ts";
import { makePrivateFile } from "../../platform/private-file.ts";
import { syncFile } from "../../platform/sync-file.ts";
import { BackupError } from "./archive-format.ts";
import type { VerifiedArchive } from "./archive-reader.ts";
import { refuseForeignRows } from "./held-rows.ts";
import { loadRows } from "./load-rows.ts";

const BUSY_MILLISECONDS = 2000;

/** @throws BackupError when the file holds rows that must not be replaced. */
export async function refuseFilledFile(
	file: string,
	archive: VerifiedArchive,
	migrations: readonly Migration[],
	replace: boolean,
): Promise<void> {
	if (!existsSync(file)) return;
	await withFile(file, "reading", async (connection) => {
		const { rows } = connection.all("select name from sqlite_schema where type = 'table'", []);
		const present = new Set(rows.map((row) => (row as { name: string }).name));
		const tables = (await tablesOf(migrations)).filter(({ name }) => present.has(name));
		await refuseForeignRows(createSqliteKysely(onThisThread(connection)), tables, archive.header, replace);
	});
}

/**
 * Builds a database file from an archive; it is complete, verified and on disk when this resolves. Writes here cannot be rolled back, so the
 * file is deleted on failure. @throws BackupError, SchemaTooNew
 */
export async function makeFile(
	file: string,
	archive: VerifiedArchive,
	migrations: readonly Migration[],
): Promise<void> {
	removeFile(file);
	try {
		makePrivateFile(file);
		await withFile(file, "writing", async (connection) => {
			// No write-ahead log, because only the file itself is renamed. The server creates the log.
			connection.exec("PRAGMA journal_mode = MEMORY");
			connection.exec("PRAGMA synchronous = OFF");
			await transactOn(connection)((tx) => loadRows(tx, sqliteTraits, archive, migrations));
			requireIntact(connection);
		});
		await syncFile(file);
	} catch (fault) {
		removeFile(file);
		if (fault instanceof BackupError || fault instanceof SchemaTooNew) throw fault;
		throw new BackupError(`cannot create ${file}: ${plainFault(fault)}`, { cause: fault });
	}
}

/** Replaces the database file: the moment at which the restore takes effect. The caller syncs the folder, so that a failure here precedes it. */
export async function replaceDatabase(made: string, file: string): Promise<void> {
	// The old file's log must not end up beside the new file.
	if (existsSync(file)) {
		await withFile(file, "writing", async (old) => checkpointLog(old, file));
		for (const ending of LOGS) rmSync(`${file}${ending}`, { force: true });
	}
	await rename(made, file);
}

const LOGS = ["-wal", "-shm", "-journal"];

export function removeFile(file: string): void {
	for (const ending of ["", ...LOGS]) rmSync(`${file}${ending}`, { force: true });
}

function checkpointLog(connection: SqliteConnection, file: string): void {
	const [row] = connection.all("PRAGMA wal_checkpoint(TRUNCATE)", []).rows as { busy: number }[];
	if (row?.busy !== 0) throw new BackupError(`${file} is in use by another process`);
}

function requireIntact(connection: SqliteConnection): void {
	const { rows } = connection.all("pragma integrity_check", []);
	const result = rows.flatMap((row) => Object.values(row as Record<string, string>));
	if (result.join() !== "ok") throw new BackupError(`the restored database is not intact: ${result[0]}`);
}

async function withFile(
	file: string,
	use: ConnectionUse,
	work: (connection: SqliteConnection) => Promise<void>,
): Promise<void> {
	const connection = openSqlite(file, use, BUSY_MILLISECONDS);
	try {
		await work(connection);
	} finally {
		connection.close();
	}
}
