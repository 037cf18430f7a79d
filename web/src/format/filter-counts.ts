import type { RouteAnswer } from "../../../src/routes.ts";

/** How many products have a value, by filter and value: `vegan true`. */
export type FilterCounts = ReadonlyMap<string, number>;

export function countsOf(
	answer: RouteAnswer<"GET /keys/{client_id}/product-counts"> | undefined,
): FilterCounts {
	const known = (answer?.data ?? []).flatMap(({ filter, value, products }) =>
		products === null ? [] : [[`${filter} ${value}`, products] as const],
	);
	return new Map(known);
}
