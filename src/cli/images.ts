import { SingleBar } from "cli-progress";
import { type PrepareReport, prepareAnew } from "../images/prepare-anew.ts";
import { watermarkOf } from "../images/settings.ts";
import { type AddCommand, examples, exitCodes } from "./command-line.ts";
import { addImagesIndex } from "./images-index.ts";

export const addImages: AddCommand = (program, line) => {
	const images = program.command("images").description("pictures in the catalogue: prepare, index");
	addImagesIndex(images, line);
	images
		.command("prepare")
		.description(
			"redraw watermarks that differ from the settings, renew marks that an earlier version made less robust, and make missing sizes, thumbnails and quality notes; works while a server runs",
		)
		.addHelpText("after", examples("images prepare"))
		.action(() =>
			line.withExistingInstallation(async (installation) => {
				const { images } = line.config();
				const progress = counter();
				const report = await prepareAnew({
					...installation,
					watermark: watermarkOf(images),
					sizesPx: images.sizesPx,
					uploadOffsetMinutes: images.uploadOffsetMinutes,
					onProgress: progress.show,
				}).finally(progress.end);
				line.print(report, [
					`prepared   ${report.prepared}`,
					`completed  ${report.completed}`,
					`superseded ${report.superseded}`,
					`failed     ${report.failed.length}`,
					...report.failed.map(
						({ barcode, variant, reason }) => `failed     ${barcode} ${variant}: ${reason}`,
					),
				]);
				if (report.failed.length > 0) line.exitWith(exitCodes.failure);
			}),
		);
};

function counter(): { show: (report: PrepareReport) => void; end: () => void } {
	if (!process.stderr.isTTY) return { show: () => undefined, end: () => undefined };
	const bar = new SingleBar({
		format: "preparing  {prepared} prepared  {completed} completed  {failed} failed  {duration_formatted}",
		stream: process.stderr,
		hideCursor: true,
	});
	bar.start(1, 0, { prepared: 0, completed: 0, failed: 0 });
	return {
		show: ({ prepared, completed, failed }) => bar.update(0, { prepared, completed, failed: failed.length }),
		end: () => bar.stop(),
	};
}
