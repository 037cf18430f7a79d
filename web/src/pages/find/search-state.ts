import type { ProductSearch } from "../../api/routes.ts";
import { changed } from "../../parts/use-address.ts";

/** Filters with several values, and boolean ones: the same parameters in the URL and the call. */
export const LISTS = ["department", "hechsher", "kosher_status", "bracha", "scopes", "variants"] as const;
export const SWITCHES = ["kosher_for_passover", "gluten_free", "vegan", "organic"] as const;

export type ListName = (typeof LISTS)[number];

/** The search given in the URL. */
export function searchOf(address: URLSearchParams): ProductSearch {
	const lists = LISTS.flatMap((name) => {
		const values = valuesOf(address, name);
		return values.length > 0 ? [[name, values] as const] : [];
	});
	const switches = SWITCHES.filter((name) => address.get(name) === "1").map((name) => [name, true] as const);
	const q = address.get("q") ?? "";
	return { ...(q === "" ? {} : { q }), ...Object.fromEntries([...lists, ...switches]) } as ProductSearch;
}

/** How the URL sorts the results. */
export function sortOf(address: URLSearchParams): Pick<ProductSearch, "sort"> {
	const sort = address.get("sort");
	return sort === "name" || sort === "newest" ? { sort } : {};
}

export function valuesOf(address: URLSearchParams, name: ListName): string[] {
	return (address.get(name) ?? "").split(",").filter((value) => value !== "");
}

/** The URL with a value of a list toggled. */
export function toggled(address: URLSearchParams, name: ListName, value: string): URLSearchParams {
	const chosen = valuesOf(address, name);
	const values = chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value];
	return changed(address, name, values.join(","));
}

/** How many filters are set. */
export function filterCount(address: URLSearchParams): number {
	const lists = LISTS.reduce((sum, name) => sum + valuesOf(address, name).length, 0);
	return lists + SWITCHES.filter((name) => address.get(name) === "1").length;
}

/** The URL without filters. The text and the paying key are kept. */
export function withoutFilters(address: URLSearchParams): URLSearchParams {
	const next = new URLSearchParams(address);
	for (const name of [...LISTS, ...SWITCHES]) next.delete(name);
	return next;
}
