import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { creditsForJson, formatCredits } from "../api/credits.ts";
import { type Config, dataPaths } from "../config.ts";
import { openBlobs, prepareDataFolder } from "../installation.ts";
import { migrations } from "../migrations/all.ts";
import type { ArchiveSource } from "../operations/backup/archive-reader.ts";
import { type RestoreProgress, restore } from "../operations/backup/restore.ts";
import { storedBackup, storedBackups } from "../operations/backup/stored-backup.ts";
import type { Lost } from "../operations/backup/what-would-be-lost.ts";
import { counted } from "../platform/counted.ts";
import { lockForServing } from "../platform/db/sqlite/process-lock.ts";
import { existingMaster } from "../platform/secret-fit.ts";
import { type AddCommand, CommandFailure, examples } from "./command-line.ts";
import { countingBar } from "./counting-bar.ts";

export const addRestore: AddCommand = (program, line) => {
	program
		.command("restore <file-or-id>")
		.description(
			"restore a backup, a file or one in PACKSHOT_BACKUP_URL, into an empty installation; no server may be running",
		)
		.option(
			"--force",
			"replace an earlier state of the same installation, which is kept aside; what was revoked, rotated or consumed in it stays so",
			false,
		)
		.addHelpText(...examples("restore packshot-2027-01-31.tar", "restore latest"))
		.action(async (name: string, { force }: { force: boolean }) => {
			const file = await sourceOf(line.config(), name);
			const bar = countingBar("restoring");
			const show: RestoreProgress = (stage, done) => bar.show(done > 0 ? `${stage} ${done}` : stage);
			const { manifest, before } = await restoreInto(line.config(), file, force, show).finally(() =>
				bar.end(),
			);
			const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
			const replaced = before && { kept: before.kept, lost: before.lost ? lostDocument(before.lost) : null };
			line.print(
				{ restored: true, rows: manifest.rows, blobs: manifest.blobs, ...(replaced && { replaced }) },
				[
					`restored ${counted(rows, "row")} and ${counted(manifest.blobs, "picture file")}`,
					...(before ? [lostInWords(before.lost), `the state before is kept in ${before.kept}`] : []),
				],
			);
		});
};

function lostDocument({ charges, orders, topUps }: Lost) {
	const sum = ({ number, units }: Lost["charges"]) => ({ number, credits: creditsForJson(units) });
	return { charges: sum(charges), orders: sum(orders), top_ups: sum(topUps) };
}

function lostInWords(lost: Lost | undefined): string {
	if (!lost) return "a newer version wrote the state before: what was lost since the backup is not counted";
	const sum = ({ number, units }: Lost["charges"], name: string) =>
		`${counted(number, name)} (${formatCredits(units)} credits)`;
	return `lost since the backup: ${sum(lost.charges, "charge")}, ${sum(lost.orders, "order")} among them, and ${sum(lost.topUps, "top-up")}`;
}

/** A file, or a backup in PACKSHOT_BACKUP_URL by its id. @throws CommandFailure */
async function sourceOf(config: Config, name: string): Promise<ArchiveSource> {
	const file = resolve(name);
	if (existsSync(file)) return file;
	if (config.backups.location === undefined) throw new CommandFailure(`there is no file ${file}`);
	const { openBackupStore } = await import("./regular-backup.ts");
	const store = await openBackupStore(config);
	const ids = (await storedBackups(store)).filter(({ isFinished }) => isFinished).map(({ id }) => id);
	const id = name === "latest" ? ids.at(-1) : ids.find((each) => each === name);
	if (id !== undefined) return storedBackup(store, id);
	throw new CommandFailure(
		`there is no file ${file}, and no backup ${name} in PACKSHOT_BACKUP_URL, which has ${ids.slice(-5).join(", ") || "none"}`,
	);
}

async function restoreInto(config: Config, file: ArchiveSource, replace: boolean, progress: RestoreProgress) {
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
		return await restore(
			{
				file,
				migrations,
				blobs: await openBlobs(config),
				databaseFile: paths.database,
				databaseUrl: url,
				master: existingMaster(config.secrets, paths.secret),
				secretFile: paths.secret,
				replace,
				refuseUsed: !replace,
			},
			progress,
		);
	} finally {
		unlock();
	}
}
