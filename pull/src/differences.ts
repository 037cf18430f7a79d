import type { ProductMeta } from "@packshot/sdk";

/** What a shop has to know of a change at once: certificates and allergens by name, everything else by its field. */
export function differencesOf(before: ProductMeta, after: ProductMeta): string[] {
	const fields = Object.keys({ ...before, ...after }) as (keyof ProductMeta)[];
	// When the record was written says nothing of the product.
	const changed = fields.filter((field) => field !== "updated_at" && !isSame(before[field], after[field]));
	return changed.flatMap((field) => {
		if (field === "hechshers") return hechsherDifferences(before, after);
		return field === "ingredients" ? ingredientDifferences(before, after) : [`${field} changed`];
	});
}

function hechsherDifferences(before: ProductMeta, after: ProductMeta): string[] {
	const symbols = ({ hechshers }: ProductMeta) => (hechshers ?? []).map(({ symbol }) => symbol);
	const [then, now] = [symbols(before), symbols(after)];
	const named = [
		...then.filter((symbol) => !now.includes(symbol)).map((symbol) => `HECHSHER WITHDRAWN: ${symbol}`),
		...now.filter((symbol) => !then.includes(symbol)).map((symbol) => `new hechsher: ${symbol}`),
	];
	return named.length > 0 ? named : ["hechshers changed"];
}

const ALLERGENS = ["contains_statement", "may_contain_statement", "allergens"] as const;

function ingredientDifferences(
	{ ingredients: then }: ProductMeta,
	{ ingredients: now }: ProductMeta,
): string[] {
	const allergens = ALLERGENS.filter((field) => !isSame(then?.[field], now?.[field])).map(
		(field) => `ALLERGENS CHANGED: ${shown(then?.[field])} is now ${shown(now?.[field])}`,
	);
	return allergens.length > 0 ? allergens : ["ingredients changed"];
}

function shown(value: unknown): string {
	const text = Array.isArray(value) ? value.join(", ") : String(value ?? "");
	return text === "" ? "nothing" : `"${text}"`;
}

function isSame(one: unknown, other: unknown): boolean {
	return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
