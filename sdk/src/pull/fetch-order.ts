import { join } from "node:path";
import { isPackshotError, type PackshotError } from "../errors.ts";
import type { Packshot } from "../packshot.ts";
import type { ImageUrls, Variant } from "../product-types.ts";
import { eachInParallel } from "./each-in-parallel.ts";
import { type PullFolder, pictureBytes, pictureName } from "./folder.ts";
import { type FolderOrder, type StoredProduct, storeProducts } from "./order-files.ts";
import type { Progress } from "./progress.ts";
import { VARIANTS } from "./wanted.ts";

/** How an order is fetched. */
export interface Fetching {
	readonly packshot: Packshot;
	readonly folder: PullFolder;
	/** Pictures at a time. */
	readonly atOnce: number;
	readonly progress: Progress;
}

interface WantedPicture {
	readonly barcode: string;
	readonly variant: Variant;
	readonly url: string;
}

/**
 * Fetches what an order gives and the folder has not: free, as often as needed. A picture that breaks off is asked for again by another URL, as long
 * as others arrive.
 */
export async function fetchOrder(fetching: Fetching, order: FolderOrder): Promise<void> {
	for (let leftBefore = Number.POSITIVE_INFINITY; ; ) {
		const broken = await fetchOnce(fetching, order);
		if (broken.length === 0) return;
		if (broken.length >= leftBefore) throw broken[0];
		leftBefore = broken.length;
	}
}

/** @returns why pictures did not arrive that may arrive by another URL. */
async function fetchOnce(
	{ packshot, folder, atOnce, progress }: Fetching,
	order: FolderOrder,
): Promise<PackshotError[]> {
	const products: StoredProduct[] = [];
	const broken: PackshotError[] = [];
	const pictures = missingPictures(packshot, folder, order, products);
	await eachInParallel(pictures, atOnce, async ({ barcode, variant, url }) => {
		try {
			const { bytes } = await packshot.images.fetch(url);
			await folder.files.write(join(folder.path, pictureName(barcode, variant)), bytes);
			progress.advance();
		} catch (error) {
			if (!isPackshotError(error) || !mayArriveOnRetry(error)) throw error;
			broken.push(error);
		}
	});
	// Stored when all is there: a product in it whose picture is missing is one that somebody deleted.
	if (broken.length === 0) await storeProducts(folder, order.number, products);
	return broken;
}

/** The URL is used up, is too old, or leads to a picture that was removed: a new list of URLs tells which it is. */
function mayArriveOnRetry(error: PackshotError): boolean {
	return isPackshotError(
		error,
		"signed_url_consumed",
		"signed_url_expired",
		"variant_not_available",
		"connection_failed",
		"timed_out",
	);
}

/** Pictures of an order that are not in the folder. Notes every product on the way. */
async function* missingPictures(
	packshot: Packshot,
	folder: PullFolder,
	{ made }: FolderOrder,
	products: StoredProduct[],
): AsyncGenerator<WantedPicture> {
	for await (const { images, ...product } of packshot.orders.products(made?.order_id ?? "")) {
		const { barcode } = product;
		const pictures = VARIANTS.filter((variant) => urlOf(images, variant) !== undefined);
		products.push({ ...product, pictures });
		for (const variant of pictures) {
			const url = urlOf(images, variant);
			if (url !== undefined && (await pictureBytes(folder, barcode, variant)) === undefined)
				yield { barcode, variant, url };
		}
	}
}

function urlOf(images: ImageUrls | undefined, variant: Variant): string | undefined {
	return images?.[variant] ?? undefined;
}
