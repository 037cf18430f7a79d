import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { SCOPES, type Scope, type Variant } from "../../catalogue/fields/scopes.ts";
import type { ServedProduct } from "../../catalogue/stored/served-product.ts";
import type { ClientPolicy } from "../../clients/policy/client.ts";
import { timeOfUlid, ulid } from "../../platform/ids.ts";
import type { OrderLine, PricedLine } from "../buy/priced-lines.ts";

/** A product as it was bought: what was requested, and everything from which a response is built. */
export interface BoughtProduct {
	readonly scopes: ReadonlySet<Scope>;
	readonly product: ServedProduct;
}

/** What an order bought, as it is stored. */
export interface OrderContent {
	/** The locks at the time of purchase: what they cover was not paid for. */
	readonly locks: ClientPolicy["locks"];
	readonly lines: readonly OrderLine[];
	/** The product of a line that was found; parsed on demand. */
	bought(place: number): BoughtProduct | undefined;
}

/** A product as JSON: its text as a string, while its offsets count UTF-8 bytes. */
interface StoredProduct extends Omit<BoughtProduct, "scopes" | "product"> {
	readonly scopes: readonly Scope[];
	readonly product: Omit<ServedProduct, "text"> & {
		readonly text: { readonly whole: string; readonly places: ServedProduct["text"]["places"] };
	};
}

interface StoredHead {
	readonly version: 1;
	readonly locks: ClientPolicy["locks"];
	readonly lines: readonly (Omit<OrderLine, "variants"> & { readonly variants: readonly Variant[] })[];
}

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** The fastest level already shrinks metadata to a tenth, and a caller is waiting. */
const LEVEL = 1;

/**
 * Serialises what an order bought into one blob: compressed lines of JSON. The first has the lines of the order, each further one the product of a
 * line, empty if none was found.
 */
export async function writeContent(
	lines: readonly PricedLine[],
	locks: ClientPolicy["locks"],
): Promise<Uint8Array> {
	const head: StoredHead = { version: 1, locks, lines: lines.map(({ line }) => line) };
	const texts = [JSON.stringify(head), ...lines.map(productText)];
	return compress(texts.join("\n"), { level: LEVEL });
}

function productText({ product, wanted }: PricedLine): string {
	if (!product) return "";
	const { whole, places } = product.text;
	const stored: StoredProduct = {
		scopes: [...wanted.scopes],
		product: { ...product, text: { whole: whole.toString("utf8"), places } },
	};
	return JSON.stringify(stored);
}

/** Reads what `writeContent` wrote. @throws Error for anything else. */
export async function readContent(bytes: Uint8Array): Promise<OrderContent> {
	const [head = "", ...products] = (await decompress(bytes)).toString("utf8").split("\n");
	const { version, locks, lines } = JSON.parse(head) as StoredHead;
	if (version !== 1 || products.length !== lines.length)
		throw new Error("the content of an order is damaged");
	return {
		locks,
		lines,
		bought(place) {
			const text = products[place];
			return text ? boughtProduct(JSON.parse(text)) : undefined;
		},
	};
}

function boughtProduct({ scopes, product }: StoredProduct): BoughtProduct {
	const { whole, places } = product.text;
	return {
		scopes: new Set(SCOPES.filter((scope) => scopes.includes(scope))),
		product: { ...product, text: { whole: Buffer.from(whole), places } },
	};
}

const FOLDER = "orders/";

/** A new key for the content of an order with this expiry. It contains the day, so that expired content can be found (retention.ts). */
export function contentKey(expiresAtMs: number, nowMs: number): string {
	return `${FOLDER}${new Date(expiresAtMs).toISOString().slice(0, 10)}/${ulid(nowMs).toLowerCase()}.gz`;
}

export const CONTENT_PREFIX = FOLDER;

/** The day on which the order of a content expires, as UTC midnight; `undefined` for other keys. */
export function contentExpiryMs(key: string): number | undefined {
	const day = /^orders\/(\d{4}-\d{2}-\d{2})\//.exec(key)?.[1];
	return day === undefined ? undefined : Date.parse(`${day}T00:00:00Z`);
}

/** When the content of an order was stored; `undefined` for other keys. */
export function contentMadeMs(key: string): number | undefined {
	const made = /^orders\/[^/]+\/(\w+)\.gz$/.exec(key)?.[1];
	return made === undefined ? undefined : timeOfUlid(made.toUpperCase());
}
