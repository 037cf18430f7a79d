import { randomInt } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { type Config, dataPaths } from "../config.ts";
import { examine, isHealthy, reports } from "../examine.ts";
import { type Installation, openBlobs, openInstallation, openRows } from "../installation.ts";
import { keepShut } from "../keep-shut.ts";
import { migrations } from "../migrations/all.ts";
import { BackupError } from "../operations/backup/archive-format.ts";
import { type ArchiveSource, headerOf, verifyArchive } from "../operations/backup/archive-reader.ts";
import { encryptedBlobs } from "../operations/backup/encrypted-blobs.ts";
import { type RestoreOrder, restore } from "../operations/backup/restore.ts";
import { type BackupEnd, type BackupTask, leaveBackup, STOPPED } from "../operations/backup/schedule.ts";
import {
	backupId,
	createStoredBackup,
	picturesIn,
	pruneBackups,
	requireOwnStore,
	storedBackup,
	storedBackups,
	storedPictures,
} from "../operations/backup/stored-backup.ts";
import { writeBackup } from "../operations/backup/write-backup.ts";
import type { BlobStore } from "../platform/blobs/blob-store.ts";
import { openDiskBlobs } from "../platform/blobs/disk.ts";
import { counted } from "../platform/counted.ts";
import { reservedBytes } from "../platform/disk-room.ts";
import { existingMaster, secretFit } from "../platform/secret-fit.ts";
import { leaseOn, renewTask } from "../platform/tasks/claims.ts";
import type { TaskTable } from "../platform/tasks/task-table.ts";
import { workUnderLease } from "../platform/tasks/work-under-lease.ts";
import { DAY_MS } from "../platform/time/durations.ts";
import { blobColumns } from "../rooms.ts";
import { VERSION } from "../version.ts";
import { CommandFailure } from "./command-line.ts";
import { failureText } from "./failure-text.ts";

/** Pictures that a drill restores and holds against their hashes. */
const DRILLED_PICTURES = 1000;
/** A blob of a backup may have many mebibytes. */
const S3_CALL_MS = 120_000;

/** The store of regular backups. @throws CommandFailure where none is set, or it is inside the data folder. */
export async function openBackupStore(config: Config): Promise<BlobStore> {
	const { location, key } = config.backups;
	if (!location) throw new CommandFailure("PACKSHOT_BACKUP_URL is not set");
	const store = "s3" in location ? await openS3(location.s3) : openFolder(config, resolve(location.folder));
	return key === undefined ? store : encryptedBlobs(store, key);
}

async function openS3(location: Parameters<typeof import("../platform/blobs/s3.ts").openS3Blobs>[0]) {
	const { openS3Blobs } = await import("../platform/blobs/s3.ts");
	return openS3Blobs(location, S3_CALL_MS);
}

function openFolder(config: Config, folder: string): BlobStore {
	const { folder: data } = dataPaths(config);
	if (!relative(data, folder).startsWith("..")) {
		throw new CommandFailure("PACKSHOT_BACKUP_URL is inside PACKSHOT_DATA: it would be lost with it");
	}
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	return openDiskBlobs(folder, reservedBytes(config.disk));
}

/** Does a claimed task, and records how it ended. @returns how; null where it was given back */
export async function performBackupTask(
	installation: Installation,
	config: Config,
	claimed: TaskTable,
	shutdown?: AbortSignal,
): Promise<BackupEnd> {
	const { db } = installation;
	const lease = leaseOn(claimed);
	const task = claimed.ref as BackupTask;
	let isStopped = false;
	const done = await workUnderLease(db, {
		async renew() {
			const renewal = await db.write(renewTask, lease);
			isStopped ||= renewal === "stop";
			return renewal;
		},
		work: (signal) =>
			task === "backup" ? backUpRegularly(config, Number(claimed.started_at), signal) : drill(config, signal),
		shutdown,
	});
	let end: BackupEnd = null;
	if (done.kind === "failed" && isStopped) end = STOPPED;
	else if (done.kind === "failed") end = { failure: failureText(done.fault).message, made: "" };
	else if (done.kind === "done" || done.kind === "stopped") end = done.made;
	if (done.kind !== "lost") await db.write(leaveBackup, { ...lease, task, end });
	return end;
}

/** Adds a backup to the store, reads its rows back, and deletes those that are too old. Throws once `signal` is aborted. */
async function backUpRegularly(
	config: Config,
	nowMs: number,
	signal: AbortSignal,
): Promise<NonNullable<BackupEnd>> {
	const store = await openBackupStore(config);
	const master = requireMaster(config);
	const fit = secretFit(master);
	await requireOwnStore(store, fit);
	const id = backupId(nowMs);
	const writer = await createStoredBackup(store, id);
	const rows = await openRows(config);
	const isPrivate = config.backups.key !== undefined || "folder" in (config.backups.location ?? {});
	try {
		const manifest = await writeBackup(
			writer,
			{
				rows,
				blobs: await openBlobs(config),
				blobColumns,
				secretFit: fit,
				nowMs,
				version: VERSION,
				master: isPrivate ? master : undefined,
				skipMissing: true,
			},
			() => signal.throwIfAborted(),
		);
		await verifyArchive(await storedBackup(store, id, []));
		const gone = await pruneBackups(store, nowMs - config.backups.days * DAY_MS);
		const count = Object.values(manifest.rows).reduce((sum, each) => sum + each, 0);
		const { pictures, bytes } = writer.added;
		const made = [
			`${id}: ${counted(count, "row")}, read back; ${counted(manifest.blobs, "picture file")}, ${pictures} of them new (${(bytes / 1e6).toFixed(1)} MB)`,
			isPrivate ? "" : "without the master secret",
			gone > 0 ? `${counted(gone, "old backup")} deleted` : "",
		];
		const missing = manifest.missing_blobs.length;
		const failure =
			missing > 0
				? `${counted(missing, "picture file")} missing, such as ${manifest.missing_blobs[0]}; the rest is backed up`
				: null;
		return { failure, made: made.filter((part) => part !== "").join("; ") };
	} finally {
		await rows.close();
	}
}

