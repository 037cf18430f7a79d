import type { Packshot, Variant } from "@packshot/sdk";
import { VARIANTS } from "../../src/catalogue/fields/scopes.ts";
import type { BarcodeList } from "./barcode-list.ts";
import { requireConsent } from "./consent.ts";
import { fetchBought } from "./fetch-bought.ts";
import type { Output } from "./output.ts";
import { buyQuoted, type QuotedList, quoteList } from "./pull.ts";
import { FIRST_PICTURE_TIMEOUT_MS, openPulling } from "./pulling.ts";
import { refreshFolder, requireKept } from "./refresh.ts";
import type { Report } from "./report.ts";
import { shopOf } from "./shop-files.ts";
import { imageUrlsLacking, type ShopName } from "./shops/formats.ts";
import { unusable } from "./stopped.ts";
import type { Uploader } from "./upload/uploader.ts";
import { INCLUDES, type Include, selectionOf } from "./wanted.ts";
import { writeResults } from "./write-results.ts";

/** A folder to fill, and what with. */
export interface ShopFolderOptions extends Partial<Pick<Output, "say" | "progress">> {
	/** A client with the credentials of the key that pays. */
	readonly packshot: Packshot;
	/** The id of that key: a folder belongs to one. */
	readonly clientId: string;
	readonly out: string;
	/** Pictures fetched at a time; 4 by default. */
	readonly parallel?: number | undefined;
	/** Where pictures are put for the shop; without it, they stay in the folder. */
	readonly uploader?: Uploader | undefined;
	/** Asked before pictures are published, and before a refresh buys anything; without it, neither happens. */
	readonly confirm?: ((question: string) => Promise<boolean>) | undefined;
}

/** What is wanted of a list, as the options of `packshot-pull` say it. */
export interface ShopListRequest {
	readonly list: BarcodeList;
	/** Names the list in its orders. */
	readonly label: string;
	/** Everything by default. */
	readonly include?: readonly Include[] | undefined;
	/** All pictures by default. */
	readonly variants?: readonly Variant[] | undefined;
	/** The longer edge of the pictures in pixels, or `full`, the default. */
	readonly size?: string | undefined;
	/** The shop for which files are written. If the list is what it exports, its products are updated. */
	readonly format?: ShopName | undefined;
	/** What the shop exports, if the list is another one. */
	readonly shopExport?: BarcodeList | undefined;
	/** Where the shop will serve the pictures of the folder. */
	readonly imageBaseUrl?: string | undefined;
	/** Take the product that is probably meant where a check digit is wrong or left off. */
	readonly suggestions?: boolean | undefined;
	/** Take the item inside a case. */
	readonly units?: boolean | undefined;
	readonly onlyWithPictures?: boolean | undefined;
	/** The most that everything in the folder may cost together. */
	readonly maxCredits?: number | undefined;
}

/** A folder of products for a shop, as `packshot-pull` fills it. Whatever interrupts a step, repeating it pays for nothing twice. */
export interface ShopFolder {
	/** Prices what a list requests and the folder lacks. Finishes first what an interrupted run has begun to buy. */
	quote(request: ShopListRequest): Promise<QuotedList>;
	/** Buys what was quoted. @throws PullStopped when it costs more than the balance, or than `maxCredits` together with what was spent before */
	buy(quoted: QuotedList, options?: { readonly maxCredits?: number | undefined }): Promise<void>;
	/** Fetches what was bought and is not in the folder, free of charge. */
	fetch(): Promise<void>;
	/** Publishes the pictures if there is an uploader, and writes products, the files for the shop and the report. */
	write(): Promise<Report>;
	/** Fetches what has changed, and writes everything again. What can no longer be fetched free of charge is bought if `confirm` agrees. */
	refresh(options?: { readonly maxCredits?: number | undefined }): Promise<Report>;
	/** Removes temporary files. */
	close(): Promise<void>;
}

/** Opens a folder, a new one or one that `packshot-pull` has filled. @throws PullStopped when it belongs to another key. */
export async function openShopFolder(options: ShopFolderOptions): Promise<ShopFolder> {
	const { packshot, clientId, out, parallel = 4, uploader } = options;
	const silent = { advance: () => undefined, end: () => undefined };
	const surroundings = {
		packshot,
		uploader,
		say: options.say ?? (() => undefined),
		progress: options.progress ?? (() => silent),
		confirm: options.confirm ?? (async () => false),
		firstPictureTimeoutMs: FIRST_PICTURE_TIMEOUT_MS,
	};
	const pulling = await openPulling(surroundings, { out, clientId, atOnce: parallel });
	return {
		quote: async (request) => quoteList(pulling, listRequest(request, uploader)),
		async buy(quoted, { maxCredits } = {}) {
			const agreed = { ...pulling, confirm: async () => true };
			await requireConsent(agreed, quoted, { spent: quoted.spent, maxCredits });
			await buyQuoted(pulling, quoted);
		},
		fetch: () => fetchBought(pulling),
		write: async () => writeResults(pulling, requireKept(out), { notes: new Map(), isRefresh: false }),
		refresh: async ({ maxCredits } = {}) => refreshFolder(pulling, requireKept(out), maxCredits),
		close: () => pulling.folder.files.close(),
	};
}

function listRequest(request: ShopListRequest, uploader: Uploader | undefined) {
	const { list, label, format, imageBaseUrl, size = "full", maxCredits } = request;
	const { include = INCLUDES, variants = VARIANTS, suggestions = false, units = false } = request;
	const lacking = format && imageUrlsLacking(format, { imageBaseUrl, uploads: uploader !== undefined });
	if (lacking) throw unusable(lacking);
	return {
		...shopOf(list, { format, imageBaseUrl, shopExport: request.shopExport }),
		substitutes: { suggestions, units },
		label,
		size,
		settings: {
			size,
			include: include.join(),
			variants: include.includes("images") ? variants.join() : undefined,
			format,
			"image-base-url": imageBaseUrl,
			upload: uploader?.target,
		},
		wanted: selectionOf(include, variants),
		onlyWithPictures: request.onlyWithPictures ?? false,
		maxCredits,
	};
}
