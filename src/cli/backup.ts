import { statSync } from "node:fs";
import { resolve } from "node:path";
import { type Config, dataPaths } from "../config.ts";
import { openBlobs, openRows, requireInstallation } from "../installation.ts";
import { migrations } from "../migrations/all.ts";
import { BackupError, type Manifest } from "../operations/backup/archive-format.ts";
import { verifyArchive } from "../operations/backup/archive-reader.ts";
import { type ArchiveWriter, createArchive } from "../operations/backup/archive-writer.ts";
import { makeFile, removeFile } from "../operations/backup/restore-file.ts";
import { type BackupTask, claimBackup } from "../operations/backup/schedule.ts";
import { type BackupOrder, type BackupProgress, writeBackup } from "../operations/backup/write-backup.ts";
import { counted } from "../platform/counted.ts";
import type { RowSource } from "../platform/db/row-copy.ts";
import { ulid } from "../platform/ids.ts";
import { lowerPriority } from "../platform/lower-priority.ts";
import { plainFault } from "../platform/plain-fault.ts";
import { existingMaster, secretFit, storedFit, unfittingSecret } from "../platform/secret-fit.ts";
import { systemClock } from "../platform/time/clock.ts";
import { blobColumns } from "../rooms.ts";
import { VERSION } from "../version.ts";
import { type AddCommand, CommandFailure, type CommandLine, examples, UsageFailure } from "./command-line.ts";
import { countingBar } from "./counting-bar.ts";

export const addBackup: AddCommand = (program, line) => {
	program
		.command("backup [file]")
		.description(
			"back up database, pictures and secrets into one archive, and verify it; works while the service runs. Without a file, add a backup to PACKSHOT_BACKUP_URL now",
		)
		.option("--drill", "restore the newest backup of PACKSHOT_BACKUP_URL on trial, and check it", false)
		.option(
			"--no-secrets",
			"leave out the master secret; the backup cannot be restored without it, so keep it elsewhere",
		)
		.option("--skip-missing", "leave out pictures whose files are missing, and list them", false)
		.addHelpText(...examples("backup packshot-2027-01-31.tar", "backup", "backup --drill"))
		.action(async (name: string | undefined, options: Options) => {
			if (name === undefined) return backUpNow(line, options.drill ? "drill" : "backup");
			if (options.drill) throw new UsageFailure("--drill takes no file");
			const file = resolve(name);
			const bar = countingBar("backing up");
			const beganMs = performance.now();
			// A server on the same machine has precedence.
			lowerPriority();
			const manifest = await backUp(line.config(), file, options, ({ rows, blobs }) =>
				bar.show(`${rows} rows  ${blobs} files`),
			).finally(() => bar.end());
			const seconds = Math.round((performance.now() - beganMs) / 100) / 10;
			const { size } = statSync(file);
			line.print(
				{
					file,
					size_bytes: size,
					secrets: options.secrets,
					seconds,
					rows: manifest.rows,
					blobs: manifest.blobs,
					missing_blobs: manifest.missing_blobs,
				},
				summary(file, size, manifest, options.secrets),
			);
		});
};

interface Options {
	readonly secrets: boolean;
	readonly skipMissing: boolean;
	readonly drill: boolean;
}

/** Does a task of the regular backups at once. */
async function backUpNow(line: CommandLine, task: BackupTask): Promise<void> {
	const config = line.config();
	const { endInWords, openBackupStore, performBackupTask } = await import("./regular-backup.ts");
	await openBackupStore(config);
	lowerPriority();
	await line.withInstallation(async (installation) => {
		const { db, clock } = installation;
		const holder = { leaseId: `lease_${ulid(clock.now())}` };
		const { hour, drillDays } = config.backups;
		const claimed = await db.write(claimBackup, { ...holder, hour, drillDays, asked: task });
		if (!claimed) throw new CommandFailure("a backup or drill is under way: wait for its end");
		const end = await performBackupTask(installation, config, claimed);
		if (end?.failure !== null) throw new CommandFailure(endInWords(task, end));
		line.print({ task, made: end.made }, [endInWords(task, end)]);
	});
}

async function backUp(
	config: Config,
	file: string,
	options: { secrets: boolean; skipMissing: boolean },
	progress: BackupProgress,
): Promise<Manifest> {
	const paths = dataPaths(config);
	const master = existingMaster(config.secrets, paths.secret);
	await requireInstallation(config);
	if (master === undefined) throw new CommandFailure(`there is no master secret in ${paths.folder}`);
	const rows = await openRows(config);
	const order: BackupOrder = {
		rows,
		blobs: await openBlobs(config),
		blobColumns,
		secretFit: secretFit(master),
		master: options.secrets ? master : undefined,
		skipMissing: options.skipMissing,
		version: VERSION,
		nowMs: systemClock.now(),
	};
	try {
		await requireFit(rows, master);
		return await writeAndCheck(createArchive(file), file, order, progress);
	} finally {
		await rows.close();
	}
}

async function writeAndCheck(
	archive: ArchiveWriter,
	file: string,
	order: BackupOrder,
	progress: BackupProgress,
): Promise<Manifest> {
	try {
		const manifest = await writeBackup(archive, order, progress);
		await verifyByRestoring(archive.unfinished);
		await archive.keep();
		return manifest;
	} catch (fault) {
		await archive.discard();
		const { code } = fault as NodeJS.ErrnoException;
		throw code === undefined ? fault : new BackupError(`cannot write ${file}: ${plainFault(fault)}`);
	}
}

/** Reads the archive back, builds a database from it and verifies that: a backup that has been restored once can be restored again. */
async function verifyByRestoring(file: string): Promise<void> {
	const made = `${file}.trial`;
	try {
		await makeFile(made, await verifyArchive(file), migrations);
	} finally {
		removeFile(made);
	}
}

async function requireFit(rows: RowSource, master: string): Promise<void> {
	const stored = await storedFit(rows);
	if (stored !== undefined && stored !== secretFit(master)) throw unfittingSecret();
}

function summary(file: string, sizeBytes: number, manifest: Manifest, secrets: boolean): string[] {
	const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
	return [
		`${file}: ${(sizeBytes / 1e6).toFixed(1)} MB, read back and checked`,
		`${counted(rows, "row")}, ${counted(manifest.blobs, "picture file")}, ${secrets ? "the master secret: keep it safe" : "no secrets"}`,
		...manifest.missing_blobs.map((key) => `missing ${key}`),
	];
}
