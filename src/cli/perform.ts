import { type Config, dataPlaces } from "../config.ts";
import { performTask } from "../imports/batches/perform.ts";
import { findImport } from "../imports/batches/store.ts";
import { createGuardedGet } from "../imports/fetched/guarded-get.ts";
import { openUploadFolder } from "../imports/uploads/folder.ts";
import type { Installation } from "../installation.ts";
import { readBackupState } from "../operations/backup/schedule.ts";
import { performRun } from "../pictures/reprocessing/perform-run.ts";
import { readRun } from "../pictures/reprocessing/run.ts";
import { readWatermark } from "../pictures/style/saved-style.ts";
import { reservedBytes } from "../platform/disk-room.ts";
import { lowerPriority } from "../platform/lower-priority.ts";
import { manualTimeMs } from "../platform/time/clock.ts";
import { createResolveHost } from "../webhooks/send/resolve-host.ts";
import { type AddCommand, type CommandLine, examples } from "./command-line.ts";

/** Internal: the process that a server starts to perform an import task that it has claimed (imports/batches/runner.ts). */
export const addPerformImport: AddCommand = (program, line) => {
	program
		.command("perform-import <import_id> <lease_id>", { hidden: true })
		.description("carry out an import that a server has claimed; servers start this command themselves")
		.addHelpText(
			...examples("perform-import imp_01M81NG2SKZJZGCSDW8ZRPH8QX lease_01M81NG2ZPM6GKGYA35YQVY85P"),
		)
		.action((importId: string, leaseId: string) =>
			perform(line, async ({ shutdown, ...parts }, config) => {
				const batch = await findImport(parts.db.read, importId);
				if (batch?.lease_id !== leaseId || batch.task === null) return;
				const folder = openUploadFolder(dataPlaces(config).uploads, reservedBytes(config.disk));
				await performTask({ ...parts, folder }, batch, leaseId, shutdown);
			}),
		);
};

/** Internal: the process that a server starts to reprocess pictures (pictures/reprocessing/runner.ts). */
export const addPerformPreparing: AddCommand = (program, line) => {
	program
		.command("perform-preparing <run_id> <lease_id>", { hidden: true })
		.description("reprocess pictures for a server; servers start this command themselves")
		.addHelpText(
			...examples("perform-preparing prep_01M81NG2SKZJZGCSDW8ZRPH8QX lease_01M81NG2ZPM6GKGYA35YQVY85P"),
		)
		.action((runId: string, leaseId: string) =>
			perform(line, async (parts) => {
				const run = await readRun(parts.db.read);
				if (run?.runId === runId && run.leaseId === leaseId) await performRun(parts, run, leaseId);
			}),
		);
};

/** Internal: the process that a server starts for a regular backup or a drill (operations/backup/runner.ts). */
export const addPerformBackup: AddCommand = (program, line) => {
	program
		.command("perform-backup <lease_id>", { hidden: true })
		.description("back up regularly for a server; servers start this command themselves")
		.addHelpText(...examples("perform-backup lease_01M81NG2ZPM6GKGYA35YQVY85P"))
		.action((leaseId: string) =>
			perform(line, async ({ shutdown, ...installation }, config) => {
				const { leaseId: held, task, beganMs } = await readBackupState(installation.db.read);
				if (held !== leaseId || task === null) return;
				const holder = { leaseId, manualMs: manualTimeMs(installation.clock) };
				const { performBackupTask } = await import("./regular-backup.ts");
				await performBackupTask(installation, config, { task, beganMs }, holder, shutdown);
			}),
		);
};

/** Does a task for a server, whose own work has precedence. */
async function perform(
	line: CommandLine,
	work: (parts: Awaited<ReturnType<typeof taskParts>>, config: Config) => Promise<unknown>,
): Promise<void> {
	const shutdown = whenServerEnds();
	lowerPriority();
	await line.withInstallation(async (installation) => {
		const config = line.config();
		await work(await taskParts(installation, config, shutdown), config);
	});
	if (process.connected) process.disconnect();
}

async function taskParts(installation: Installation, { images, webhooks }: Config, shutdown: AbortSignal) {
	const { sizesPx, uploadOffsetMinutes } = images;
	const watermark = await readWatermark(installation.db, images);
	const fetchPicture = createGuardedGet({ rules: webhooks, resolveHost: createResolveHost() });
	return { ...installation, watermark, sizesPx, uploadOffsetMinutes, fetchPicture, shutdown };
}

/** Aborted when the server stops or is killed, which closes the channel to it. */
function whenServerEnds(): AbortSignal {
	const shutdown = new AbortController();
	process.once("disconnect", () => shutdown.abort());
	// A terminal sends its signals to the server as well, which then closes the channel.
	for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
	return shutdown.signal;
}
