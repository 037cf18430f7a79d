import type { BoughtProductTable } from "../tables.ts";

/** An inconsistency in the record of a client's purchases. */
export interface PurchaseFault {
	readonly clientId: string;
	readonly problem: string;
}

interface Purchase {
	readonly scopes: number;
	readonly variants: number;
	readonly firstAtMs: number;
	readonly lastAtMs: number;
}

/** What a product's row is missing of a purchase; `undefined` if the purchase is fully recorded. */
export function missingOf(
	bought: Pick<BoughtProductTable, "scopes" | "variants" | "first_at" | "last_at"> | undefined,
	{ scopes, variants, firstAtMs, lastAtMs }: Purchase,
): string | undefined {
	if (!bought) return "is not among the products that the client bought";
	if ((scopes & ~bought.scopes) !== 0 || (variants & ~bought.variants) !== 0)
		return "is among the products that the client bought with less than was bought";
	if (bought.first_at > firstAtMs || bought.last_at < lastAtMs)
		return "is among the products that the client bought at other times";
	return undefined;
}
