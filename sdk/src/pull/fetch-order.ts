import { join } from "node:path";
import { isPackshotError, type PackshotError } from "../errors.ts";
import type { Packshot } from "../packshot.ts";
import type { ImageUrls, Variant } from "../product-types.ts";
import { eachInParallel } from "./each-in-parallel.ts";
import { type PullFolder, pictureBytes, pictureName } from "./folder.ts";
import { type FolderOrder, type StoredProduct, storeProducts } from "./order-files.ts";
import type { Progress } from "./progress.ts";
import { VARIANTS } from "./wanted.ts";

/** What is needed to fetch an order. */
export interface Fetching {
	readonly packshot: Packshot;
	readonly folder: PullFolder;
	/** Pictures fetched concurrently. */
	readonly atOnce: number;
	readonly progress: Progress;
}

interface WantedPicture {
	readonly barcode: string;
	readonly variant: Variant;
	readonly url: string;
}

/**
 * Fetches what an order contains and the folder lacks: free, as often as needed. A picture whose download breaks off is retried with another URL, as long
 * as other pictures arrive.
 */
export async function fetchOrder(fetching: Fetching, order: FolderOrder): Promise<void> {
	for (let leftBefore = Number.POSITIVE_INFINITY; ; ) {
		const broken = await fetchOnce(fetching, order);
		if (broken.length === 0) return;
		if (broken.length >= leftBefore) throw broken[0];
		leftBefore = broken.length;
	}
}

/** @returns the errors of pictures that did not arrive but may do so with another URL. */
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
	// Stored only once all pictures have arrived: if one of a stored product is missing later, somebody deleted it.
	if (broken.length === 0) await storeProducts(folder, order.number, products);
	return broken;
}

/** The URL is used up or too old, or its picture was removed: a new list of URLs tells which. */
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

/** Pictures of an order that are missing in the folder. Collects every product along the way. */
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
