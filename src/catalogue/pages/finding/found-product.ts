import { liveAlertIds } from "../../../alerts/read.ts";
import { creditsForJson } from "../../../api/credits.ts";
import type { PriceList } from "../../../billing/prices/prices.ts";
import { type Client, isActive, isAddressAllowed } from "../../../clients/policy/client.ts";
import { ordersWith } from "../../../orders/bought/newest-orders.ts";
import { noteOrders } from "../../../orders/bought/note-orders.ts";
import { boughtToday } from "../../../orders/contents/bought-today.ts";
import type { OrderStore } from "../../../orders/contents/order-store.ts";
import type { ClientOrderTable } from "../../../orders/tables.ts";
import { readShownPictures, type ShownPicture } from "../../../pictures/store/shown-pictures.ts";
import type { Database } from "../../../platform/db/database.ts";
import { HttpError } from "../../../platform/http/http-error.ts";
import { isoTime } from "../../../platform/time/clock.ts";
import { formerBarcodes } from "../../barcodes/former-barcodes.ts";
import { isLocked, type Locks, locksOf } from "../../fields/locks.ts";
import { hasOpenData } from "../../fields/masks.ts";
import { METADATA_SCOPES, VARIANTS, type Variant, variantBit } from "../../fields/scopes.ts";
import { withoutLockedOverrides } from "../../stored/locked-overrides.ts";
import type { FindProduct, ServedProduct } from "../../stored/served-product.ts";
import type { FoundProduct } from "./contract.ts";
import { productCard } from "./product-card.ts";

export interface FoundProductParts {
	readonly db: Database;
	readonly findProduct: FindProduct;
	readonly prices: () => Promise<PriceList>;
	readonly orders: OrderStore;
}

/** Everything that a key may know about a product without paying, and what it has already paid for. */
export async function foundProduct(
	parts: FoundProductParts,
	client: Client,
	product: ServedProduct,
	{ nowMs, address }: { readonly nowMs: number; readonly address: string },
): Promise<FoundProduct> {
	const { barcode } = product;
	const locks = locksOf(client.locks);
	const pictures = (await readShownPictures(parts.db, [barcode])).get(barcode);
	const { scopes, variants, units } = pricedParts(product, locks, await parts.prices(), nowMs);
	return {
		...productCard(product, pictures, locks),
		alerts: (await liveAlertIds(parts.db.read, [barcode]))(barcode),
		scopes: scopes.map(({ units, ...each }) => ({ ...each, price: creditsForJson(units) })),
		variants: variants.map(({ units, ...each }) => ({
			...each,
			price: creditsForJson(units),
			...pictureFacts(each.state === "available" ? pictures?.get(each.variant) : undefined, client, locks),
		})),
		credits: creditsForJson(units),
		// Showing values amounts to fetching them, so the key has to be able to.
		bought:
			isActive(client, nowMs) && isAddressAllowed(client, address)
				? await boughtOf(parts, client, barcode, nowMs)
				: null,
	};
}

/** What a product may consist of, what of that is available with these locks, and what the latter costs in all. */
export function pricedParts(product: ServedProduct, locks: Locks, list: PriceList, nowMs: number) {
	const priceOf = (action: Parameters<PriceList["unitsOf"]>[0]) => list.unitsOf(action, nowMs);
	const masks = withoutLockedOverrides(product, locks)?.masks ?? product.masks;
	const scopes = METADATA_SCOPES.map((scope) => ({
		scope,
		state: stateOf(locks.scopes.has(scope), hasOpenData(masks, scope, locks.fields.get(scope))),
		units: priceOf(`products.get.${scope}`),
	}));
	const variants = VARIANTS.map((variant) => ({
		variant,
		state: stateOf(isVariantLocked(locks, variant), (product.variants & variantBit(variant)) !== 0),
		units: priceOf("products.get.per_image"),
	}));
	const available = [...scopes, ...variants].filter(({ state }) => state === "available");
	return { scopes, variants, units: available.reduce((sum, { units }) => sum + units, 0) };
}

