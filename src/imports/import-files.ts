import { type FileContents, importMetadata } from "./import-metadata.ts";
import type { PictureImporter } from "./import-pictures.ts";
import { refuse } from "./report.ts";
import type { ImportRun } from "./run.ts";
import type { Survey } from "./survey.ts";

/** Imports all files, one after the other as they are found. */
export async function importFiles(
	run: ImportRun,
	survey: Survey,
	pictures: PictureImporter,
): Promise<FileContents> {
	const { order, report, signal } = run;
	const read: FileContents[] = [];
	let isWhole = true;
	for await (const source of order.format.find(order.paths)) {
		if (signal.aborted) break;
		if (source.kind === "refused") {
			refuse(report, { source: source.source, reason: source.reason });
			isWhole = false;
		} else if (source.kind === "ignored") report.ignored.push(source.source);
		else if (source.kind === "picture") await pictures.add(source);
		else {
			// Which came first decides which of them creates a product.
			await pictures.settle();
			const fillsUp = survey.shortened.has(source.source);
			read.push(await importMetadata(run, source, { fillsUp, onDescribed: pictures.describe }));
		}
	}
	return {
		wanted: read.flatMap(({ wanted }) => wanted),
		delivered: new Set(read.flatMap(({ delivered }) => [...delivered])),
		isWhole: isWhole && read.every((file) => file.isWhole),
	};
}
