import { watchRoom } from "../platform/disk-room.ts";
import { settleAbsent } from "./absent-products.ts";
import { fetchPictures } from "./fetched/fetch-pictures.ts";
import { type FileContents, importMetadata } from "./import-metadata.ts";
import type { ImportOrder, ImportStores, ImportWatch } from "./import-order.ts";
import { createPictureImporter, type PictureImporter } from "./import-pictures.ts";
import { emptyReport, type ImportReport, refuse } from "./report.ts";
import { beginRun, endRun, type ImportRun } from "./run.ts";
import { type Survey, surveyFiles } from "./survey.ts";

/** `source_batch` of pictures whose import did not name one (SPEC D38). */
export const DEFAULT_BATCH = "zip_upload";

interface Stores extends ImportStores {
	/** Whether the disk may take more. */
	readonly hasRoom?: () => Promise<boolean>;
}

/**
 * Imports metadata and pictures, mixed. Invalid input is rejected with a reason and everything else is imported; repeating an import
 * changes nothing. A fault of the stores ends the import, which can be run again. @param report filled while the import runs.
 * @throws NoDiskRoom when the disk gets short
 */
export async function importAll(
	stores: Stores,
	order: ImportOrder,
	watch: ImportWatch = {},
	report: ImportReport = emptyReport(),
): Promise<ImportReport> {
	const room = order.dryRun || !stores.hasRoom ? undefined : await watchRoom(stores.hasRoom);
	const signals = [order.signal, room?.signal].filter((signal) => signal !== undefined);
	try {
		await importInSteps(stores, order, watch, report, AbortSignal.any(signals));
		return report;
	} finally {
		room?.end();
	}
}

/** Each step takes what those before it returned; a dry run takes the same ones. */
async function importInSteps(
	stores: ImportStores,
	order: ImportOrder,
	watch: ImportWatch,
	report: ImportReport,
	signal: AbortSignal,
): Promise<void> {
	const survey = await surveyFiles(order, report, signal);
	watch.onSurveyed?.(report);
	const run = await beginRun({ stores, order, watch, survey, report, signal });
	const contents = await importContents(run, survey);
	await settleAbsent(run, contents);
	await endRun(run);
}

async function importContents(run: ImportRun, survey: Survey): Promise<FileContents> {
	const { db, order, report, signal } = run;
	const { fetchPicture: get, began } = order;
	const pictures = createPictureImporter(run);
	try {
		const contents = await importFiles(run, survey, pictures);
		if (get)
			await fetchPictures(contents.wanted, { db, get, pictures, report, signal, beganAtMs: began?.atMs });
		return contents;
	} finally {
		await pictures.finish();
	}
}

/** Imports all files, one after the other as they are found. */
async function importFiles(run: ImportRun, survey: Survey, pictures: PictureImporter): Promise<FileContents> {
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
