import { type Config, dataPaths } from "../config.ts";
import { performTask } from "../imports/batches/perform.ts";
import { createGuardedGet } from "../imports/fetched/guarded-get.ts";
import { openUploadFolder } from "../imports/uploads/folder.ts";
import type { Installation } from "../installation.ts";
import { performRun } from "../pictures/reprocessing/perform-run.ts";
import { readWatermark } from "../pictures/style/saved-style.ts";
import { reservedBytes } from "../platform/disk-room.ts";
import { lowerPriority } from "../platform/lower-priority.ts";
import { findTask } from "../platform/tasks/stored-tasks.ts";
import type { TaskKind, TaskTable } from "../platform/tasks/task-table.ts";
import { createResolveHost } from "../webhooks/send/resolve-host.ts";
import { type AddCommand, type CommandLine, examples } from "./command-line.ts";

/** Internal: the process that a server starts for a task that it has claimed (platform/tasks/run-in-processes.ts). */
export const addPerformTask: AddCommand = (program, line) => {
	program
		.command("perform-task <kind> <ref> <lease_id>", { hidden: true })
		.description("carry out a task that a server has claimed; servers start this command themselves")
		.addHelpText(
			...examples("perform-task import 01m81ng2skzjzgcsdw8zrph8qx lease_01M81NG2ZPM6GKGYA35YQVY85P"),
		)
		.action((kind: TaskKind, ref: string, leaseId: string) =>
			perform(line, async (parts, config) => {
				const task = await findTask(parts.db.read, { kind, ref });
				if (task?.lease_id === leaseId) await PERFORMERS[task.kind]?.(parts, config, task);
			}),
		);
};

type Parts = Awaited<ReturnType<typeof taskParts>>;

/** Cases are traced by the server itself. */
const PERFORMERS: Partial<
	Record<TaskKind, (parts: Parts, config: Config, task: TaskTable) => Promise<unknown>>
> = {
	import({ shutdown, ...parts }, config, task) {
		const folder = openUploadFolder(dataPaths(config).uploads, reservedBytes(config.disk));
		return performTask({ ...parts, folder }, task, shutdown);
	},
	preparing: (parts, _, run) => performRun(parts, run),
	async label({ db, blobs, clock, shutdown }, _, task) {
		const { performReading } = await import("../labels/perform.ts");
		await performReading({ db, blobs, clock, shutdown }, task);
	},
	async backup({ shutdown, ...installation }, config, task) {
		const { performBackupTask } = await import("./regular-backup.ts");
		await performBackupTask(installation, config, task, shutdown);
	},
};

/** Does a task for a server, whose own work has precedence. */
async function perform(
	line: CommandLine,
	work: (parts: Parts, config: Config) => Promise<unknown>,
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
