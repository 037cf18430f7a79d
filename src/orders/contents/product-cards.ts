import { creditsForJson } from "../../api/credits.ts";
import { locksOf } from "../../catalogue/fields/locks.ts";
import type { Reader } from "../../catalogue/reading/read-product.ts";
import type { ServedProduct } from "../../catalogue/stored/served-product.ts";
import { textOf } from "../../catalogue/stored/served-text.ts";
import type { Client } from "../../clients/policy/client.ts";
import { readDrawn } from "../../pictures/store/shown-pictures.ts";
import type { FindThumbnailVersions, ThumbnailVersion } from "../../pictures/store/thumbnail-versions.ts";
import type { Database } from "../../platform/db/database.ts";
import { alertsOf } from "../bought/held-alerts.ts";
import type { OrderLine } from "../buy/priced-lines.ts";

/** What is shown of a product beside its barcode. */
export interface Card {
	readonly name: string | null;
	readonly brand: string | null;
	/** The version of its picture. */
	readonly thumbnail: string | null;
}

export const NO_CARD: Card = { name: null, brand: null, thumbnail: null };

/** Name and brand of a product, and the version of its picture, without what is locked for the key. */
export function cardOf(
	product: ServedProduct,
	{ locks: keys }: Pick<Reader, "locks">,
	thumbnails: ReadonlyMap<string, ThumbnailVersion>,
): Card {
	const locks = locksOf(keys);
	const info = JSON.parse(`{${textOf(product.text, "info")}}`) as Record<string, unknown>;
	const isOpen = (field: string) =>
		!locks.scopes.has("info") && !(locks.fields.get("info") ?? []).includes(field);
	const textAt = (field: string) =>
		isOpen(field) && typeof info[field] === "string" && info[field] !== "" ? info[field] : null;
	const picture = thumbnails.get(product.barcode);
	const isPictureOpen = picture && !locks.scopes.has("images") && !locks.variants.has(picture.variant);
	return {
		name: textAt("product_name"),
		brand: textAt("brand"),
		thumbnail: isPictureOpen ? picture.imageId : null,
	};
}

export async function cardsOf(
	find: FindThumbnailVersions,
	products: readonly ServedProduct[],
	reader: Pick<Reader, "locks">,
): Promise<ReadonlyMap<string, Card>> {
	const thumbnails = await find(products.map(({ barcode }) => barcode));
	return new Map(products.map((product) => [product.barcode, cardOf(product, reader, thumbnails)]));
}

/** Lines of an order with the cards of their products, and live alerts about them. @param products those that the key may see */
export async function linesAnswer(
	{ db, findThumbnails }: { readonly db: Database; readonly findThumbnails: FindThumbnailVersions },
	client: Client,
	lines: readonly OrderLine[],
	products: readonly ServedProduct[],
) {
	const cards = await cardsOf(findThumbnails, products, client);
	const found = lines.flatMap(({ barcode, found }) => (found ? barcode : []));
	const alerts = await alertsOf(db, found);
	return lines.map(({ units, ...line }) => ({
		...line,
		scopes: [...line.scopes],
		variants: [...line.variants],
		...(cards.get(line.barcode) ?? NO_CARD),
		credits: creditsForJson(units),
		alerts: alerts(line.barcode),
	}));
}

/** How many pictures some lines have today, and on how many of them a client gets the visible watermark. */
export async function drawnOf(
	db: Database,
	{ watermark }: Pick<Client, "watermark">,
	lines: Parameters<typeof readDrawn>[2],
	sizePx: number | null,
) {
	const products = [...(await readDrawn(db, watermark, lines, sizePx)).values()];
	return {
		pictures: products.reduce((sum, { pictures }) => sum + pictures.length, 0),
		drawn_pictures: products.reduce((sum, { drawn }) => sum + drawn.length, 0),
	};
}
