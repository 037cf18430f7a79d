import { renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import { type Migration, SchemaTooNew } from "../../platform/db/migrate.ts";
import { knownSteps, type RowSource } from "../../platform/db/row-copy.ts";
import { openSqliteSource } from "../../platform/db/sqlite/row-source.ts";
import { secretFit } from "../../platform/secret-fit.ts";
import { syncFolder } from "../../platform/sync-file.ts";
import { BackupError, damaged, type Manifest, memberNames } from "./archive-format.ts";
import { type ArchiveSource, membersOf, type VerifiedArchive, verifyArchive } from "./archive-reader.ts";
import { afterUndoing, restoreBlobs } from "./restore-blobs.ts";
import { makeFile, refuseFilledFile, removeFile, replaceDatabase } from "./restore-file.ts";
import { type Lost, whatWouldBeLost } from "./what-would-be-lost.ts";

/** Target of a restore, and what it may overwrite. */
export interface RestoreOrder {
	readonly file: ArchiveSource;
	readonly migrations: readonly Migration[];
	readonly blobs: BlobStore;
	/** The database file, for SQLite. */
	readonly databaseFile: string;
	/** The database server, for PostgreSQL. */
	readonly databaseUrl: string | undefined;
	/** The existing master secret, and the file to which the backup's is written if there is none. */
	readonly master: string | undefined;
	readonly secretFile: string;
	/** Whether an earlier state of the same installation may be replaced. */
	readonly replace: boolean;
	/** Whether other connections to the database server prevent the restore from starting. */
	readonly refuseUsed: boolean;
}

/** What a restore has done. */
export interface Restored {
	readonly manifest: Manifest;
	/** The replaced state; `undefined` if there was none. */
	readonly before: Before | undefined;
}

interface Before {
	/** The database file or the schema in which it is kept. */
	readonly kept: string;
	/** `undefined` if a newer version wrote it, which this one cannot read. */
	readonly lost: Lost | undefined;
}

/** Called with the progress from time to time. */
export type RestoreProgress = (stage: string, done: number) => void;

/**
 * Restores a backup into stores that no server is using. Everything is verified before anything changes; the database is replaced last
 * and atomically, so a restore that fails earlier leaves the old state. An earlier state is kept aside; what was shut in it stays shut.
 * @throws BackupError, SchemaTooNew, StorageUnavailable, BlobUnavailable
 */
export async function restore(order: RestoreOrder, progress: RestoreProgress): Promise<Restored> {
	progress("checking the backup", 0);
	const archive = await verifyArchive(order.file);
	knownSteps(archive.header.migrations, order.migrations);
	const secretToKeep = await fittingSecret(order, archive);
	const database = await databaseTarget(order);
	const isHeld = await database.refuseFilled(archive);
	const before = isHeld ? { kept: database.kept, lost: await lostBy(database, order, archive) } : undefined;
	const undoBlobs = await restoreBlobs(order.blobs, archive, (blobs) => progress("pictures", blobs));
	try {
		progress("database", 0);
		await database.prepare(archive, isHeld);
		if (secretToKeep === undefined) await database.replace(archive, isHeld);
		else await withSecret(order.secretFile, secretToKeep, () => database.replace(archive, isHeld));
	} catch (fault) {
		throw await afterUndoing(undoBlobs, fault);
	}
	// From here on the database names the pictures, so nothing is undone any more.
	await database.sync();
	return { manifest: archive.manifest, before };
}

async function lostBy(
	database: DatabaseTarget,
	{ migrations }: RestoreOrder,
	archive: VerifiedArchive,
): Promise<Lost | undefined> {
	let present: RowSource;
	try {
		present = await database.openPresent();
	} catch (fault) {
		if (fault instanceof SchemaTooNew) return undefined;
		throw fault;
	}
	return whatWouldBeLost(present, archive, migrations).finally(() => present.close());
}

interface DatabaseTarget {
	/** Where an earlier state is kept. */
	readonly kept: string;
	/** @returns whether there is an earlier state. */
	refuseFilled(archive: VerifiedArchive): Promise<boolean>;
	openPresent(): Promise<RowSource>;
	prepare(archive: VerifiedArchive, isHeld: boolean): Promise<void>;
	/** When this resolves, the database is the backup's; when it fails, it is unchanged. */
	replace(archive: VerifiedArchive, isHeld: boolean): Promise<void>;
	/** Makes the replacement durable. */
	sync(): Promise<void>;
}

async function databaseTarget({
	migrations,
	databaseFile,
	databaseUrl: url,
	replace,
	refuseUsed,
}: RestoreOrder): Promise<DatabaseTarget> {
	const moment = new Date().toISOString().replace(/\D/g, "");
	if (url !== undefined) {
		const { openPostgresSource } = await import("../../platform/db/postgres/row-source.ts");
		const kept = `packshot_before_${moment}`;
		const { fillServer, refuseFilledServer } = await import("./restore-server.ts");
		return {
			kept,
			openPresent: () => openPostgresSource(url, migrations),
			refuseFilled: (archive) => refuseFilledServer(url, archive, migrations, { replace, refuseUsed }),
			prepare: async () => undefined,
			replace: (archive) => fillServer(url, archive, migrations, { replace, kept }),
			sync: async () => undefined,
		};
	}
	const made = `${databaseFile}.restoring`;
	const kept = `${databaseFile}.before-${moment}`;
	return {
		kept,
		openPresent: () => openSqliteSource(databaseFile, migrations),
		refuseFilled: (archive) => refuseFilledFile(databaseFile, archive, migrations, replace),
		prepare: (archive, isHeld) => makeFile(made, archive, migrations, isHeld ? databaseFile : undefined),
		replace: (_, isHeld) =>
			replaceDatabase(made, databaseFile, isHeld ? kept : undefined).finally(() => removeFile(made)),
		sync: () => syncFolder(dirname(databaseFile)),
	};
}

/** The backup's master secret if it has to be written; `undefined` if the right one is already in place. @throws BackupError */
async function fittingSecret(order: RestoreOrder, archive: VerifiedArchive): Promise<string | undefined> {
	const { header } = archive;
	if (order.master !== undefined) {
		if (secretFit(order.master) === header.secret_fit) return undefined;
		throw new BackupError(
			"the existing master secret (PACKSHOT_SECRET, or `secret` in the data folder) is not the one the backup was made with",
		);
	}
	if (!header.holds_secret) {
		throw new BackupError(
			"the backup holds no secrets: set PACKSHOT_SECRET, or put `secret` into the data folder, before restoring",
		);
	}
	const held = await heldSecret(archive.file);
	if (secretFit(held) !== header.secret_fit) {
		throw damaged("its secret is not the one it was made with");
	}
	return held;
}

async function heldSecret(file: ArchiveSource): Promise<string> {
	for await (const member of membersOf(file)) {
		if (member.name === memberNames.secret) return (await member.read()).toString("utf8").trim();
	}
	throw damaged("its secret is missing");
}

/** Writes the master secret, atomically and durably, where there is none; removes it again if `work` fails. */
async function withSecret(file: string, master: string, work: () => Promise<void>): Promise<void> {
	const unfinished = `${file}.restoring`;
	rmSync(unfinished, { force: true });
	try {
		writeFileSync(unfinished, `${master}\n`, { flag: "wx", mode: 0o600, flush: true });
		renameSync(unfinished, file);
		await syncFolder(dirname(file));
	} catch (fault) {
		rmSync(unfinished, { force: true });
		throw fault;
	}
	try {
		await work();
	} catch (fault) {
		rmSync(file, { force: true });
		throw fault;
	}
}
