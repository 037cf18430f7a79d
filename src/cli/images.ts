import type { Installation } from "../installation.ts";
import { rebuildIndex, type UnindexedPicture } from "../pictures/prints/index-pictures.ts";
import { takeRun } from "../pictures/reprocessing/claims.ts";
import { type PerformedRun, performRun } from "../pictures/reprocessing/perform-run.ts";
import type { PrepareReport } from "../pictures/reprocessing/reprocess-pictures.ts";
import { readWatermark } from "../pictures/style/saved-style.ts";
import { BESIDE_A_SERVER } from "../platform/db/pace.ts";
import { ulid } from "../platform/ids.ts";
import { type AddCommand, type CommandLine, examples, exitCodes } from "./command-line.ts";
import { countingBar } from "./counting-bar.ts";

export const addImages: AddCommand = (program, line) => {
	const images = program.command("images").description("manage pictures in the catalogue: prepare, index");
	addIndex(images, line);
	images
		.command("prepare")
		.description(
			"redraw watermarks that differ from the current style, renew the less robust marks of earlier versions, and add missing sizes, thumbnails and quality notes; works while a server runs, and takes over this work from it",
		)
		.addHelpText(...examples("images prepare"))
		.action(() =>
			line.withInstallation(async (installation) => {
				const bar = countingBar("preparing");
				const { report, end } = await prepareHere(line, installation, ({ prepared, completed, failed }) =>
					bar.show(`${prepared} reprocessed  ${completed} completed  ${failed.length} failed`),
				).finally(bar.end);
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
	const run = await db.write(takeRun, { runId, leaseId });
	const watermark = await readWatermark(db, images);
	const interruption = new AbortController();
	const interrupt = () => interruption.abort();
	process.once("SIGINT", interrupt).once("SIGTERM", interrupt);
	const parts = { ...installation, watermark, sizesPx, uploadOffsetMinutes, onProgress };
	const left = { shutdown: interruption.signal, endsAtShutdown: run.account_id === null };
	try {
		return await performRun({ ...parts, ...left }, run);
	} finally {
		process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
	}
}

const addIndex: AddCommand = (images, line) => {
	images
		.command("index")
		.description("rebuild the index used to identify leaked pictures; works while a server runs")
		.addHelpText(...examples("images index"))
		.action(() =>
			line.withInstallation(async ({ db }) => {
				const unindexed: UnindexedPicture[] = [];
				const bar = countingBar("indexing");
				const indexed = await rebuildIndex(db, BESIDE_A_SERVER, {
					onProgress: (done) => bar.show(`${done} pictures`),
					onUnindexed: (picture) => unindexed.push(picture),
				}).finally(bar.end);
				const failed = unindexed.map(
					({ barcode, variant, problem }) => `failed   ${barcode} ${variant}: ${problem}`,
				);
				line.print({ indexed, failed: unindexed }, [`indexed  ${indexed}`, ...failed]);
				if (unindexed.length > 0) line.exitWith(exitCodes.failure);
			}),
		);
};
