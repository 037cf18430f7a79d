import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { type Config, dataPlaces } from "../config.ts";
import { openBlobs, prepareDataFolder } from "../installation.ts";
import { migrations } from "../migrations/all.ts";
import { type RestoreProgress, restore } from "../operations/backup/restore.ts";
import { lockForServing } from "../platform/db/sqlite/process-lock.ts";
import { existingMaster } from "../platform/secret-fit.ts";
import { type AddCommand, CommandFailure, examples } from "./command-line.ts";
import { counted } from "./counted.ts";
import { countingBar } from "./counting-bar.ts";

export const addRestore: AddCommand = (program, line) => {
	program
		.command("restore <file>")
		.description("restore a backup into an empty installation; no server may be running")
		.option("--force", "replace an earlier state of the same installation", false)
		.addHelpText("after", examples("restore packshot-2027-01-31.tar"))
		.action(async (name: string, { force }: { force: boolean }) => {
			const file = resolve(name);
			if (!existsSync(file)) throw new CommandFailure(`there is no file ${file}`);
			const bar = countingBar("restoring");
			const show: RestoreProgress = (stage, done) => bar.show(done > 0 ? `${stage} ${done}` : stage);
			const manifest = await restoreInto(line.config(), file, force, show).finally(() => bar.end());
			const rows = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
			line.print({ restored: true, rows: manifest.rows, blobs: manifest.blobs }, [
				`restored ${counted(rows, "row")} and ${counted(manifest.blobs, "picture file")}`,
			]);
		});
};

async function restoreInto(config: Config, file: string, replace: boolean, progress: RestoreProgress) {
	const places = dataPlaces(config);
	prepareDataFolder(config);
	const { url } = config.database;
	const unlock = url === undefined ? lockForServing(places.serverLock) : () => undefined;
	if (!unlock) throw new CommandFailure(`a packshot server is running on ${places.folder}: stop it first`);
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
				databaseFile: places.database,
				databaseUrl: url,
				master: existingMaster(config.secrets, places.secret),
				secretFile: places.secret,
				replace,
				refuseUsed: !replace,
			},
			progress,
		);
	} finally {
		unlock();
	}
}