/**
 * Restores the newest backup into an empty folder of its own, as SQLite whatever the database is, with some of the pictures, and runs the checks of
 * `packshot doctor` on it. Throws once `signal` is aborted. Nothing listens, and no background work runs, so nothing is sent.
 */
async function drill(config: Config, signal: AbortSignal): Promise<NonNullable<BackupEnd>> {
	const store = await openBackupStore(config);
	const newest = (await storedBackups(store)).findLast(({ isFinished }) => isFinished);
	if (!newest) throw new BackupError("there is no finished backup");
	const pictures = await picturesIn(store, newest.id);
	const chosen = sample(pictures, DRILLED_PICTURES);
	const folder = join(dataPaths(config).folder, "drill");
	const source = await storedBackup(store, newest.id, chosen);
	const { rows, wrong } = await tryOut(config, { source, folder, pictures: storedPictures(store) }, signal);
	const listed = chosen.length < pictures.length ? "; the others are listed in the store" : "";
	const made = `${newest.id}: ${counted(rows, "row")} and ${chosen.length} of ${counted(pictures.length, "picture file")} restored and checked by hash${listed}`;
	return { failure: wrong && `doctor found: ${wrong}`, made };
}

interface Trial {
	readonly source: ArchiveSource;
	/** Made for it, and removed afterwards. */
	readonly folder: string;
	/** Where the checks look for pictures; by default, where they are restored. */
	readonly pictures?: BlobStore;
}

/** Restores a backup into a folder of its own, and examines that. @returns how many rows there are, and what is wrong */
export async function tryOut(
	config: Config,
	{ source, folder, pictures }: Trial,
	signal: AbortSignal,
): Promise<{ rows: number; wrong: string | null }> {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	try {
		const trial: Config = {
			...config,
			process: { ...config.process, dataFolder: folder },
			database: { ...config.database, url: undefined },
			blobs: { location: undefined },
		};
		// Without its own secret, it is of this installation.
		const master = (await headerOf(source)).holds_secret ? undefined : requireMaster(config);
		const secrets = { ...trial.secrets, master };
		const order = await restoreOrder({ ...trial, secrets }, source);
		const { manifest } = await restore(order, () => signal.throwIfAborted());
		signal.throwIfAborted();
		const restored = await openInstallation({ ...trial, secrets });
		try {
			const found = await examine({
				...restored,
				blobs: pictures ?? restored.blobs,
				nowMs: Date.now(),
				read: false,
				...config.retention,
			});
			const lines = reports(found);
			// A fault's first detail is on the line below.
			const wrong = lines.flatMap((line, place) =>
				line.startsWith("WRONG") ? [`${line} ${lines[place + 1]?.trim() ?? ""}`] : [],
			);
			const rows = Object.values(manifest.rows).reduce((sum, each) => sum + each, 0);
			return { rows, wrong: isHealthy(found) ? null : wrong.join("; ") };
		} finally {
			await restored.close();
		}
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** What restores a backup into the installation that the configuration names, if it is empty. */
export async function restoreOrder(config: Config, file: ArchiveSource): Promise<RestoreOrder> {
	const { folder, database, secret } = dataPaths(config);
	const { url } = config.database;
	const [holdsRows, holdsBlobs] = [url === undefined, config.blobs.location === undefined];
	return {
		file,
		migrations,
		keepShut,
		blobs: await openBlobs(config),
		databaseFile: database,
		databaseUrl: url,
		master: existingMaster(config.secrets, secret),
		secretFile: secret,
		isSecretOwn: config.secrets.master === undefined,
		room:
			holdsRows || holdsBlobs
				? { folder, keptBytes: reservedBytes(config.disk), holdsRows, holdsBlobs }
				: undefined,
		replace: false,
		refuseUsed: false,
	};
}

/** Some of a list, at random. */
function sample<T>(list: readonly T[], most: number): T[] {
	const left = [...list];
	const count = Math.min(most, left.length);
	for (let place = 0; place < count; place++) {
		const other = randomInt(place, left.length);
		[left[place], left[other]] = [left[other] as T, left[place] as T];
	}
	return left.slice(0, count);
}

export function requireMaster(config: Config): string {
	const { secret, folder } = dataPaths(config);
	const master = existingMaster(config.secrets, secret);
	if (master === undefined) throw new CommandFailure(`there is no master secret in ${folder}`);
	return master;
}

/** The words for what a task did. */
export function endInWords(task: BackupTask, end: BackupEnd): string {
	if (end === null) return `the ${task} was given up, because the process was asked to end`;
	return end.failure === null ? end.made : `the ${task} failed: ${end.failure}`;
}
