import type { Locks } from "../fields/locks.ts";
import { hasKey, type MaskedRow, replaceScope, setKey } from "../fields/masks.ts";
import { membersText, parseMembers } from "../fields/members.ts";
import type { CatalogMeta } from "../fields/schemas.ts";
import type { FieldValues } from "../fields/values.ts";
import { NO_INFO, overriddenInfo } from "./info-overrides.ts";
import type { ServedProduct } from "./served-product.ts";
import { textOf } from "./served-text.ts";

/** A product as a reader may see it, with the overrides that are locked for them removed from `info`. */
export interface OpenInfo {
	readonly masks: MaskedRow;
	/** Members of `info` to use instead of the stored ones. */
	readonly info: string;
}

/**
 * Serves the scanned values if a lock on `catalog_meta`, or on a field that it overrides `info` with, hides the overrides from the reader (SPEC D21).
 * @returns undefined when the product has no overrides, or none that are locked.
 */
export function withoutLockedOverrides(
	{ overridden, text, masks }: ServedProduct,
	{ overrides }: Locks,
): OpenInfo | undefined {
	if (!overridden || !(overrides.category || overrides.webDescription)) return undefined;
	const { scanned_at, updated_at } = parseMembers<FieldValues>(textOf(text, "info"));
	const { web_description } = parseMembers<CatalogMeta>(textOf(text, "catalog_meta"));
	const given = overridden.infoAsGiven === null ? null : parseMembers<FieldValues>(overridden.infoAsGiven);
	const open =
		overriddenInfo(given, {
			webDescription: overrides.webDescription ? null : web_description,
			category: overrides.category ? null : overridden.category,
		}) ?? NO_INFO;
	const openMasks = replaceScope(masks, "info", open.masks);
	setKey(openMasks, "info.updated_at", hasKey(masks, "info.updated_at"));
	return {
		masks: { ...masks, ...openMasks },
		info: membersText({ ...open.values, scanned_at, updated_at }),
	};
}
