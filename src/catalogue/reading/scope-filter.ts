import type { ClientPolicy } from "../../clients/policy/client.ts";
import { textNumber } from "../fields/text-number.ts";
import type { ProductRow } from "../tables.ts";

type Labels = Pick<ProductRow, "brand_number" | "department_number">;

type ScopeFilter = Pick<ClientPolicy, "barcodePrefixes" | "brands" | "departments">;

/** Whether there are products that a client may not see. */
export function isFiltered({ barcodePrefixes, brands, departments }: ScopeFilter): boolean {
	return barcodePrefixes.length + brands.length + departments.length > 0;
}

/** Whether a client's scope filter admits a product: it has to match one value of every kind given (SPEC D41). */
export function scopeFilter(client: ScopeFilter): (barcode: string, labels: Labels) => boolean {
	const { barcodePrefixes } = client;
	const brands = new Set(client.brands.map(textNumber));
	const departments = new Set(client.departments.map(textNumber));
	return (barcode, labels) =>
		(barcodePrefixes.length === 0 || barcodePrefixes.some((prefix) => barcode.startsWith(prefix))) &&
		(brands.size === 0 || brands.has(labels.brand_number)) &&
		(departments.size === 0 || departments.has(labels.department_number));
}
