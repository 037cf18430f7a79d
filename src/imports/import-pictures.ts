import { hash } from "node:crypto";
import type { Refusal } from "@packshot/marking/prepare";
import { watermarkVersion } from "../pictures/preparation/watermark-settings.ts";
import { createPreparingPool } from "../pictures/preparing-pool.ts";
import type { QualityNote } from "../pictures/store/quality-notes.ts";
import { adjustmentOf, currentVersion, isStored, storePicture } from "../pictures/store/store-picture.ts";
import { findPictured, isProduct, type Pictured } from "./pictured-product.ts";
import {
	type PlannedPicture,
	refuse,
	reportBarcode,
	reportForm,
	reportPlanned,
	showsPicture,
} from "./report.ts";
import type { ImportRun } from "./run.ts";
import { uncertainName } from "./sources/picture-name.ts";
import type { PictureSource } from "./sources/sources.ts";

/** Pictures read ahead of the preparing processes; each may take 40 MiB. */
const READ_AHEAD = 2;

export interface PictureImporter {
	/** Resolves when the file has been read and is nearly due, so that only a few are in memory. */
	add(source: PictureSource): Promise<void>;
	/** Notes a product that a row describes. */
	describe(barcode: string): void;
	/** Resolves when everything added so far is stored or rejected. */
	settle(): Promise<void>;
	/** The same, and ends the threads. */
	finish(): Promise<void>;
}

/** Prepares pictures in processes, one per core, and stores them. */
export function createPictureImporter(run: ImportRun): PictureImporter {
	const importing: Importing = {
		run,
		pool: createPreparingPool(),
		version: watermarkVersion(run.order.watermark),
		created: new Map(),
		described: new Set(),
		planned: new Map(),
		unknown: new Set(),
	};
	const { pool, created, described } = importing;
	/** None of these rejects: a fault is thrown by the next call. */
	const underWay = new Set<Promise<unknown>>();
	/** Two files for the same picture are stored in the order in which they were found. */
	const lastOf = new Map<string, Promise<unknown>>();
	const faults: unknown[] = [];

	return {
		async add(source) {
			const found = await findPicture(importing, source);
			if ("refused" in found) {
				reportPicture(importing, source, found);
				return;
			}
			const slot = slotOf(found);
			const work = importOne(importing, found, lastOf.get(slot))
				.catch((fault) => void faults.push(fault))
				.finally(() => {
					underWay.delete(work);
					if (lastOf.get(slot) === work) lastOf.delete(slot);
				});
			underWay.add(work);
			lastOf.set(slot, work);
			while (underWay.size >= pool.processes + READ_AHEAD) await Promise.race(underWay);
			if (faults.length > 0) throw faults[0];
		},
		describe(barcode) {
			if (created.has(barcode)) described.add(barcode);
		},
		async settle() {
			await Promise.all(underWay);
			if (faults.length > 0) throw faults[0];
		},
		async finish() {
			try {
				await Promise.all(underWay);
			} finally {
				await pool.close();
				reportCreated(importing);
			}
			if (faults.length > 0) throw faults[0];
		},
	};
}

/** What the pictures of one import share. */
interface Importing {
	readonly run: ImportRun;
	readonly pool: ReturnType<typeof createPreparingPool>;
	/** Version of the watermark. */
	readonly version: string;
	/** Products that this import created for their pictures, and the picture of each. */
	readonly created: Map<string, string>;
	/** Those of them that rows describe. */
	readonly described: Set<string>;
	/** In a dry run, the digest of the picture that each slot would have by now. */
	readonly planned: Map<string, string>;
	/** Barcodes of pictures for which there was no product. */
	readonly unknown: Set<string>;
}

/** A picture that has been read, with the product that it means. */
type FoundPicture = PictureSource & Pictured & { readonly bytes: Buffer };

/** What became of a picture, or would become of it. */
type PictureOutcome = Refusal | TakenPicture;

interface TakenPicture {
	readonly outcome: "created" | "updated" | "unchanged";
	/** Whether its product was created for it. */
	readonly isNewProduct: boolean;
	readonly isMarkable: boolean;
	readonly notes: readonly QualityNote[];
	/** What a dry run shows of it. */
	readonly planned:
		| (Pick<PlannedPicture, "replaces"> & { readonly thumbnail: Uint8Array | undefined })
		| null;
}

const UNCHANGED: TakenPicture = {
	outcome: "unchanged",
	isNewProduct: false,
	isMarkable: true,
	notes: [],
	planned: null,
};

/** Reads a picture, and finds the product that it means. */
async function findPicture(
	{ run, unknown }: Importing,
	source: PictureSource,
): Promise<FoundPicture | Refusal> {
	let bytes: Buffer;
	try {
		bytes = await source.read();
	} catch (fault) {
		return { refused: (fault as Error).message };
	}
	const found = { ...source, ...(await findPictured(run, source, unknown)), bytes };
	if (source.isUncertain && !(await isKnown(run, found.barcode)))
		return { refused: uncertainName(source.barcode, source.variant) };
	return found;
}

