import { at, entriesOf, itemsOf, type Json } from "./json.ts";
import { needed, requireStatus } from "./rule.ts";
import { METADATA_SCOPES, VARIANTS } from "./shapes.ts";
import type { Answer, Target } from "./target.ts";

/** Products of this catalogue with something to check, and one that does not exist. */
export interface Samples {
	/** Inspected products, with the metadata scopes and variants they have. */
	readonly products: readonly Sample[];
	/** A barcode that no catalogue contains. */
	readonly unknown: string;
}

export interface Sample {
	readonly barcode: string;
	readonly scopes: readonly string[];
	readonly variants: readonly string[];
}

const LOOKED_AT = 50;

/** Inspects the first products of the listing, for at most half a credit. */
export function samplesOf(target: Target): Promise<Samples> {
	return target.once("samples", async () => {
		const listing = await target.call(`/products?per_page=${LOOKED_AT}`);
		requireStatus(listing, 200);
		const unknown = `9${String(Math.floor(Math.random() * 1e13)).padStart(13, "0")}`;
		const rows = itemsOf(at(listing.body, "data"));
		const barcodes = [...rows.map((row) => String(at(row, "barcode"))), unknown];
		const checked = await target.call("/metadata/bulk-check", { method: "POST", body: { barcodes } });
		requireStatus(checked, 200);
		const products = rows.map((row) => sampleOf(row, checked.body));
		return { products, unknown };
	});
}

function sampleOf(row: Json, checked: Json | undefined): Sample {
	const barcode = String(at(row, "barcode"));
	const scopes = entriesOf(at(checked, "results", barcode, "metadata"));
	return {
		barcode,
		scopes: scopes.filter(([, has]) => has === true).map(([scope]) => scope),
		variants: itemsOf(at(row, "variants")).map(String),
	};
}

/** The product with the most scopes. */
export async function richProduct(target: Target): Promise<Sample> {
	const { products } = await samplesOf(target);
	const [richest] = products.toSorted((a, b) => b.scopes.length - a.scopes.length);
	return needed(richest, "the client sees no products");
}

export async function productWithPicture(target: Target): Promise<Sample & { variant: string }> {
	const { products } = await samplesOf(target);
	const found = needed(
		products.find(({ variants }) => variants.length > 0),
		"no product that was looked at has a picture",
	);
	return { ...found, variant: found.variants[0] as string };
}

export async function productWithoutVariant(target: Target): Promise<Sample & { missing: string }> {
	const { products } = await samplesOf(target);
	const lacking = products.flatMap((product) =>
		VARIANTS.filter((variant) => !product.variants.includes(variant)).map((missing) => ({
			...product,
			missing,
		})),
	);
	return needed(lacking[0], "every product that was looked at has all variants");
}

export async function productWithoutScope(target: Target): Promise<Sample & { missing: string }> {
	const { products } = await samplesOf(target);
	const lacking = products.flatMap((product) =>
		METADATA_SCOPES.filter((scope) => !product.scopes.includes(scope)).map((missing) => ({
			...product,
			missing,
		})),
	);
	return needed(lacking[0], "every product that was looked at has all scopes");
}

/** Everything about the richest product, read once for all rules. */
export function wholeProduct(target: Target): Promise<Answer> {
	return target.once("whole product", async () => {
		const { barcode } = await richProduct(target);
		const answer = await target.call(`/products/${barcode}`);
		requireStatus(answer, 200);
		return answer;
	});
}

/** The price of an action according to `GET /pricing`. */
export async function priceOf(target: Target, action: string): Promise<number> {
	const pricing = await target.once("pricing", () => target.call("/pricing", { token: false }));
	return Number(at(pricing.body, "actions", action));
}

export function debitOf(answer: Answer): number {
	return Number(answer.headers["x-credits-debited"]);
}

/** Prices have at most four decimals, so sums are rounded before they are compared. */
export function rounded(credits: number): number {
	return Math.round(credits * 10_000) / 10_000;
}
