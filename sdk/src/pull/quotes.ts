import type { OrderLine } from "../order-types.ts";
import type { OrderItem } from "../orders.ts";
import type { Packshot } from "../packshot.ts";
import { sumOf } from "./amounts.ts";
import type { Holdings } from "./holdings.ts";
import { isNothing, NOTHING, orderedParts, type Selection, without } from "./wanted.ts";

/** Maximum number of items in an order (SPEC E8). */
const ITEMS_AT_ONCE = 1000;

/** What one order would buy, and for how much. */
export interface Offer {
	readonly items: readonly OrderItem[];
	readonly credits: number;
}

/** What can be bought of a list. */
export interface Offers {
	readonly offers: readonly Offer[];
	readonly credits: number;
	/** The balance; `undefined` when nothing had to be quoted. */
	readonly balance: number | undefined;
}

/** Quotes what is wanted of some products and not yet held: in orders of up to 1,000 items that request exactly what exists. */
export async function quoteMissing(
	packshot: Packshot,
	barcodes: readonly string[],
	{ wanted, held, size }: { readonly wanted: Selection; readonly held: Holdings; readonly size: string },
): Promise<Offers> {
	const items = barcodes.flatMap((barcode): OrderItem[] => {
		const missing = without(wanted, held.get(barcode) ?? NOTHING);
		return isNothing(missing) ? [] : [{ barcode, ...orderedParts(missing) }];
	});
	const offers: Offer[] = [];
	let balance: number | undefined;
	for (let from = 0; from < items.length; from += ITEMS_AT_ONCE) {
		const quote = await packshot.orders.quote({ items: items.slice(from, from + ITEMS_AT_ONCE), size });
		balance = quote.response.creditsRemaining?.number;
		const lines = quote.lines.filter((line) => line.found && !isNothing(availableOf(line)));
		if (lines.length === 0) continue;
		const available = lines.map((line) => ({ barcode: line.barcode, ...orderedParts(availableOf(line)) }));
		offers.push({ items: available, credits: sumOf(lines.map(({ credits }) => credits)) });
	}
	return { offers, credits: sumOf(offers.map(({ credits }) => credits)), balance };
}

function availableOf({ scopes, variants }: OrderLine): Selection {
	return { scopes: new Set(scopes), variants: new Set(variants) };
}
