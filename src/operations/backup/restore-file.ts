import { existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { copyFile, link, rename } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
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
import { columnsByTable, type Replaced, type StateBefore } from "../../platform/db/state-before.ts";
import { plainFault } from "../../platform/plain-fault.ts";
import { makePrivateFile } from "../../platform/private-file.ts";
import { syncFile } from "../../platform/sync-file.ts";
import { BackupError } from "./archive-format.ts";
import type { VerifiedArchive } from "./archive-reader.ts";
import { refuseForeignRows } from "./held-rows.ts";
import { loadRows } from "./load-rows.ts";

const BUSY_MILLISECONDS = 2000;

/** @returns whether the file holds an earlier state. @throws BackupError when it holds rows that must not be replaced. */
export async function refuseFilledFile(
	file: string,
	archive: VerifiedArchive,
	migrations: readonly Migration[],
	replace: boolean,
): Promise<boolean> {
	if (!existsSync(file)) return false;
	return withFile(file, "reading", async (connection) => {
		const { rows } = connection.all("select name from sqlite_schema where type = 'table'", []);
		const present = new Set(rows.map((row) => (row as { name: string }).name));
		const tables = (await tablesOf(migrations)).filter(({ name }) => present.has(name));
		return refuseForeignRows(createSqliteKysely(onThisThread(connection)), tables, archive.header, replace);
	});
}

/**
 * Builds a database file from an archive; it is complete, verified and on disk when this resolves. Writes here cannot be rolled back, so the
 * file is deleted on failure. @param before the file that is to be replaced. @throws BackupError, SchemaTooNew
 */
export async function makeFile(
	file: string,
	archive: VerifiedArchive,
	migrations: readonly Migration[],
	before?: { readonly file: string; readonly keepShut: Replaced["keepShut"] },
): Promise<void> {
	removeFile(file);
	try {
		makePrivateFile(file);
		await withFile(file, "writing", async (connection) => {
			// No write-ahead log, because only the file itself is renamed. The server creates the log.
			connection.exec("PRAGMA journal_mode = MEMORY");
			connection.exec("PRAGMA synchronous = OFF");
			const replaced = before && { ...before, state: attached(connection, before.file) };
			await transactOn(connection)((tx) => loadRows(tx, sqliteTraits, archive, migrations, replaced));
			requireIntact(connection);
		});
		await syncFile(file);
	} catch (fault) {
		removeFile(file);
		if (fault instanceof BackupError || fault instanceof SchemaTooNew) throw fault;
		throw new BackupError(`cannot create ${file}: ${plainFault(fault)}`, { cause: fault });
	}
}

const BEFORE = "before";

/** Brings the tables of another file within reach of a connection. */
function attached(connection: SqliteConnection, file: string): StateBefore {
	connection.all(`attach database ? as ${BEFORE}`, [file]);
	const { rows } = connection.all(
		`select t.name as tbl, c.name as col from ${BEFORE}.sqlite_schema as t
			join pragma_table_info(t.name, '${BEFORE}') as c where t.type = 'table'`,
		[],
	);
	return { schema: BEFORE, columns: columnsByTable(rows as { tbl: string; col: string }[]) };
}

/**
 * Replaces the database file: the moment at which the restore takes effect. The caller syncs the folder, so that a failure here precedes it.
 * @param kept the file that the replaced database becomes.
 */
export async function replaceDatabase(made: string, file: string, kept?: string): Promise<void> {
	// The old file's log must not end up beside the new file.
	if (existsSync(file)) {
		await withFile(file, "writing", async (old) => checkpointLog(old, file));
		for (const ending of LOGS) rmSync(`${file}${ending}`, { force: true });
		if (kept !== undefined) await keepAside(file, kept);
	}
	await rename(made, file);
}

/**
 * Gives the file a second name, so that there is a database under the first one at every moment. Where files cannot have two, it is copied.
 */
async function keepAside(file: string, kept: string): Promise<void> {
	const unfinished = `${kept}.restoring`;
	const earlier = readdirSync(dirname(file)).filter((name) => name.startsWith(`${basename(file)}.before-`));
	for (const path of earlier.map((name) => join(dirname(file), name))) {
		// What a restore left that was killed before it took effect.
		if (path.endsWith(".restoring") || statSync(path).ino === statSync(file).ino) rmSync(path);
	}
	await link(file, unfinished).catch(() => copyFile(file, unfinished));
	await syncFile(unfinished);
	await rename(unfinished, kept);
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

async function withFile<Result>(
	file: string,
	use: ConnectionUse,
	work: (connection: SqliteConnection) => Promise<Result>,
): Promise<Result> {
	const connection = openSqlite(file, use, BUSY_MILLISECONDS);
	try {
		return await work(connection);
	} finally {
		connection.close();
	}
}
