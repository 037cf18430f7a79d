import type { CatalogueFilter } from "../../../api/routes.ts";

const TEXTS = ["q", "search", "ownership", "updated_since"] as const;
const NUMBERS = ["min_digits", "max_digits"] as const;
const LISTS = ["department", "has", "missing"] as const;
export const PICTURE_FILTERS = ["has_front", "has_back", "has_front_clean", "has_back_clean"] as const;
/** Filters that are collapsed unless one of them is set. */
export const FURTHER = [
	"search",
	"min_digits",
	"max_digits",
	"updated_since",
	"ownership",
	...PICTURE_FILTERS,
] as const;

/** The filter given in the URL. Invalid values are left out. */
export function catalogueFilterOf(address: URLSearchParams): CatalogueFilter {
	const texts = TEXTS.map((name) => [name, address.get(name)?.trim()]);
	const numbers = NUMBERS.map((name) => [name, Number(address.get(name)) || undefined]);
	const lists = LISTS.map((name) => [name, listOf(address, name)]);
	const pictures = PICTURE_FILTERS.map((name) => [name, flagOf(address.get(name))]);
	const given = [...texts, ...numbers, ...lists, ...pictures].filter(([, value]) => isGiven(value));
	return Object.fromEntries(given) as CatalogueFilter;
}

export function listOf(address: URLSearchParams, name: (typeof LISTS)[number]): string[] {
	return (address.get(name) ?? "").split(",").filter((value) => value !== "");
}

function flagOf(text: string | null): boolean | undefined {
	if (text === "1") return true;
	return text === "0" ? false : undefined;
}

function isGiven(value: unknown): boolean {
	return value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);
}
