import type { Locks } from "../locks.ts";
import { PRODUCT_META_SCOPES, type ProductMetaScope, VARIANTS, variantBit } from "../scopes.ts";

/** Stored with every change: a bit never moves and is never taken twice. */
export const SCOPE_CHANGE_BITS: Readonly<Record<ProductMetaScope, number>> = {
	info: 1,
	hechshers: 2,
	nutrition: 4,
	ingredients: 8,
	catalog_meta: 16,
};

/**
 * What the catalogue sets over `info`. They name `info`, and are told from its own changes because a lock on `catalog_meta` keeps them out
 * of what its reader gets (SPEC D21).
 */
export const CATEGORY_CHANGED = 32;
export const WEB_DESCRIPTION_CHANGED = 64;

/** The place of the first variant's bit; the others follow in their order. */
const FIRST_VARIANT = 8;

/** The bits of pictures, of a variant mask. */
export function pictureBits(variants: number): number {
	return variants << FIRST_VARIANT;
}

const NAMES: readonly (readonly [name: string, bits: number])[] = [
	...PRODUCT_META_SCOPES.map(
		(scope) =>
			[
				scope,
				SCOPE_CHANGE_BITS[scope] | (scope === "info" ? CATEGORY_CHANGED | WEB_DESCRIPTION_CHANGED : 0),
			] as const,
	),
	...VARIANTS.map((variant) => [`images.${variant}`, pictureBits(variantBit(variant))] as const),
];

/** The names of what changed, scopes and `images.<variant>`. */
export function changedNames(bits: number): string[] {
	return NAMES.filter(([, own]) => (bits & own) !== 0).map(([name]) => name);
}

const texts = new Map<number, string>();

/** The names of what changed, scopes and `images.<variant>`, as JSON text. */
export function namesText(bits: number): string {
	let text = texts.get(bits);
	if (text === undefined) {
		text = JSON.stringify(changedNames(bits));
		texts.set(bits, text);
	}
	return text;
}

/** The bits that say nothing to a client, because what they stand for is wholly locked (SPEC E4). */
export function lockedBits({ scopes, variants, overrides }: Locks): number {
	const named = NAMES.filter(([name]) => {
		const [scope = "", variant] = name.split(".");
		return variant === undefined
			? [...scopes].some((locked) => locked === scope)
			: scopes.has("images") || [...variants].some((locked) => locked === variant);
	});
	return named.reduce(
		(mask, [, bits]) => mask | bits,
		(overrides.category ? CATEGORY_CHANGED : 0) | (overrides.webDescription ? WEB_DESCRIPTION_CHANGED : 0),
	);
}
