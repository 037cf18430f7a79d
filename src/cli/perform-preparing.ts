import { performRun } from "../pictures/reprocessing/perform-run.ts";
import { readRun } from "../pictures/reprocessing/run.ts";
import { readWatermark } from "../pictures/style/saved-style.ts";
import { lowerPriority } from "../platform/lower-priority.ts";
import { type AddCommand, examples } from "./command-line.ts";
import { whenServerEnds } from "./server-ends.ts";

/** Internal: the process that a server starts to reprocess pictures (pictures/reprocessing/runner.ts). The server's own work has precedence. */
export const addPerformPreparing: AddCommand = (program, line) => {
	program
		.command("perform-preparing <run_id> <lease_id>", { hidden: true })
		.description("reprocess pictures for a server; servers start this command themselves")
		.addHelpText(
			"after",
			examples("perform-preparing prep_01M81NG2SKZJZGCSDW8ZRPH8QX lease_01M81NG2ZPM6GKGYA35YQVY85P"),
		)
		.action(async (runId: string, leaseId: string) => {
			const shutdown = whenServerEnds();
			lowerPriority();
			await line.withInstallation(async (installation) => {
				const run = await readRun(installation.db.read);
				if (run?.runId !== runId || run.leaseId !== leaseId) return;
				const { images } = line.config();
				const { sizesPx, uploadOffsetMinutes } = images;
				const watermark = await readWatermark(installation.db, images);
				await performRun(
					{ ...installation, watermark, sizesPx, uploadOffsetMinutes, shutdown },
					run,
					leaseId,
				);
			});
			if (process.connected) process.disconnect();
		});
};
