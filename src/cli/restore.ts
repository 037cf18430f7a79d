import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { formatCredits } from "../api/credits.ts";
import { type Config, dataPaths } from "../config.ts";
import { prepareDataFolder } from "../installation.ts";
import { migrations } from "../migrations/all.ts";
import { type ArchiveSource, verifyArchive } from "../operations/backup/archive-reader.ts";
import { createArchive } from "../operations/backup/archive-writer.ts";
import { keptStates, openKept } from "../operations/backup/kept-states.ts";
import {
	lostBy,
	type Restored,
	type RestoreProgress,
	restorable,
	restore,
	roomFor,
} from "../operations/backup/restore.ts";
import type { Look } from "../operations/backup/restoring.ts";
import { picturesIn, storedBackup, storedBackups } from "../operations/backup/stored-backup.ts";
import { heldIn, type Lost, lostDocument, NOTHING_LOST } from "../operations/backup/what-would-be-lost.ts";
import { writeBackup } from "../operations/backup/write-backup.ts";
import { counted } from "../platform/counted.ts";
import { lockForServing } from "../platform/db/sqlite/process-lock.ts";
import { lowerPriority } from "../platform/lower-priority.ts";
import { secretFit } from "../platform/secret-fit.ts";
import { isoTime } from "../platform/time/clock.ts";
import { VERSION } from "../version.ts";
import { type AddCommand, CommandFailure, type CommandLine, examples } from "./command-line.ts";
import { countingBar } from "./counting-bar.ts";
import { openBackupStore, requireMaster, restoreOrder, tryOut } from "./regular-backup.ts";

interface Options {
	readonly force: boolean;
	readonly look: boolean;
	readonly try: boolean;
}

export const addRestore: AddCommand = (program, line) => {
	program
		.command("restore <backup>")
		.description(
			"restore a backup into an empty installation: a file, or by its id one in PACKSHOT_BACKUP_URL; `back` restores the state before the last restore. No server may be running",
		)
		.option(
			"--force",
			"replace an earlier state of the same installation, which is kept aside for a day; what was revoked, rotated or consumed in it stays so",
			false,
		)
		.option("--look", "only say what is in it and what would be lost, also while a server is running", false)
		.option("--try", "only restore it into a folder of its own, and examine that", false)
		.addHelpText(
			...examples(
				"restore packshot-2027-01-31.tar",
				"restore latest --look",
				"restore latest --force",
				"restore back --force",
			),
		)
		.action(async (name: string, options: Options) => {
			if (options.look || options.try) await underServer(() => beside(line, name, options.try));
			else await restoreNow(line, name, options.force);
		});
};

async function restoreNow(line: CommandLine, name: string, force: boolean): Promise<void> {
	const bar = countingBar("restoring");
	await findStoredPlace(line, name);
	const { manifest, before } = await restoreNamed(line.config(), name, force, (stage, done) =>
		bar.show(done > 0 ? `${stage} ${done}` : stage),
	).finally(() => bar.end());
	const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
	const replaced = before && { kept: before.kept, lost: lostDocument(before.lost) };
	line.print({ restored: true, rows: manifest.rows, blobs: manifest.blobs, ...(replaced && { replaced }) }, [
		`restored ${counted(rows, "row")} and ${counted(manifest.blobs, "picture file")}`,
		...(before ? [lostInWords("lost since the backup", before.lost)] : []),
		...(before ? [`the state before is kept for a day in ${before.kept}`] : []),
	]);
}

/** Ends with the server that has begun this, if one has. */
async function underServer(work: () => Promise<void>): Promise<void> {
	const end = () => process.exit(1);
	process.once("disconnect", end);
	try {
		await work();
	} finally {
		process.off("disconnect", end);
		if (process.connected) process.disconnect();
	}
}

/** Looks into a backup or tries it, beside a server. */
async function beside(line: CommandLine, name: string, isTried: boolean): Promise<void> {
	lowerPriority();
	await findStoredPlace(line, name);
	const config = line.config();
	const found = await openBackup(config, name);
	if (isTried) {
		const folder = join(dataPaths(config).restore, "trial");
		const { rows, wrong } = await tryOut(config, { ...found, folder }, new AbortController().signal);
		if (wrong !== null) throw new CommandFailure(`doctor found: ${wrong}`);
		line.print({ rows }, [`restored ${counted(rows, "row")} on trial, and found nothing wrong`]);
	} else {
		const seen = await lookInto(config, found);
		line.print(seen, [
			`a backup of ${seen.made_at} by Packshot ${seen.version}: ${counted(seen.products, "product")}, ${counted(seen.pictures, "picture")}, ${formatCredits(seen.units)} credits`,
			lostInWords("restoring it would lose", seen.lost),
			...(seen.lost?.entries ?? []).map(entryInWords),
			`it needs ${Math.ceil(seen.needed_bytes / 1e6)} MB on the disk, and may take ${Math.floor(seen.free_bytes / 1e6)} MB`,
		]);
	}
}

