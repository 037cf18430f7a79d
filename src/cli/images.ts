import { SingleBar } from "cli-progress";
import type { Installation } from "../installation.ts";
import { takeRun } from "../pictures/reprocessing/claims.ts";
import { type PerformedRun, performRun } from "../pictures/reprocessing/perform-run.ts";
import type { PrepareReport } from "../pictures/reprocessing/reprocess-pictures.ts";
import { readWatermark } from "../pictures/style/saved-style.ts";
import { ulid } from "../platform/ids.ts";
import { manualTimeMs } from "../platform/time/clock.ts";
import { type AddCommand, type CommandLine, examples, exitCodes } from "./command-line.ts";
import { addImagesIndex } from "./images-index.ts";

export const addImages: AddCommand = (program, line) => {
	const images = program.command("images").description("manage pictures in the catalogue: prepare, index");
	addImagesIndex(images, line);
	images
		.command("prepare")
		.description(
			"redraw watermarks that differ from the current style, renew the less robust marks of earlier versions, and add missing sizes, thumbnails and quality notes; works while a server runs, and takes over this work from it",
		)
		.addHelpText("after", examples("images prepare"))
		.action(() =>
			line.withInstallation(async (installation) => {
				const progress = counter();
				const { report, end } = await prepareHere(line, installation, progress.show).finally(progress.end);
				line.print(report, [
					`prepared   ${report.prepared}`,
					`completed  ${report.completed}`,
					`superseded ${report.superseded}`,
					`failed     ${report.failed.length}`,
					...report.failed.map(
						({ barcode, variant, reason }) => `failed     ${barcode} ${variant}: ${reason}`,
					),
				]);
				if (end !== "done") line.warn(WHY_LEFT[end]);
				if (end !== "done" || report.failed.length > 0) line.exitWith(exitCodes.failure);
			}),
		);
};

const WHY_LEFT: Readonly<Record<Exclude<PerformedRun["end"], "done">, string>> = {
	stopped: "not all pictures are prepared: someone paused or ended the run, or changed the style",
	released: "not all pictures are prepared: the run was interrupted, or maintenance began",
	lost: "not all pictures are prepared: another command took over the run",
};

/** Prepares in this process, under the lease that servers respect. An interrupted command leaves nothing for them to resume. */
async function prepareHere(
	line: CommandLine,
	installation: Installation,
	onProgress: (report: PrepareReport) => void,
): Promise<PerformedRun> {
	const { db, clock } = installation;
	const { images } = line.config();
	const { sizesPx, uploadOffsetMinutes } = images;
	const leaseId = `lease_${ulid(clock.now())}`;
	const runId = `prep_${ulid(clock.now())}`;
	const run = await db.write(takeRun, { runId, leaseId, manualMs: manualTimeMs(clock) });
	const watermark = await readWatermark(db, images);
	const interruption = new AbortController();
	const interrupt = () => interruption.abort();
	process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
	const parts = { ...installation, watermark, sizesPx, uploadOffsetMinutes, onProgress };
	const left = { shutdown: interruption.signal, endsAtShutdown: run.origin === "command" };
	try {
		return await performRun({ ...parts, ...left }, run, leaseId);
	} finally {
		process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
	}
}

function counter(): { show: (report: PrepareReport) => void; end: () => void } {
	if (!process.stderr.isTTY) return { show: () => undefined, end: () => undefined };
	const bar = new SingleBar({
		format: "{prepared} reprocessed  {completed} completed  {failed} failed  {duration_formatted}",
		stream: process.stderr,
		hideCursor: true,
	});
	bar.start(1, 0, { prepared: 0, completed: 0, failed: 0 });
	return {
		show: ({ prepared, completed, failed }) => bar.update(0, { prepared, completed, failed: failed.length }),
		end: () => bar.stop(),
	};
}
