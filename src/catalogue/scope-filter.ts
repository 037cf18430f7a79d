import type { ClientPolicy } from "../clients/client.ts";
import type { ProductRow } from "./product-row.ts";
import { textNumber } from "./text-number.ts";

type Filtered = Pick<ProductRow, "barcode" | "brand_number" | "department_number">;

type ScopeFilter = Pick<ClientPolicy, "barcodePrefixes" | "brands" | "departments">;

/** Whether there are products that a client may not see. */
export function isFiltered({ barcodePrefixes, brands, departments }: ScopeFilter): boolean {
	return barcodePrefixes.length + brands.length + departments.length > 0;
}

/** Whether a client's scope filter lets a product through: it matches one of every kind that is given (decision 41). */
export function scopeFilter(client: ScopeFilter): (product: Filtered) => boolean {
	const { barcodePrefixes } = client;
	const brands = new Set(client.brands.map(textNumber));
	const departments = new Set(client.departments.map(textNumber));
	return (product) =>
		(barcodePrefixes.length === 0 || barcodePrefixes.some((prefix) => product.barcode.startsWith(prefix))) &&
		(brands.size === 0 || brands.has(product.brand_number)) &&
		(departments.size === 0 || departments.has(product.department_number));
}