async function importOne(
	importing: Importing,
	picture: FoundPicture,
	before: Promise<unknown> | undefined,
): Promise<void> {
	const { run } = importing;
	try {
		const sha256 = hash("sha256", picture.bytes);
		await before;
		reportPicture(importing, picture, await outcomeOf(importing, picture, sha256));
	} catch (fault) {
		reportPicture(importing, picture, { refused: (fault as Error).message });
		throw fault;
	} finally {
		run.onProgress();
	}
}

async function outcomeOf(
	importing: Importing,
	picture: FoundPicture,
	sha256: string,
): Promise<PictureOutcome> {
	const { run, version } = importing;
	const planned = importing.planned.get(slotOf(picture));
	const isThere =
		planned === undefined ? await isStored(run.db, picture, sha256, version) : planned === sha256;
	if (isThere) return UNCHANGED;
	return run.dryRun ? planPicture(importing, picture, sha256) : preparePicture(importing, picture, sha256);
}

/** Prepares and stores a picture. */
async function preparePicture(
	{ run, pool, version }: Importing,
	{ barcode, variant, bytes, attribution, frame, modifiedAtMs }: FoundPicture,
	sha256: string,
): Promise<PictureOutcome> {
	const { db, clock, order, changeSet } = run;
	const { watermark, sizesPx, uploadOffsetMinutes, existingOnly } = order;
	const adjustment = attribution?.adjustment ??
		(await adjustmentOf(db, { barcode, variant }, sha256)) ?? { turn: 0, crop: frame ?? null };
	const prepared = await pool.prepare(bytes, {
		variant,
		adjustment,
		nowMs: clock.now(),
		watermark,
		sizesPx,
		...(modifiedAtMs === null ? {} : { fileDateMs: modifiedAtMs }),
	});
	if ("refused" in prepared) return prepared;
	const isNewProduct = !(await isProduct(db, barcode));
	const { ownership, uploadedBy, batch } = attribution ?? order;
	const outcome = await storePicture(run, {
		barcode,
		variant,
		original: bytes,
		prepared,
		adjustment,
		watermarkVersion: version,
		ownership,
		uploadedBy,
		sourceBatch: batch,
		uploadOffsetMinutes,
		existingOnly,
		changeSet,
		clock,
	});
	if (outcome === "unknown_product") return unknownProduct(barcode);
	if (outcome === "superseded") throw new Error("an import replaces whatever is there");
	const { markable: isMarkable, qualityNotes: notes } = prepared;
	return { outcome, isNewProduct, isMarkable, notes, planned: null };
}

/** Determines what an import would do with a picture, which is inspected for that but not prepared. */
async function planPicture(
	{ run, pool, planned }: Importing,
	picture: FoundPicture,
	sha256: string,
): Promise<PictureOutcome> {
	const { barcode, variant, bytes } = picture;
	const checked = await pool.check(bytes, { variant, isShown: showsPicture(run.report) });
	if ("refused" in checked) return checked;
	const isNewProduct = !(await isKnown(run, barcode));
	if (run.order.existingOnly && isNewProduct) return unknownProduct(barcode);
	const slot = slotOf(picture);
	const replaced = planned.has(slot) ? null : await currentVersion(run.db, barcode, variant);
	planned.set(slot, sha256);
	if (isNewProduct) run.dryRun?.create(barcode);
	return {
		outcome: replaced === undefined ? "created" : "updated",
		isNewProduct,
		isMarkable: true,
		notes: checked.qualityNotes,
		planned: { replaces: replaced ?? null, thumbnail: checked.thumbnail },
	};
}

/** Reports what became of a picture, and whether its barcode had other leading zeros. A new product is reported once. */
function reportPicture(
	{ run: { report }, created }: Importing,
	{ source, barcode, variant, given = barcode, otherForm = null }: PictureSource & Partial<Pictured>,
	taken: PictureOutcome,
): void {
	if ("refused" in taken) {
		refuse(report, { source, reason: taken.refused });
		return;
	}
	const { outcome, isNewProduct, isMarkable, notes, planned } = taken;
	if (isNewProduct) created.set(barcode, source);
	report.images[outcome]++;
	if (given !== barcode) reportForm(report.matched, { source, barcode: given, product: barcode });
	const isReported = () => report.newForms.first.some((each) => each.barcode === barcode);
	if (otherForm !== null && created.has(barcode) && !isReported())
		reportForm(report.newForms, { source, barcode, product: otherForm });
	if (!isMarkable) report.unmarkable.push(source);
	if (notes.length > 0) report.noted.push({ source, notes });
	if (planned) reportPlanned(report, { source, barcode, variant, ...planned });
}

/** Counts and lists the products that were created for pictures. */
function reportCreated({ run: { report }, created, described }: Importing): void {
	report.products.created += created.size;
	for (const [barcode, source] of created) {
		reportBarcode(report.newProducts, { source, barcode });
		if (!described.has(barcode)) reportBarcode(report.onlyPictured, { source, barcode });
	}
}

/** Whether the catalogue has the product, or would have it by now. */
async function isKnown({ db, dryRun }: ImportRun, barcode: string): Promise<boolean> {
	return dryRun?.wouldExist(barcode) || (await isProduct(db, barcode));
}

function slotOf({ barcode, variant }: PictureSource): string {
	return `${barcode}/${variant}`;
}

function unknownProduct(barcode: string): Refusal {
	return { refused: `barcode ${barcode} is not in the catalogue` };
}
