import { renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import { type Migration, SchemaTooNew } from "../../platform/db/migrate.ts";
import { knownSteps, type RowSource } from "../../platform/db/row-copy.ts";
import { openSqliteSource } from "../../platform/db/sqlite/row-source.ts";
import type { Replaced } from "../../platform/db/state-before.ts";
import { freeBytes } from "../../platform/disk-room.ts";
import { secretFit } from "../../platform/secret-fit.ts";
import { syncFolder } from "../../platform/sync-file.ts";
import { BackupError, damaged, type Manifest, memberNames } from "./archive-format.ts";
import { type ArchiveSource, membersOf, type VerifiedArchive, verifyArchive } from "./archive-reader.ts";
import { type DatabasePlace, keptName, removeKept } from "./kept-states.ts";
import { afterUndoing, restoreBlobs } from "./restore-blobs.ts";
import { makeFile, refuseFilledFile, removeFile, replaceDatabase } from "./restore-file.ts";
import { type Held, heldIn, type Lost, whatWouldBeLost } from "./what-would-be-lost.ts";

/** Target of a restore, and what it may overwrite. */
export interface RestoreOrder extends DatabasePlace {
	readonly file: ArchiveSource;
	readonly migrations: readonly Migration[];
	readonly blobs: BlobStore;
	/** The existing master secret, and the file to which the backup's is written if there is none, or one that nothing hangs on yet. */
	readonly master: string | undefined;
	readonly secretFile: string;
	/** Whether that file decides, and not the environment. */
	readonly isSecretOwn: boolean;
	/** The disk of the database and the pictures, as far as they are on one. */
	readonly room: Room | undefined;
	readonly keepShut: Replaced["keepShut"];
	/** Where the backup is of a state that a restore has replaced: when it did. */
	readonly forkedAtMs?: number;
	/** Whether an earlier state of the same installation may be replaced. */
	readonly replace: boolean;
	/** Whether other connections to the database server prevent the restore from starting. */
	readonly refuseUsed: boolean;
}

export interface Room {
	readonly folder: string;
	/** What is left free. */
	readonly keptBytes: number;
	readonly holdsRows: boolean;
	readonly holdsBlobs: boolean;
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
	const { database, isHeld, secretToKeep } = await restorable(order, archive);
	await requireRoom(order, archive);
	const before = isHeld
		? { kept: database.kept, lost: await lostBy(database, order, await heldIn(archive, order.migrations)) }
		: undefined;
	const undoBlobs = await restoreBlobs(order.blobs, archive, (blobs) => progress("pictures", blobs));
	try {
		progress("database", 0);
		await database.prepare(archive, isHeld);
		if (secretToKeep === undefined) await database.replace(archive, isHeld);
		else {
			// Never beside rows of another secret: of a kill at any moment, an empty installation or the backup's is left.
			await database.empty();
			await withSecret(order.secretFile, secretToKeep, () => database.replace(archive, isHeld));
		}
	} catch (fault) {
		throw await afterUndoing(undoBlobs, fault);
	}
	// From here on the database names the pictures, so nothing is undone any more.
	await database.sync();
	await removeKept(order, ({ name }) => name !== database.kept);
	return { manifest: archive.manifest, before };
}

/** Whether a backup may be restored there, and how. @throws BackupError */
export async function restorable(order: RestoreOrder, archive: VerifiedArchive) {
	knownSteps(archive.header.migrations, order.migrations);
	const database = await databaseTarget(order);
	const isHeld = await database.refuseFilled(archive);
	return { database, isHeld, secretToKeep: await fittingSecret(order, archive, isHeld) };
}

/** @returns `undefined` where a newer version wrote the present state. */
export async function lostBy(
	database: DatabaseTarget,
	{ forkedAtMs }: RestoreOrder,
	held: Held,
): Promise<Lost | undefined> {
	let present: RowSource;
	try {
		present = await database.openPresent();
	} catch (fault) {
		if (fault instanceof SchemaTooNew) return undefined;
		throw fault;
	}
	return whatWouldBeLost(present, held, forkedAtMs).finally(() => present.close());
}

interface DatabaseTarget {
	/** Where an earlier state is kept. */
	readonly kept: string;
	/** @returns whether there is an earlier state. */
	refuseFilled(archive: VerifiedArchive): Promise<boolean>;
	openPresent(): Promise<RowSource>;
	prepare(archive: VerifiedArchive, isHeld: boolean): Promise<void>;
	/** Removes a database that holds nothing. */
	empty(): Promise<void>;
	/** When this resolves, the database is the backup's; when it fails, it is unchanged. */
	replace(archive: VerifiedArchive, isHeld: boolean): Promise<void>;
	/** Makes the replacement durable. */
	sync(): Promise<void>;
}

async function databaseTarget(order: RestoreOrder): Promise<DatabaseTarget> {
	const { migrations, databaseFile, databaseUrl: url, replace, refuseUsed, keepShut } = order;
	const kept = keptName(order);
	if (url !== undefined) {
		const { openPostgresSource } = await import("../../platform/db/postgres/row-source.ts");
		const { fillServer, refuseFilledServer } = await import("./restore-server.ts");
		return {
			kept,
			openPresent: () => openPostgresSource(url, migrations),
			refuseFilled: (archive) => refuseFilledServer(url, archive, migrations, { replace, refuseUsed }),
			prepare: async () => undefined,
			empty: async () => undefined,
			replace: (archive) => fillServer(url, archive, migrations, { replace, kept, keepShut }),
			sync: async () => undefined,
		};
	}
	const made = `${databaseFile}.restoring`;
	return {
		kept,
		openPresent: () => openSqliteSource(databaseFile, migrations),
		refuseFilled: (archive) => refuseFilledFile(databaseFile, archive, migrations, replace),
		prepare: (archive, isHeld) =>
			makeFile(made, archive, migrations, isHeld ? { file: databaseFile, keepShut } : undefined),
		empty: async () => removeFile(databaseFile),
		replace: (_, isHeld) =>
			replaceDatabase(made, databaseFile, isHeld ? kept : undefined).finally(() => removeFile(made)),
		sync: () => syncFolder(dirname(databaseFile)),
	};
}

/** The backup's master secret if it has to be written; `undefined` if the right one is already in place. @throws BackupError */
async function fittingSecret(
	{ master, isSecretOwn }: RestoreOrder,
	archive: VerifiedArchive,
	isHeld: boolean,
): Promise<string | undefined> {
	const { header } = archive;
	if (master !== undefined) {
		if (secretFit(master) === header.secret_fit) return undefined;
		// One that a first start has made, and that nothing hangs on.
		if (isHeld || !isSecretOwn || !header.holds_secret) {
			throw new BackupError(
				"the existing master secret (PACKSHOT_SECRET, or `secret` in the data folder) is not the one the backup was made with",
			);
		}
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

/** Bytes that a restore writes to the disk beside what is there, and how many it may. */
export async function roomFor(
	{ room, blobs }: Pick<RestoreOrder, "room" | "blobs">,
	{ row_bytes = 0 }: Pick<Manifest, "row_bytes">,
	blobSizes: Iterable<readonly [key: string, bytes: number]>,
): Promise<{ readonly neededBytes: number; readonly freeBytes: number }> {
	if (!room) return { neededBytes: 0, freeBytes: 0 };
	// Rows once more in indexes and the journal of the one transaction that writes them.
	let neededBytes = room.holdsRows ? 3 * row_bytes : 0;
	if (room.holdsBlobs) {
		const there = new Set<string>();
		for await (const key of blobs.list("")) there.add(key);
		for (const [key, bytes] of blobSizes) if (!there.has(key)) neededBytes += bytes;
	}
	return { neededBytes, freeBytes: Math.max(0, (await freeBytes(room.folder)) - room.keptBytes) };
}

/** @throws BackupError where a restore would not leave the disk what is kept of it */
async function requireRoom(order: RestoreOrder, { manifest, blobSizes }: VerifiedArchive): Promise<void> {
	const { neededBytes: needed, freeBytes: free } = await roomFor(order, manifest, blobSizes);
	if (free >= needed) return;
	throw new BackupError(
		`it needs ${Math.ceil(needed / 1e6)} MB on the disk of ${order.room?.folder} beside what is kept free, and has ${Math.floor(free / 1e6)} MB: free space first`,
	);
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
