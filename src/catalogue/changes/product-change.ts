import { givenHechshers } from "../certificates/links.ts";
import { parseMembers } from "../fields/members.ts";
import type { CatalogMeta } from "../fields/schemas.ts";
import { EMPTY_SCOPES } from "../stored/product-meta.ts";
import { EMPTY_RECORD, givenInfo, type StoredRecord } from "../stored/record.ts";
import type { ProductRow } from "../tables.ts";
import {
	CATEGORY_CHANGED,
	CERTIFICATES_CHANGED,
	pictureBits,
	SCOPE_CHANGE_BITS,
	WEB_DESCRIPTION_CHANGED,
} from "./change-bits.ts";

/** The attributes that scope filters use. */
export type ProductLabels = Pick<ProductRow, "brand_number" | "department_number">;

export interface ProductChange {
	readonly barcode: string;
	readonly stampMs: number;
	/** What changed, and what the product has since then: bits of change-bits.ts. */
	readonly changed: number;
	readonly held: number;
	/** What changed of what is stored, although nothing of that is served: for the history alone. */
	readonly hidden?: number;
	/** Before and after; `undefined` if the product did not exist. */
	readonly before: ProductLabels | undefined;
	readonly after: ProductLabels | undefined;
}

/**
 * How a product changed from one row to another; a row is `undefined` if the product does not exist.
 * @param changedPictures mask of the variants whose picture was replaced or removed, which rows do not reveal.
 */
export function changeBetween(
	barcode: string,
	before: ProductRow | undefined,
	after: ProductRow | undefined,
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
		hidden: hiddenChange(before, after),
		before: labelsOf(before),
		after: labelsOf(after),
	};
}

/** Combines two changes of the same product in one transaction. */
export function joinChanges(first: ProductChange, next: ProductChange): ProductChange {
	const hidden = (first.hidden ?? 0) | (next.hidden ?? 0);
	return { ...next, changed: first.changed | next.changed, hidden, before: first.before };
}

/** Whether there is anything to report: a new stamp alone is not a change, and a product that was added and removed in one transaction never existed. */
export function isChange({ changed, before, after }: ProductChange): boolean {
	if (before && after) return changed !== 0;
	return before !== undefined || after !== undefined;
}

function labelsOf(row: ProductRow | undefined): ProductLabels | undefined {
	return row && { brand_number: row.brand_number, department_number: row.department_number };
}

/** An empty scope and one that was never given are served alike, so they are treated as equal. */
function changedScopes(before: StoredRecord = EMPTY_RECORD, after: StoredRecord = EMPTY_RECORD): number {
	let bits = before.certificates === after.certificates ? 0 : CERTIFICATES_CHANGED;
	for (const scope of ["hechshers", "nutrition", "ingredients"] as const) {
		const empty = EMPTY_SCOPES[scope];
		if ((before[scope] ?? empty) !== (after[scope] ?? empty)) bits |= SCOPE_CHANGE_BITS[scope];
	}
	if (givenInfo(before) !== givenInfo(after) || before.scanned_at !== after.scanned_at) {
		bits |= SCOPE_CHANGE_BITS.info;
	}
	if (before.category_override !== after.category_override) {
		bits |= SCOPE_CHANGE_BITS.catalog_meta | CATEGORY_CHANGED;
	}
	const [left, right] = [before, after].map((row) => row.catalog_meta ?? EMPTY_SCOPES.catalog_meta);
	if (left === right) return bits;
	const isDescriptionChanged = webDescription(left) !== webDescription(right);
	return bits | SCOPE_CHANGE_BITS.catalog_meta | (isDescriptionChanged ? WEB_DESCRIPTION_CHANGED : 0);
}

/** Hechshers that an alert withholds change unseen. */
function hiddenChange(before: StoredRecord = EMPTY_RECORD, after: StoredRecord = EMPTY_RECORD): number {
	const [left, right] = [before, after].map((row) => givenHechshers(row) ?? EMPTY_SCOPES.hechshers);
	return left === right ? 0 : SCOPE_CHANGE_BITS.hechshers;
}

function webDescription(members = ""): string | null {
	return parseMembers<CatalogMeta>(members).web_description || null;
}
