import { creditsForJson } from "../../api/credits.ts";
import type { PriceList } from "../../billing/prices.ts";
import { withoutLockedOverrides } from "../../catalogue/locked-overrides.ts";
import { isLocked, type Locks, locksOf } from "../../catalogue/locks.ts";
import { hasOpenData } from "../../catalogue/masks.ts";
import {
	METADATA_SCOPES,
	type MetadataScope,
	VARIANTS,
	type Variant,
	variantBit,
} from "../../catalogue/scopes.ts";
import type { FindProduct, ServedProduct } from "../../catalogue/served-product.ts";
import { type Client, isActive, isAddressAllowed } from "../../clients/client.ts";
import { readShownPictures, type ShownPicture } from "../../images/shown-pictures.ts";
import { boughtToday } from "../../orders/bought-today.ts";
import type { OrderStore } from "../../orders/order-store.ts";
import { isoTime } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import type { FoundProduct } from "../contract/products.ts";
import { productCard } from "./product-card.ts";

export interface FoundProductParts {
	readonly db: Database;
	readonly findProduct: FindProduct;
	readonly prices: () => Promise<PriceList>;
	readonly orders: OrderStore;
}

/** Everything that a key may know of a product without paying, and what it has paid for. */
export async function foundProduct(
	parts: FoundProductParts,
	client: Client,
	product: ServedProduct,
	{ nowMs, address }: { readonly nowMs: number; readonly address: string },
): Promise<FoundProduct> {
	const { barcode } = product;
	const locks = locksOf(client.locks);
	const pictures = (await readShownPictures(parts.db, [barcode])).get(barcode);
	const list = await parts.prices();
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
	return {
		...productCard(product, pictures, locks),
		scopes: scopes.map(({ units, ...each }) => ({ ...each, price: creditsForJson(units) })),
		variants: variants.map(({ units, ...each }) => ({
			...each,
			price: creditsForJson(units),
			...pictureFacts(each.state === "available" ? pictures?.get(each.variant) : undefined, locks),
		})),
		credits: creditsForJson(available.reduce((sum, { units }) => sum + units, 0)),
		// Showing values is fetching them: it takes a key that could.
		bought:
			isActive(client, nowMs) && isAddressAllowed(client, address)
				? await boughtOf(parts, client, barcode, nowMs)
				: null,
	};
}

function stateOf(isLocked: boolean, isThere: boolean): "available" | "missing" | "locked" {
	if (isLocked) return "locked";
	return isThere ? "available" : "missing";
}

function isVariantLocked(locks: Locks, variant: Variant): boolean {
	return locks.scopes.has("images") || locks.variants.has(variant);
}

/** Width and height are `image_meta.resolution`. */
function pictureFacts(picture: ShownPicture | undefined, locks: Locks) {
	const isOpen = !isLocked(locks, "image_meta", "resolution");
	return {
		thumbnail: picture?.thumbnail ?? null,
		width: isOpen ? (picture?.width ?? null) : null,
		height: isOpen ? (picture?.height ?? null) : null,
		sizes: [...(picture?.sizesPx ?? [])],
	};
}

/** Orders that are read to find a product, the newest first: each is a file. */
const ORDERS_READ = 50;

/** What the newest order has of a product, as its key may have it today. */
async function boughtOf(
	{ orders, findProduct }: FoundProductParts,
	client: Client,
	barcode: string,
	nowMs: number,
): Promise<FoundProduct["bought"]> {
	for (const order of await orders.list(client.clientId, nowMs, { limit: ORDERS_READ })) {
		const content = await orders.content(order);
		const place = content.lines.findIndex((line) => line.found && line.barcode === barcode);
		if (place < 0) continue;
		const today = await boughtToday(findProduct, { client }, content, { place, sizePx: order.size_px });
		if (!today) continue;
		return {
			order_id: order.order_id,
			bought_at: isoTime(order.created_at),
			expires_at: isoTime(order.expires_at),
			variants: [...(today.pictures ?? [])],
			scopes: [...today.scopes].filter((scope): scope is MetadataScope => scope !== "images"),
			values: JSON.parse(`{${today.members.toString("utf8")}}`),
		};
	}
	return null;
}
