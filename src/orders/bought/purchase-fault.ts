import type { BoughtProductTable } from "../tables.ts";

type Purchase = Pick<BoughtProductTable, "scopes" | "variants" | "first_at" | "last_at">;

/** What a product's row is missing of a purchase; `undefined` if the purchase is fully recorded. */
export function missingOf(
	bought: Purchase | undefined,
	{ scopes, variants, first_at, last_at }: Purchase,
): string | undefined {
	if (!bought) return "is not among the products that the client bought";
	if ((scopes & ~bought.scopes) !== 0 || (variants & ~bought.variants) !== 0)
		return "is among the products that the client bought with less than was bought";
	if (bought.first_at > first_at || bought.last_at < last_at)
		return "is among the products that the client bought at other times";
	return undefined;
}
