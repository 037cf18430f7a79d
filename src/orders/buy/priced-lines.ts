import type { Action } from "../../billing/prices/actions.ts";
import { type Charge, chargeOf } from "../../billing/prices/charge.ts";
import type { PriceList } from "../../billing/prices/prices.ts";
import { scopeForbidden } from "../../catalogue/errors.ts";
import {
	METADATA_SCOPES,
	type MetadataScope,
	type Scope,
	type Variant,
} from "../../catalogue/fields/scopes.ts";
import {
	answerProduct,
	findReadable,
	type ProductAnswer,
	type ProductCaller,
	type Reader,
} from "../../catalogue/reading/read-product.ts";
import type { FindProduct, ServedProduct } from "../../catalogue/stored/served-product.ts";
import { HttpError } from "../../platform/http/http-error.ts";
import type { WantedItem } from "./order-body.ts";

/** One product of an order, and its cost. */
export interface OrderLine {
	readonly barcode: string;
	readonly found: boolean;
	/** Metadata scopes and pictures that exist and are billed. */
	readonly scopes: readonly MetadataScope[];
	readonly variants: readonly Variant[];
	readonly units: number;
}

/** A line with the product's current state, if it exists. */
export interface PricedLine {
	readonly line: OrderLine;
	readonly wanted: WantedItem;
	readonly product: ServedProduct | undefined;
}

export interface PricedOrder {
	readonly lines: readonly PricedLine[];
	readonly charge: Charge;
}

/** What orders can be charged for: the same as reads, in the order of their line items. */
export const ORDER_CHARGES = [
	...METADATA_SCOPES.map((scope) => `products.get.${scope}` as const),
	"products.get.per_image",
] as const;

/** Prices items as single reads at this moment (SPEC E8). @throws HttpError 403 `scope_forbidden` that names every requested scope that is locked. */
export async function priceLines(
	{ find, prices, atMs }: { readonly find: FindProduct; readonly prices: PriceList; readonly atMs: number },
	items: readonly WantedItem[],
	caller: ProductCaller,
): Promise<PricedOrder> {
	const products = await Promise.all(items.map(({ barcode }) => findVisible(find, caller, barcode)));
	const blocked = new Set<Scope>();
	const quantities = new Map<Action, number>();
	const lines = items.map((wanted, place): PricedLine => {
		const product = products[place];
		const read = product && readOf(product, wanted, caller.client, blocked);
		for (const { action, quantity } of read?.lineItems ?? [])
			quantities.set(action, (quantities.get(action) ?? 0) + quantity);
		return { wanted, product, line: lineOf(wanted.barcode, read, (action) => prices.unitsOf(action, atMs)) };
	});
	if (blocked.size > 0) throw scopeForbidden([...blocked]);
	const charged = ORDER_CHARGES.flatMap((action) => {
		const quantity = quantities.get(action);
		return quantity === undefined ? [] : [{ action, quantity, priceUnits: prices.unitsOf(action, atMs) }];
	});
	return { lines, charge: chargeOf(charged) };
}

/** A product that a read would find; `undefined` for one that does not exist or is outside the filter. */
export async function findVisible(
	find: FindProduct,
	{ client, generation }: ProductCaller,
	barcode: string,
): Promise<ServedProduct | undefined> {
	try {
		return await findReadable(find, client, barcode, generation);
	} catch (error) {
		if (error instanceof HttpError && (error.code === "not_found" || error.code === "out_of_scope"))
			return undefined;
		throw error;
	}
}

const NOTHING_READ = { lineItems: [], urlVariants: [] };

type Read = Pick<ProductAnswer, "lineItems" | "urlVariants">;

/** What a read would return and charge; locked scopes are added to `blocked` instead. */
function readOf(product: ServedProduct, wanted: WantedItem, reader: Reader, blocked: Set<Scope>): Read {
	try {
		return answerProduct(product, wanted, reader);
	} catch (error) {
		if (!(error instanceof HttpError && error.code === "scope_forbidden")) throw error;
		for (const scope of error.details.blocked_scopes as Scope[]) blocked.add(scope);
		return NOTHING_READ;
	}
}

function lineOf(barcode: string, read: Read | undefined, priceOf: (action: Action) => number): OrderLine {
	const lineItems = read?.lineItems ?? [];
	const charged = new Set<Action>(lineItems.map(({ action }) => action));
	return {
		barcode,
		found: read !== undefined,
		scopes: METADATA_SCOPES.filter((scope) => charged.has(`products.get.${scope}`)),
		variants: read?.urlVariants ?? [],
		units: lineItems.reduce((sum, { action, quantity }) => sum + quantity * priceOf(action), 0),
	};
}
