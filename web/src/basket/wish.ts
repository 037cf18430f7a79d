import type { OrderItem, QuoteRequest, Scope, Variant } from "../api/orders.ts";
import { METADATA, VARIANTS } from "../format/product-words.ts";

/** What is wanted of products: scopes of metadata, and pictures. */
export interface Wish {
	readonly scopes: readonly Scope[];
	readonly variants: readonly Variant[];
}

export const EVERYTHING: Wish = { scopes: METADATA, variants: VARIANTS };

/** What a key may not have at all: the scopes and pictures among its locks. */
export function lockedOf(locks: readonly string[]): Wish {
	const isPictureLocked = (variant: Variant) =>
		locks.includes("images") || locks.includes(`images.${variant}`);
	return {
		scopes: METADATA.filter((scope) => locks.includes(scope)),
		variants: VARIANTS.filter(isPictureLocked),
	};
}

export function without(wish: Wish, locked: Wish): Wish {
	return {
		scopes: wish.scopes.filter((scope) => !locked.scopes.includes(scope)),
		variants: wish.variants.filter((variant) => !locked.variants.includes(variant)),
	};
}

export function isNothing({ scopes, variants }: Wish): boolean {
	return scopes.length + variants.length === 0;
}

/** An item's own wish; undefined for one that is wanted as all others are. */
export function wishOf({ include, variants }: OrderItem): Wish | undefined {
	if (!include && !variants) return undefined;
	const scopes = include ?? [...METADATA, "images"];
	return {
		scopes: METADATA.filter((scope) => scopes.includes(scope)),
		variants: scopes.includes("images") ? (variants ?? VARIANTS) : [],
	};
}

/** An item with a wish of its own. */
export function itemOf(barcode: string, { scopes, variants }: Wish): OrderItem {
	return {
		barcode,
		include: [...scopes, ...(variants.length > 0 ? (["images"] as const) : [])],
		...(variants.length > 0 ? { variants: [...variants] } : {}),
	};
}

/** What to ask for: every item with its own wish or that of all, without what is locked. Items of which nothing is left are not asked for. */
export function requestOf(
	items: readonly OrderItem[],
	wishForAll: Wish,
	locked: Wish,
	size: string,
): QuoteRequest {
	const asked = items.flatMap((item) => {
		const wish = without(wishOf(item) ?? wishForAll, locked);
		return isNothing(wish) ? [] : [itemOf(item.barcode, wish)];
	});
	return { items: asked, ...(size === "full" ? {} : { size }) };
}
