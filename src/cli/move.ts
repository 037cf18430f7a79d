import { hash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { type Config, dataPaths, loadConfig } from "../config.ts";
import {
	type Installation,
	migrateDatabase,
	openDatabase,
	openInstallation,
	prepareDataFolder,
	requireInstallation,
} from "../installation.ts";
import { abortTransfer } from "../operations/transfer/abort.ts";
import { openBlobJournal } from "../operations/transfer/blob-journal.ts";
import { requireOwnTables } from "../operations/transfer/check-target.ts";
import type { MoveOrder, MoveReport } from "../operations/transfer/order.ts";
import { planMove } from "../operations/transfer/plan.ts";
import { move } from "../operations/transfer/transfer.ts";
import type { BlobStore } from "../platform/blobs/blob-store.ts";
import { openDiskBlobs } from "../platform/blobs/disk.ts";
import type { Database } from "../platform/db/database.ts";
import { shownUrl } from "../platform/db/postgres/servers.ts";
import { lockForServing } from "../platform/db/sqlite/process-lock.ts";
import { SettingError } from "../platform/settings.ts";
import { type AddCommand, CommandFailure, type CommandLine, examples, UsageFailure } from "./command-line.ts";
import { withPassword } from "./move-password.ts";
import { moveProgress } from "./move-progress.ts";
import { movedSettings, writeSettingsFile } from "./moved-settings.ts";

interface MoveOptions {
	readonly to?: string;
	readonly blobs?: string;
	readonly settingsFile?: string;
	readonly dryRun?: boolean;
	readonly fullCheck?: boolean;
	readonly callOff?: boolean;
	readonly toPasswordFile?: string;
}

export const addMove: AddCommand = (program, line) => {
	described(program.command("move")).action(async (options: MoveOptions) => {
		const destination = destinationOf(line, { ...options, ...withPassword(line, options) });
		if (options.settingsFile !== undefined && existsSync(options.settingsFile)) {
			throw new UsageFailure(`--settings-file: ${options.settingsFile} already exists`);
		}
		await requireInstallation(line.config());
		const installation = await openInstallation(withLongStatements(line.config()));
		try {
			const target = await openTarget(destination, options.dryRun !== true);
			await runMove(line, options, { destination, installation, target }).finally(target.close);
		} finally {
			await installation.close();
		}
	});
};

function described(command: Command): Command {
	return command
		.description("move a running installation to PostgreSQL, to S3, or back; run it again to resume")
		.option("--to <database>", "`postgres://…`, or `sqlite` for the file in PACKSHOT_DATA")
		.option(
			"--to-password-file <file>",
			"file with the password of that database, to keep it out of --to; or set PACKSHOT_TO_PASSWORD",
		)
		.option("--blobs <store>", "`s3://BUCKET/PREFIX?…`, or `folder` for the one in PACKSHOT_DATA")
		.option(
			"--settings-file <file>",
			"write the settings to start the server with, including the secret, to a new file (mode 0600)",
		)
		.option("--full-check", "compare every row and every byte once more while nothing can change")
		.option("--dry-run", "check both sides, report what would move, and change nothing")
		.option("--call-off", "cancel the move: this side serves again instead of the target")
		.addHelpText(
			...examples(
				"move --to postgres://packshot@db.example/packshot --to-password-file db-password --dry-run",
				"move --to postgres://packshot@db.example/packshot --blobs 's3://BUCKET/shop?region=eu-west-1' --settings-file moved.env",
				"move --to sqlite --blobs folder",
			),
		);
}

interface Destination {
	/** The settings of the installation after the transfer. */
	readonly config: Config;
	/** The target in words, without passwords. */
	readonly words: string;
	readonly movesDatabase: boolean;
	readonly movesBlobs: boolean;
}

/** @throws UsageFailure for a target that is invalid or the same as the source. */
function destinationOf(line: CommandLine, { to, blobs }: MoveOptions): Destination {
	if (to === undefined && blobs === undefined)
		throw new UsageFailure("specify where to move: --to, --blobs, or both");
	const config = line.config();
	const there = targetSettings(line, to, blobs);
	if (to !== undefined && there.database.url === config.database.url) {
		throw new UsageFailure("--to names the database that is already in use");
	}
	if (blobs !== undefined && JSON.stringify(there.blobs) === JSON.stringify(config.blobs)) {
		throw new UsageFailure("--blobs names the store that is already in use");
	}
	return {
		config: withLongStatements(there),
		words: [
			...(to === undefined ? [] : [to === IN_FOLDER.database ? to : shownUrl(to)]),
			...(blobs === undefined ? [] : [withoutPassword(blobs)]),
		].join(" and "),
		movesDatabase: to !== undefined,
		movesBlobs: blobs !== undefined,
	};
}

/** Counting whole tables may take longer than a request is allowed to. */
function withLongStatements(config: Config): Config {
	return { ...config, database: { ...config.database, statementSeconds: 600 } };
}

/** Names of the default places in PACKSHOT_DATA, which no setting configures. */
const IN_FOLDER = { database: "sqlite", blobs: "folder" };

function targetSettings(
	{ environment }: CommandLine,
	to: string | undefined,
	blobs: string | undefined,
): Config {
	try {
		return loadConfig({
			...environment,
			...(to === undefined ? {} : { PACKSHOT_DATABASE_URL: to === IN_FOLDER.database ? "" : to }),
			...(blobs === undefined ? {} : { PACKSHOT_BLOB_URL: blobs === IN_FOLDER.blobs ? "" : blobs }),
		});
	} catch (fault) {
		if (fault instanceof SettingError) throw new UsageFailure(`--to, --blobs: ${fault.message}`);
		throw fault;
	}
}

function withoutPassword(place: string): string {
	if (!URL.canParse(place)) return place;
	const url = new URL(place);
	url.password = "";
	return url.href;
}

interface Target {
	/** `undefined`: it stays where it is, or does not exist yet. */
	readonly db: Database | undefined;
	readonly blobs: BlobStore | undefined;
	close(): Promise<void>;
}

/** @param prepare whether to create what is missing. */
async function openTarget(
	{ config, movesDatabase, movesBlobs }: Destination,
	prepare: boolean,
): Promise<Target> {
	const unlock = movesDatabase ? lockFolder(config) : () => undefined;
	try {
		const db = movesDatabase ? await openTargetDatabase(config, prepare) : undefined;
		const close = async () => {
			await db?.close();
			unlock();
		};
		return { db, blobs: movesBlobs ? await openTargetBlobs(config) : undefined, close };
	} catch (fault) {
		unlock();
		throw fault;
	}
}

/** No server may start on a file while it is being filled. @throws CommandFailure when one is running on it. */
function lockFolder(config: Config): () => void {
	if (config.database.url !== undefined) return () => undefined;
	const { folder, serverLock } = dataPaths(config);
	prepareDataFolder(config);
	const unlock = lockForServing(serverLock);
	if (!unlock) throw new CommandFailure(`a packshot server is running on ${folder}; stop it first`);
	return unlock;
}

async function openTargetDatabase(config: Config, prepare: boolean): Promise<Database | undefined> {
	const isFile = config.database.url === undefined;
	if (isFile && !existsSync(dataPaths(config).database)) {
		if (!prepare) return undefined;
		await migrateDatabase(config);
	}
	const db = await openDatabase(config);
	try {
		await requireOwnTables(db);
		if (prepare) await migrateDatabase(config);
		return db;
	} catch (fault) {
		await db.close();
		throw fault;
	}
}

/** Timeout of one call of a picture store, in milliseconds; no request waits for it. */
const BLOB_CALL_MS = 120_000;

async function openTargetBlobs(config: Config): Promise<BlobStore> {
	if (!config.blobs.location) return openDiskBlobs(dataPaths(config).blobs);
	const { openS3Blobs } = await import("../platform/blobs/s3.ts");
	const blobs = openS3Blobs(config.blobs.location, BLOB_CALL_MS);
	await blobs.check();
	return blobs;
}

async function runMove(
	line: CommandLine,
	options: MoveOptions,
	parts: { destination: Destination; installation: Installation; target: Target },
): Promise<void> {
	const { destination, installation, target } = parts;
	const { db, blobs, clock } = installation;
	if (options.callOff) {
		if (!target.db)
			throw new UsageFailure(
				"--call-off needs --to, and --blobs if the move had it: the target must not serve",
			);
		await abortTransfer({ source: db, target: target.db }, destination.words);
		line.print({ called_off: true }, ["cancelled: this side serves again, and the target refuses calls"]);
		return;
	}
	if (options.dryRun) {
		const plan = await planMove({ db, blobs }, target);
		line.print(plan, [
			"Nothing was changed. This would move:",
			...plan.tables.map(({ table, rows }) => `${table.padEnd(20)} ${rows} rows`),
			...(plan.blobs === undefined ? [] : [`${"pictures".padEnd(20)} ${plan.blobs} files`]),
		]);
		return;
	}
	const interrupted = new AbortController();
	const stop = () =>
		interrupted.abort(new CommandFailure("interrupted; run the same command again to resume"));
	process.once("SIGINT", stop).once("SIGTERM", stop);
	const progress = moveProgress();
	const order: MoveOrder = {
		source: { db, blobs },
		target,
		to: destination.words,
		journal: openBlobJournal(journalFile(destination)),
		fullCheck: options.fullCheck === true,
		quietMs: QUIET_MS,
		clock,
		signal: interrupted.signal,
		watcher: progress,
	};
	const report = await move(order).finally(progress.end);
	const settings = movedSettings(line.config(), destination.config);
	if (options.settingsFile !== undefined) writeSettingsFile(options.settingsFile, settings);
	line.print(
		{ ...report, to: destination.words, settings: settings.map(({ name, from }) => ({ name, from })) },
		[
			...summary(report, destination.words),
			"Stop the server here, and start it with:",
			...settings.map(({ name, from }) => `  ${name.padEnd(22)} ${from}`),
			...(options.settingsFile === undefined
				? []
				: [`all of these are in ${options.settingsFile}, mode 0600`]),
			...ending(target),
		],
	);
}

/** Every process notices maintenance within a second, so after this long without changes none will come. */
const QUIET_MS = 2000;

/** One per target: what has reached one target says nothing about another. */
function journalFile({ config, words }: Destination): string {
	const name = hash("sha256", words).slice(0, 12);
	return join(dataPaths(config).folder, `move-${name}.sha256`);
}

function summary({ done_before, tables, blobs, maintenance_ms }: MoveReport, to: string): string[] {
	if (done_before) return [`nothing to do: this installation has already moved to ${to}`];
	const rows = tables.reduce((sum, table) => sum + table.rows, 0);
	return [
		`moved to ${to}`,
		...(tables.length > 0 ? [`rows       ${rows} in ${tables.length} tables, each compared`] : []),
		...(blobs.compared > 0
			? [`pictures   ${blobs.compared} files, ${blobs.bytes} bytes in this run, each read back and compared`]
			: []),
		`callers    have been asked to wait for ${(maintenance_ms / 1000).toFixed(1)} s so far, and will be until you do this:`,
	];
}

function ending({ db }: Target): string[] {
	if (!db) return ["Then run: packshot maintenance off"];
	return [
		"This side now answers 503 and no longer changes, so that nobody is charged twice. It is a copy as of this moment: keep it until you trust the other side.",
		"To stay here after all, run the same command with --call-off before the other side has served. After that, move back.",
	];
}
