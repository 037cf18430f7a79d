import type { OrderItem, QuoteRequest, Scope, Variant } from "../api/routes.ts";
import { METADATA, VARIANTS } from "../format/product-words.ts";

/** What to buy of products: metadata scopes, and pictures. */
export interface Wish {
	readonly scopes: readonly Scope[];
	readonly variants: readonly Variant[];
}

export const EVERYTHING: Wish = { scopes: METADATA, variants: VARIANTS };

/** The scopes and pictures that are locked for a key. */
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

/** An item's own selection; undefined if the common one applies. */
export function wishOf({ include, variants }: OrderItem): Wish | undefined {
	if (!include && !variants) return undefined;
	const scopes = include ?? [...METADATA, "images"];
	return {
		scopes: METADATA.filter((scope) => scopes.includes(scope)),
		variants: scopes.includes("images") ? (variants ?? VARIANTS) : [],
	};
}

/** An item with its own selection. */
export function itemOf(barcode: string, { scopes, variants }: Wish): OrderItem {
	return {
		barcode,
		include: [...scopes, ...(variants.length > 0 ? (["images"] as const) : [])],
		...(variants.length > 0 ? { variants: [...variants] } : {}),
	};
}

/** The items to request: each with its own or the common selection, minus what is locked. Items with nothing left are omitted. */
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
