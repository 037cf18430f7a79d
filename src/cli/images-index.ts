import { rebuildIndex, type UnindexedPicture } from "../pictures/prints/index-pictures.ts";
import { BESIDE_A_SERVER } from "../platform/db/pace.ts";
import { type AddCommand, examples, exitCodes } from "./command-line.ts";
import { countingBar } from "./counting-bar.ts";

/** `images index` */
export const addImagesIndex: AddCommand = (images, line) => {
	images
		.command("index")
		.description("rebuild the index used to identify leaked pictures; works while a server runs")
		.addHelpText("after", examples("images index"))
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
