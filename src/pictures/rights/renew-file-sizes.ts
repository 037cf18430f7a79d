import { lockCatalogue } from "../../catalogue/fields/field-counts.ts";
import { isVariant, type Variant } from "../../catalogue/fields/scopes.ts";
import { applyFileSizes } from "../../catalogue/stored/file-sizes.ts";
import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import { inBatches, type Pace } from "../../platform/db/pace.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { readServiceState, setServiceState } from "../../platform/service-state.ts";
import { deliveredBytes, imageSizes, plainSizes } from "../store/image-meta.ts";
import { sizesOf } from "../store/store.ts";

/**
 * Name in `service_state` of the id up to which stored file sizes include the packet of every delivered picture. Migration 0052 sets it in a catalogue
 * with pictures; it is removed when all are renewed.
 */
export const RENEWED_TO = "file_sizes_renewed_to";

/**
 * Writes the file sizes of the next products anew from their pictures, which are measured without the packet. The progress is committed along, and
 * what was written already stays as it is. @returns how many products were looked at; 0 once all are renewed.
 */
export const renewFileSizes = command<{ readonly limit: number }, number>(
	"images.renew_file_sizes",
	async (tx, { limit }, traits) => {
		await lockCatalogue(tx, traits);
		const renewedTo = await progressOf(tx);
		if (renewedTo === undefined) return 0;
		const products = await tx
			.selectFrom("product")
			.select(["id", "barcode"])
			.where("id", ">", renewedTo)
			.orderBy("id")
			.limit(limit)
			.execute();
		const last = products.at(-1);
		await setServiceState(tx, RENEWED_TO, last ? String(last.id) : null);
		if (last) await renewAll(tx, products);
		return products.length;
	},
);

/** Whether all stored file sizes include the packet; otherwise a running server renews the others. */
export async function areFileSizesRenewed(tx: Tx): Promise<boolean> {
	return (await progressOf(tx)) === undefined;
}

async function progressOf(tx: Tx): Promise<number | undefined> {
	const value = await readServiceState(tx, RENEWED_TO);
	return value === undefined ? undefined : Number(value);
}

async function renewAll(tx: Tx, products: readonly { readonly barcode: string }[]): Promise<void> {
	const images = await tx
		.selectFrom("image")
		.select(["image_id", "barcode", "variant", "content_type", "size_bytes", "plain_size_bytes", "markable"])
		.where("active", "=", 1)
		.where(
			"barcode",
			"in",
			products.map(({ barcode }) => barcode),
		)
		.execute();
	const sizes = await sizesOf(
		tx,
		images.map((image) => image.image_id),
	);
	const byBarcode = new Map<string, typeof images>();
	for (const image of images) byBarcode.set(image.barcode, [...(byBarcode.get(image.barcode) ?? []), image]);
	await applyFileSizes(
		tx,
		[...byBarcode].map(([barcode, own]) => ({
			barcode,
			fullBytes: fullBytes(own),
			plainSizes: plainSizes(own),
			imageSizes: imageSizes(own, sizes),
		})),
	);
}

function fullBytes(
	images: readonly { readonly variant: string; readonly content_type: string; readonly size_bytes: number }[],
): Partial<Record<Variant, number>> {
	return Object.fromEntries(
		images
			.filter(({ variant }) => isVariant(variant))
			.map((image) => [image.variant, deliveredBytes(image, image.size_bytes)]),
	);
}

/** Renews all stored file sizes, batch by batch, so that charges do not wait for long. Resumes after an interruption. @returns how many products were looked at. */
export async function renewStoredFileSizes(db: Database, pace: Pace, signal?: AbortSignal): Promise<number> {
	if (await areFileSizesRenewed(db.read)) return 0;
	return inBatches(pace, (limit) => db.write(renewFileSizes, { limit }), signal);
}
