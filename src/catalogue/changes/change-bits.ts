import type { Locks } from "../fields/locks.ts";
import { PRODUCT_META_SCOPES, type ProductMetaScope, VARIANTS, variantBit } from "../fields/scopes.ts";

/** Stored with every change: bits must never be moved or reused. */
export const SCOPE_CHANGE_BITS: Readonly<Record<ProductMetaScope, number>> = {
	info: 1,
	hechshers: 2,
	nutrition: 4,
	ingredients: 8,
	catalog_meta: 16,
};

/** Overrides of `info` by the catalogue: reported as `info`, but tracked apart, because a lock on `catalog_meta` hides them (SPEC D21). */
export const CATEGORY_CHANGED = 32;
export const WEB_DESCRIPTION_CHANGED = 64;

/** The certificates of a product, or their dates: reported as `kosher`, which is no scope (SPEC E12), and hidden with `hechshers`. */
export const CERTIFICATES_CHANGED = 128;
/** By an alert: named `kosher` too, and hidden by no lock. */
export const ALERT_CHANGED = 4096;

/** Index of the first variant's bit; the others follow in order. */
const FIRST_VARIANT = 8;

/** The bits of pictures for a variant mask. */
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
	["kosher", CERTIFICATES_CHANGED | ALERT_CHANGED],
];

/** Everything that an entry may name. */
export const CHANGE_NAMES: readonly string[] = NAMES.map(([name]) => name);

/** The names of what changed: scopes and `images.<variant>`. */
export function changedNames(bits: number): string[] {
	return NAMES.filter(([, own]) => (bits & own) !== 0).map(([name]) => name);
}

const texts = new Map<number, string>();

/** The same names as JSON text. */
export function namesText(bits: number): string {
	let text = texts.get(bits);
	if (text === undefined) {
		text = JSON.stringify(changedNames(bits));
		texts.set(bits, text);
	}
	return text;
}

/** The bits to hide from a client, because everything they stand for is locked (SPEC E4): a picture stands for its `image_meta` too. */
export function lockedBits({ scopes, variants, overrides }: Locks): number {
	const named = NAMES.filter(([name]) => {
		const [scope = "", variant] = name.split(".");
		if (name === "kosher") return false;
		if (variant === undefined) return [...scopes].some((locked) => locked === scope);
		const isPictureLocked = scopes.has("images") || [...variants].some((locked) => locked === variant);
		return isPictureLocked && scopes.has("image_meta");
	});
	return named.reduce(
		(mask, [, bits]) => mask | bits,
		(overrides.category ? CATEGORY_CHANGED : 0) |
			(overrides.webDescription ? WEB_DESCRIPTION_CHANGED : 0) |
			(scopes.has("hechshers") ? CERTIFICATES_CHANGED : 0),
	);
}
