import { parseMembers } from "../members.ts";
import { EMPTY_SCOPES } from "../product-meta.ts";
import type { ProductRow } from "../product-row.ts";
import type { CatalogMeta } from "../schemas.ts";
import { CATEGORY_CHANGED, pictureBits, SCOPE_CHANGE_BITS, WEB_DESCRIPTION_CHANGED } from "./change-bits.ts";

/** What scope filters look at. */
export type ProductLabels = Pick<ProductRow, "brand_number" | "department_number">;

/** How a transaction changed a product. */
export interface ProductChange {
	readonly barcode: string;
	readonly stampMs: number;
	/** What changed, and what the product has since then: bits of change-bits.ts. */
	readonly changed: number;
	readonly held: number;
	/** Before and after; `undefined` where the product was not there. */
	readonly before: ProductLabels | undefined;
	readonly after: ProductLabels | undefined;
}

/** A product's row, or what will be one. */
type Row = Omit<ProductRow, "id">;

/**
 * How a product changed from one row to another; `undefined` where it is not there.
 * @param changedPictures the variants that got another picture, or lost theirs, as a mask: rows do not tell.
 */
export function changeBetween(
	barcode: string,
	before: Row | undefined,
	after: Row | undefined,
	stampMs: number,
	changedPictures = 0,
): ProductChange {
	const isOneRow = before !== undefined && after !== undefined;
	const pictures = isOneRow ? changedPictures : (before ?? after)?.variants;
	return {
		barcode,
		stampMs,
		changed: changedScopes(before, after) | pictureBits(pictures ?? 0),
		held: changedScopes(undefined, after) | pictureBits(after?.variants ?? 0),
		before: labelsOf(before),
		after: labelsOf(after),
	};
}

/** Two changes of one product in one transaction are one. */
export function joinChanges(first: ProductChange, next: ProductChange): ProductChange {
	return { ...next, changed: first.changed | next.changed, before: first.before };
}

/** Whether there is anything to tell: a stamp alone is no change, and what came and went in one transaction was never there. */
export function isChange({ changed, before, after }: ProductChange): boolean {
	if (before && after) return changed !== 0;
	return before !== undefined || after !== undefined;
}

function labelsOf(row: Row | undefined): ProductLabels | undefined {
	return row && { brand_number: row.brand_number, department_number: row.department_number };
}

/** A scope in its empty shape and one that was never given are served alike, so they are alike here. */
function changedScopes(before: Row | undefined, after: Row | undefined): number {
	let bits = 0;
	for (const scope of ["hechshers", "nutrition", "ingredients"] as const) {
		const empty = EMPTY_SCOPES[scope];
		if ((before?.[scope] ?? empty) !== (after?.[scope] ?? empty)) bits |= SCOPE_CHANGE_BITS[scope];
	}
	if (
		givenInfo(before) !== givenInfo(after) ||
		(before?.scanned_at ?? null) !== (after?.scanned_at ?? null)
	) {
		bits |= SCOPE_CHANGE_BITS.info;
	}
	return bits | changedCatalogMeta(before, after);
}

function changedCatalogMeta(before: Row | undefined, after: Row | undefined): number {
	let bits = 0;
	if ((before?.category_override ?? null) !== (after?.category_override ?? null)) {
		bits |= SCOPE_CHANGE_BITS.catalog_meta | CATEGORY_CHANGED;
	}
	const [left, right] = [before, after].map((row) => row?.catalog_meta ?? EMPTY_SCOPES.catalog_meta);
	if (left === right) return bits;
	const isDescriptionChanged = webDescription(left) !== webDescription(right);
	return bits | SCOPE_CHANGE_BITS.catalog_meta | (isDescriptionChanged ? WEB_DESCRIPTION_CHANGED : 0);
}

function webDescription(members = ""): string | null {
	return parseMembers<CatalogMeta>(members).web_description || null;
}

/** What was given as `info`, whatever overrides hide of it. */
function givenInfo(row: Row | undefined): string | null {
	if (!row || row.scanned_at === null) return null;
	return row.info_as_given ?? row.info;
}