async function lookInto(config: Config, { source, rowsOnly, sizes, forkedAtMs }: Found): Promise<Look> {
	const order = { ...(await restoreOrder(config, source)), replace: true };
	const archive = await verifyArchive(rowsOnly ?? source);
	const { database, isHeld } = await restorable(order, archive);
	const { known, ...held } = await heldIn(archive, migrations);
	const asked = forkedAtMs === undefined ? order : { ...order, forkedAtMs };
	const { neededBytes, freeBytes } = await roomFor(order, archive.manifest, sizes ?? archive.blobSizes);
	const lost = isHeld ? await lostBy(database, asked, { known, ...held }) : NOTHING_LOST;
	return {
		made_at: archive.header.created_at,
		version: archive.header.packshot,
		...held,
		...(lost && { lost }),
		needed_bytes: neededBytes,
		free_bytes: freeBytes,
	};
}

function lostInWords(what: string, lost: Lost | undefined): string {
	if (!lost) return "a newer version wrote the state before: what was lost since the backup is not counted";
	const sum = ({ number, units }: Lost["charges"], name: string) =>
		`${counted(number, name)} (${formatCredits(units)} credits)`;
	return `${what}: ${sum(lost.charges, "charge")}, ${sum(lost.orders, "order")} among them, and ${sum(lost.topUps, "top-up")}`;
}

function entryInWords({ atMs, kind, units, client }: Lost["entries"][number]): string {
	return `  ${isoTime(atMs)}  ${kind.replace("_", "-").padEnd(6)}  ${formatCredits(units)} credits  ${client}`;
}

/** What is stored of the place of backups goes into the configuration, where an installation can be opened that knows one. */
async function findStoredPlace(line: CommandLine, name: string): Promise<void> {
	if (line.config().backups.location !== undefined || existsSync(resolve(name))) return;
	await line.withInstallation(async () => undefined).catch(() => undefined);
}

interface Found {
	readonly source: ArchiveSource;
	/** The same without pictures, where they are apart, and their sizes. */
	readonly rowsOnly?: ArchiveSource;
	readonly sizes?: readonly (readonly [key: string, bytes: number])[];
	/** Where it is the state before a restore: when that was. */
	readonly forkedAtMs?: number;
}

/** A file, a backup in PACKSHOT_BACKUP_URL by its id, or the state before the last restore. @throws CommandFailure */
async function openBackup(config: Config, name: string): Promise<Found> {
	if (name === BACK) return keptBackup(config);
	const file = resolve(name);
	if (existsSync(file)) return { source: file };
	if (config.backups.location === undefined) throw new CommandFailure(`there is no file ${file}`);
	const store = await openBackupStore(config);
	const ids = (await storedBackups(store)).filter(({ isFinished }) => isFinished).map(({ id }) => id);
	const id = name === "latest" ? ids.at(-1) : ids.find((each) => each === name);
	if (id !== undefined) {
		const sizes = (await picturesIn(store, id)).map(([key, , bytes]) => [key, bytes] as const);
		return { source: await storedBackup(store, id), rowsOnly: await storedBackup(store, id, []), sizes };
	}
	throw new CommandFailure(
		`there is no file ${file}, and no backup ${name} in PACKSHOT_BACKUP_URL, which has ${ids.slice(-5).join(", ") || "none"}`,
	);
}

/** What stands for the state before the last restore. */
export const BACK = "back";

/** The state before the last restore as a backup, so that it is restored like any other. Its pictures have stayed where they are. */
async function keptBackup(config: Config): Promise<Found> {
	const { database: databaseFile, restore: folder } = dataPaths(config);
	const place = { databaseFile, databaseUrl: config.database.url };
	const kept = (await keptStates(place)).at(-1);
	if (!kept) throw new CommandFailure("no state before a restore is kept: it is for a day");
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	const source = join(folder, "before.tar");
	const { blobs, master = requireMaster(config) } = await restoreOrder(config, source);
	rmSync(source, { force: true });
	const rows = await openKept(place, kept, migrations);
	const archive = createArchive(source);
	try {
		const whole = { master: undefined, skipMissing: false, version: VERSION, nowMs: kept.keptAtMs };
		const order = { rows, blobs, blobColumns: {}, secretFit: secretFit(master), ...whole };
		await writeBackup(archive, order, () => undefined);
		await archive.keep();
	} finally {
		await archive.discard();
		await rows.close();
	}
	return { source, forkedAtMs: kept.keptAtMs };
}

/** Restores into the installation that the configuration names, which no server may use. @param replace whether it may hold an earlier state */
export async function restoreNamed(
	config: Config,
	name: string,
	replace: boolean,
	progress: RestoreProgress,
	refuseUsed = !replace,
): Promise<Restored> {
	const paths = dataPaths(config);
	prepareDataFolder(config);
	const { url } = config.database;
	const unlock = url === undefined ? lockForServing(paths.serverLock) : () => undefined;
	if (!unlock) throw new CommandFailure(`a packshot server is running on ${paths.folder}: stop it first`);
	if (url !== undefined && config.secrets.master === undefined) {
		throw new CommandFailure(
			"PACKSHOT_SECRET must be set, to the same value for all processes that share a database",
		);
	}
	try {
		const { source, forkedAtMs } = await openBackup(config, name);
		const order = { ...(await restoreOrder(config, source)), replace, refuseUsed };
		const restored = await restore(forkedAtMs === undefined ? order : { ...order, forkedAtMs }, progress);
		rmSync(paths.restore, { recursive: true, force: true });
		return restored;
	} finally {
		unlock();
	}
}
