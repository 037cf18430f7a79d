import {
	type ImageUrls,
	isPackshotError,
	type Packshot,
	type PackshotError,
	type Variant,
} from "@packshot/sdk";
import { VARIANTS } from "../../src/catalogue/fields/scopes.ts";
import { failureReason } from "../../src/platform/failure-reason.ts";
import { forEachConcurrently } from "../../src/platform/for-each-concurrently.ts";
import { addVersions, shopMetaOf } from "./earlier-versions.ts";
import { type PullFolder, pictureBytes, writePicture } from "./folder.ts";
import { type FolderOrder, type StoredProduct, storeProducts } from "./order-files.ts";
import type { Progress } from "./output.ts";
import { EXIT, PullStopped } from "./stopped.ts";

/** What is needed to fetch an order. */
export interface Fetching {
	readonly packshot: Packshot;
	readonly folder: PullFolder;
	/** Pictures fetched concurrently. */
	readonly atOnce: number;
	/** Hosts from which a picture has arrived in this run. */
	readonly reachedHosts: Set<string>;
	/** Of a host from which none has arrived: waiting long would not help against a wrong address or a firewall. */
	readonly firstPictureTimeoutMs: number;
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
export async function fetchOrder(fetching: Fetching, order: FolderOrder, progress: Progress): Promise<void> {
	for (let leftBefore = Number.POSITIVE_INFINITY; ; ) {
		const broken = await fetchOnce(fetching, order, progress);
		if (broken.length === 0) return;
		if (broken.length >= leftBefore) throw broken[0];
		leftBefore = broken.length;
	}
}

/** @returns the errors of pictures that did not arrive but may do so with another URL. */
async function fetchOnce(
	{ packshot, folder, atOnce, reachedHosts, firstPictureTimeoutMs }: Fetching,
	order: FolderOrder,
	progress: Progress,
): Promise<PackshotError[]> {
	const products: StoredProduct[] = [];
	const broken: PackshotError[] = [];
	const pictures = missingPictures(packshot, folder, order, products);
	const first = { maxAttempts: 2, timeoutMs: firstPictureTimeoutMs };
	await forEachConcurrently(pictures, atOnce, async ({ barcode, variant, url }) => {
		const { host } = new URL(url);
		try {
			const picture = await packshot.images.fetch(url, reachedHosts.has(host) ? {} : first);
			reachedHosts.add(host);
			await writePicture(folder, barcode, variant, picture);
			progress.advance();
		} catch (error) {
			if (!isPackshotError(error) || !mayArriveOnRetry(error)) throw error;
			if (!reachedHosts.has(host) && isPackshotError(error, "connection_failed", "timed_out"))
				throw unreachable(new URL(url).origin, error);
			broken.push(error);
		}
	});
	if (!order.plan) await rememberBought(packshot, folder, order);
	// Stored only once all pictures have arrived: if one of a stored product is missing later, somebody deleted it.
	if (broken.length === 0) await storeProducts(folder, order.stem, products);
	return broken;
}

/** What an order from elsewhere held at its purchase may be in the shop's texts: files of the pages, or of another folder, said it. */
async function rememberBought(packshot: Packshot, folder: PullFolder, { made }: FolderOrder): Promise<void> {
	const taken = new Set(made?.lines.map(({ barcode }) => barcode));
	const versions = [];
	for await (const { barcode, product_meta } of packshot.orders.products(made?.order_id ?? ""))
		if (taken.has(barcode) && product_meta)
			versions.push({ barcode, meta: shopMetaOf(product_meta), pictures: [] });
	await addVersions(folder, versions);
}

function unreachable(origin: string, error: PackshotError): PullStopped {
	const why = failureReason(error.cause ?? error);
	return new PullStopped(
		EXIT.failed,
		[
			`pictures do not arrive: ${origin}, where the service offers them, does not answer (${why}).`,
			"Nothing more was bought. If this computer reaches the service at another address only, its operator has to set PACKSHOT_PUBLIC_URL to one that both reach.",
			"Run the same command again then: what was bought is fetched free of charge.",
		].join("\n"),
		error,
	);
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
	{ plan, made }: FolderOrder,
	products: StoredProduct[],
): AsyncGenerator<WantedPicture> {
	const bought = new Map(made?.lines.map(({ barcode, variants }) => [barcode, variants]));
	// What was bought from elsewhere, some time ago, is taken as it is today.
	const version = plan ? {} : { metadata: "today" as const };
	for await (const { images, ...product } of packshot.orders.products(made?.order_id ?? "", version)) {
		const { barcode } = product;
		// An order that was placed from elsewhere may hold more than the folder is for.
		if (!plan && !bought.has(barcode)) continue;
		const pictures = picturesOf(images, bought.get(barcode) ?? VARIANTS);
		products.push({ ...product, pictures: pictures.map(({ variant }) => variant) });
		for (const { variant, url } of pictures) {
			const isWanted = plan?.replaces || (await pictureBytes(folder, barcode, variant)) === undefined;
			if (isWanted) yield { barcode, variant, url };
		}
	}
}

/** The pictures of a product that exist, of those that were bought, in the usual order. */
export function picturesOf(
	images: ImageUrls | undefined,
	bought: readonly Variant[],
): { readonly variant: Variant; readonly url: string }[] {
	return VARIANTS.filter((variant) => bought.includes(variant)).flatMap((variant) => {
		const url = images?.[variant];
		return url ? [{ variant, url }] : [];
	});
}
