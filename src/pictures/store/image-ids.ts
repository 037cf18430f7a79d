import { VARIANTS, type Variant } from "../../catalogue/fields/scopes.ts";
import { ulid } from "../../platform/ids.ts";

/** Ids for new versions of a product's pictures. */
export function newImageIds(nowMs: number): Record<Variant, string> {
	const ids = VARIANTS.map((variant) => [variant, ulid(nowMs).toLowerCase()]);
	return Object.fromEntries(ids) as Record<Variant, string>;
}
