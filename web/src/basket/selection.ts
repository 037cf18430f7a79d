import type { OrderItem, QuotedLine, QuoteRequest, Scope, Variant } from "../api/routes.ts";
import { METADATA, VARIANTS } from "../format/product-words.ts";

/** What to buy of products: metadata scopes, and pictures. */
export interface Selection {
	readonly scopes: readonly Scope[];
	readonly variants: readonly Variant[];
}

export const EVERYTHING: Selection = { scopes: METADATA, variants: VARIANTS };

/** The scopes and pictures that are locked for a key. */
export function lockedOf(locks: readonly string[]): Selection {
	const isPictureLocked = (variant: Variant) =>
		locks.includes("images") || locks.includes(`images.${variant}`);
	return {
		scopes: METADATA.filter((scope) => locks.includes(scope)),
		variants: VARIANTS.filter(isPictureLocked),
	};
}

export function without(selection: Selection, locked: Selection): Selection {
	return {
		scopes: selection.scopes.filter((scope) => !locked.scopes.includes(scope)),
		variants: selection.variants.filter((variant) => !locked.variants.includes(variant)),
	};
}

export function isNothing({ scopes, variants }: Selection): boolean {
	return scopes.length + variants.length === 0;
}

/** An item's own selection; undefined if the common one applies. */
export function selectionOf({ include, variants }: OrderItem): Selection | undefined {
	if (!include && !variants) return undefined;
	const scopes = include ?? [...METADATA, "images"];
	return {
		scopes: METADATA.filter((scope) => scopes.includes(scope)),
		variants: scopes.includes("images") ? (variants ?? VARIANTS) : [],
	};
}

/** An item with its own selection. */
export function itemOf(barcode: string, { scopes, variants }: Selection): OrderItem {
	return {
		barcode,
		include: [...scopes, ...(variants.length > 0 ? (["images"] as const) : [])],
		...(variants.length > 0 ? { variants: [...variants] } : {}),
	};
}

/** The items to request: each with its own or the common selection, minus what is locked. Items with nothing left are omitted. */
export function requestOf(
	items: readonly OrderItem[],
	commonSelection: Selection,
	locked: Selection,
	size: string,
): QuoteRequest {
	const asked = items.flatMap((item) => {
		const selection = without(selectionOf(item) ?? commonSelection, locked);
		return isNothing(selection) ? [] : [itemOf(item.barcode, selection)];
	});
	return { items: asked, ...(size === "full" ? {} : { size }) };
}

/** What a quoted line would charge although the key's orders contain it already. */
export function boughtAgain({ scopes, variants, held }: QuotedLine): Selection {
	return {
		scopes: scopes.filter((scope) => held?.scopes.includes(scope)),
		variants: variants.filter((variant) => held?.variants.includes(variant)),
	};
}
