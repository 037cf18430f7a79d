import type { Selectable } from "kysely";
import type { Masks } from "../fields/masks.ts";
import { textNumber } from "../fields/text-number.ts";
import type { ProductTable } from "../tables.ts";
import type { StoredRecord } from "./record.ts";

export type ProductRow = Selectable<ProductTable>;

/** The metadata of a product in the form of `record.ts`. */
export function recordOfRow(row: Omit<ProductRow, "id">): StoredRecord {
	return {
		info: row.info,
		hechshers: row.hechshers,
		nutrition: row.nutrition,
		ingredients: row.ingredients,
		catalogMeta: row.catalog_meta,
		infoAsGiven: row.info_as_given,
		categoryOverride: row.category_override,
		brand: row.brand,
		department: row.department,
		scannedAtMs: row.scanned_at,
		updatedAtMs: row.updated_at,
		...masksOfRow(row),
	};
}

function masksOfRow(row: Masks): Masks {
	const { fields_low, fields_high, fields_extra } = row;
	return { fields_low, fields_high, fields_extra };
}

/** The columns of a record. */
export function recordColumns(record: StoredRecord) {
	return {
		info: record.info,
		hechshers: record.hechshers,
		nutrition: record.nutrition,
		ingredients: record.ingredients,
		catalog_meta: record.catalogMeta,
		info_as_given: record.infoAsGiven,
		category_override: record.categoryOverride,
		brand: record.brand,
		department: record.department,
		brand_number: textNumber(record.brand ?? ""),
		department_number: textNumber(record.department ?? ""),
		scanned_at: record.scannedAtMs,
		updated_at: record.updatedAtMs,
		...masksOfRow(record),
	};
}