function stateOf(isLocked: boolean, isThere: boolean): "available" | "missing" | "locked" {
	if (isLocked) return "locked";
	return isThere ? "available" : "missing";
}

function isVariantLocked(locks: Locks, variant: Variant): boolean {
	return locks.scopes.has("images") || locks.variants.has(variant);
}

/** Width and height are `image_meta.resolution`. */
function pictureFacts(picture: ShownPicture | undefined, { watermark }: Client, locks: Locks) {
	const isOpen = !isLocked(locks, "image_meta", "resolution");
	return {
		thumbnail: picture?.thumbnail ?? null,
		width: isOpen ? (picture?.width ?? null) : null,
		height: isOpen ? (picture?.height ?? null) : null,
		is_drawn: picture?.isDrawnFor(watermark, null) ?? false,
		sizes: [...(picture?.sizesPx ?? [])],
	};
}

/** Orders recorded while the user waits; the rest is recorded in the background. */
const ORDERS_AT_ONCE = 20;

type Bought = NonNullable<FoundProduct["bought"]>;

/** What the unexpired orders contain of a product, limited to what their key may have today. */
async function boughtOf(
	{ db, orders, findProduct }: FoundProductParts,
	client: Client,
	barcode: string,
	nowMs: number,
): Promise<FoundProduct["bought"]> {
	await noteOrders({ db, orders }, client.clientId, ORDERS_AT_ONCE, nowMs);
	const known = new Set<string>();
	const bought: Bought["orders"] = [];
	const values: Record<string, unknown>[] = [];
	// They are looked up by index: reading all orders, each a file, would take longer the more there are.
	const names = new Set([barcode, ...(await formerBarcodes(db.read, [barcode])).keys()]);
	for (const orderId of await ordersWith(db, client.clientId, [...names], nowMs)) {
		const order = await unexpired(orders, client.clientId, orderId, nowMs);
		if (!order) continue;
		const content = await orders.content(order);
		const place = content.lines.findIndex((line) => line.found && names.has(line.barcode));
		const today = await boughtToday({ db, findProduct }, { client }, content, {
			place,
			sizePx: order.size_px,
		});
		if (!today) continue;
		const isNew = (name: string) => !known.has(name) && known.add(name);
		const variants = (today.pictures ?? []).filter((variant) => isNew(`${variant} ${order.size_px}`));
		const scopes = METADATA_SCOPES.filter(
			// What had no data at the purchase was not bought.
			(scope) => today.scopes.has(scope) && today.line.scopes.includes(scope) && isNew(scope),
		);
		if (variants.length + scopes.length === 0) continue;
		values.unshift(JSON.parse(`{${today.members.toString("utf8")}}`));
		bought.push({ ...boughtIn(order), variants, scopes });
	}
	return bought.length === 0 ? null : { orders: bought, values: together(values) };
}

function boughtIn({ order_id, name, created_at, expires_at, size_px }: ClientOrderTable) {
	return { order_id, name, bought_at: isoTime(created_at), expires_at: isoTime(expires_at), size: size_px };
}

/** Values of several orders, oldest first: the last one counts. */
function together(values: readonly Record<string, unknown>[]): Record<string, unknown> {
	const blocks = ["product_meta", "image_meta"].filter((block) => values.some((each) => each[block]));
	return Object.fromEntries(
		blocks.map((block) => [block, Object.assign({}, ...values.map((each) => each[block]))]),
	);
}

function unexpired(
	orders: OrderStore,
	clientId: string,
	orderId: string,
	nowMs: number,
): Promise<ClientOrderTable | undefined> {
	return orders.find(clientId, orderId, nowMs).catch((error: unknown) => {
		// It has expired meanwhile.
		if (error instanceof HttpError && error.code === "not_found") return undefined;
		throw error;
	});
}
