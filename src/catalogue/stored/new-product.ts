import type { ProductRow } from "../tables.ts";
import { EMPTY_RECORD } from "./record.ts";

/** A product of which nothing but the barcode is known. */
export function newProduct(barcode: string, nowMs: number): ProductRow {
	return {
		barcode,
		digits: barcode.length,
		...EMPTY_RECORD,
		variants: 0,
		image_meta: null,
		plain_sizes: null,
		image_sizes: null,
		image_fields: 0,
		images_changed_at: null,
		owner_1: null,
		owner_2: null,
		owner_3: null,
		owner_4: null,
		changed_at: nowMs,
		looked_at: null,
	};
}
