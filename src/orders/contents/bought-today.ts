import { currentBarcode } from "../../catalogue/barcodes/former-barcodes.ts";
import { FIELDS } from "../../catalogue/fields/fields.ts";
import { locksOf } from "../../catalogue/fields/locks.ts";
import { hasKey } from "../../catalogue/fields/masks.ts";
import { METADATA_SCOPES, type Scope, type Variant, variantBit } from "../../catalogue/fields/scopes.ts";
import { answerProduct, type ProductCaller } from "../../catalogue/reading/read-product.ts";
import type { FindProduct, ServedProduct } from "../../catalogue/stored/served-product.ts";
import type { ClientPolicy } from "../../clients/policy/client.ts";
import type { Database } from "../../platform/db/database.ts";
import { findVisible, type OrderLine } from "../buy/priced-lines.ts";
import type { OrderContent } from "./order-content.ts";

/** A line of an order, limited to what its client is permitted to have today. */
export interface BoughtToday {
	readonly line: OrderLine;
	/** The product's barcode now, if it was corrected since. */
	readonly barcodeToday: string;
	/** Members of the response before `images`, starting with `barcode`, in UTF-8. */
	readonly members: Buffer;
	/** Whether the product is in the catalogue no more. */
	readonly isRemoved: boolean;
	/** Bought pictures that exist and are not locked; `undefined` if no pictures were requested. */
	readonly pictures: readonly Variant[] | undefined;
	/** Scopes that were bought and are not locked. */
	readonly scopes: ReadonlySet<Scope>;
	/** Dotted paths that are locked today. */
	readonly redacted: readonly string[];
}

/** Where bought products are found. */
export interface BoughtParts {
	readonly db: Database;
	readonly findProduct: FindProduct;
}

/** A product as it is today, under the barcode that it was bought by or the one that it has since that was corrected. */
async function productToday(
	db: Database,
	find: FindProduct,
	barcode: string,
	generation: string | undefined,
): Promise<{ readonly barcode: string; readonly product: ServedProduct | undefined }> {
	const product = await find(barcode, generation);
	if (product) return { barcode, product };
	const corrected = await currentBarcode(db.read, barcode);
	if (corrected === undefined) return { barcode, product };
	return { barcode: corrected, product: await find(corrected, generation) };
}

/** Which line of an order is wanted, and how. */
interface LineWanted {
	readonly place: number;
	readonly sizePx: number | null;
	/** The values of today, instead of those at the purchase. */
	readonly metadata?: "today" | undefined;
}

/**
 * What the client may have of a line today: metadata as bought, without what was locked at the purchase or is locked now, and the bought pictures that still
 * exist.
 * @returns `undefined` for a line that was not found, and for a product that the client's scope filter hides today.
 */
export async function boughtToday(
	{ findProduct, db }: BoughtParts,
	caller: ProductCaller,
	content: OrderContent,
	{ place, sizePx, metadata: version }: LineWanted,
): Promise<BoughtToday | undefined> {
	const line = content.lines[place];
	const bought = content.bought(place);
	if (!line || !bought) return undefined;
	const { barcode, product: today } = await productToday(db, findProduct, line.barcode, caller.generation);
	// For a product that was removed, visibility is judged by its state at the purchase.
	if (!(await findVisible(async () => today ?? bought.product, caller, line.barcode))) return undefined;
	const reader = { ...caller.client, locks: joinedLocks(content.locks, caller.client.locks) };
	const locks = locksOf(reader.locks);
	const scopes = new Set([...bought.scopes].filter((scope) => !locks.scopes.has(scope)));
	const metadata = new Set([...scopes].filter((scope) => scope !== "images"));
	const product = version === "today" ? today : bought.product;
	// What had no data at the purchase was not paid for.
	const paid = version === "today" ? new Set(line.scopes.filter((scope) => metadata.has(scope))) : metadata;
	const answer = product
		? answerProduct(product, { scopes: paid, variants: [], sizePx }, reader)
		: { members: removedMembers(line.barcode, paid), redactedFields: [] };
	const there = line.variants.filter((variant) => isThere(today, variant));
	const open = locks.scopes.has("images") ? [] : there.filter((variant) => !locks.variants.has(variant));
	return {
		line,
		barcodeToday: barcode,
		isRemoved: today === undefined,
		members: underOrdered(answer.members, barcode, line.barcode),
		pictures: bought.scopes.has("images") ? open : undefined,
		scopes,
		redacted: [
			...METADATA_SCOPES.filter((scope) => bought.scopes.has(scope) && locks.scopes.has(scope)).flatMap(
				(scope) =>
					FIELDS[scope]
						.map((field) => `${scope}.${field}`)
						.filter((path) => hasKey((product ?? bought.product).masks, path)),
			),
			...answer.redactedFields,
			...there.filter((variant) => !open.includes(variant)).map((variant) => `images.${variant}`),
		],
	};
}

/** The answer of today under the barcode that was ordered, by which the client knows the product. */
function underOrdered(members: Buffer, today: string, ordered: string): Buffer {
	if (today === ordered) return members;
	const [own, asOrdered] = [`"barcode":"${today}"`, `"barcode":"${ordered}"`];
	const text = members.toString("utf8");
	return text.startsWith(own) ? Buffer.from(asOrdered + text.slice(own.length)) : members;
}

/** The blocks that were bought of a product that no longer exists. */
function removedMembers(barcode: string, scopes: ReadonlySet<Scope>): Buffer {
	const hasProductMeta = [...scopes].some((scope) => scope !== "image_meta");
	const blocks = [
		...(scopes.has("image_meta") ? ["image_meta"] : []),
		...(hasProductMeta ? ["product_meta"] : []),
	];
	return Buffer.from([`"barcode":"${barcode}"`, ...blocks.map((block) => `"${block}":null`)].join(","));
}

function isThere(today: ServedProduct | undefined, variant: Variant): boolean {
	return today !== undefined && (today.variants & variantBit(variant)) !== 0;
}

const joined = new WeakMap<ClientPolicy["locks"], WeakMap<ClientPolicy["locks"], ClientPolicy["locks"]>>();

/** The locks of both lists, as the same array each time, so that what they mean is computed only once (locks.ts). */
function joinedLocks(then: ClientPolicy["locks"], now: ClientPolicy["locks"]): ClientPolicy["locks"] {
	if (then.length === 0) return now;
	const known = joined.get(then) ?? new WeakMap<ClientPolicy["locks"], ClientPolicy["locks"]>();
	joined.set(then, known);
	const both = known.get(now) ?? [...new Set([...then, ...now])];
	known.set(now, both);
	return both;
}
