import type { OrderItem, Packshot, QuotedLine } from "@packshot/sdk";
import { sumOf } from "./amounts.ts";
import { isNothing, orderedParts, type Selection, selectionIn } from "./wanted.ts";

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
	readonly pictures: OfferedPictures;
}

/** How many pictures are offered, and how many of them have the visible watermark; `undefined`: a service of an earlier version does not tell. */
export interface OfferedPictures {
	readonly count: number;
	readonly drawn: number | undefined;
}

/** What parts of products would cost. */
export interface Quoted {
	readonly lines: readonly QuotedLine[];
	readonly balance: number | undefined;
}

/** Quotes parts of products, by barcode. */
export async function quoteParts(
	packshot: Packshot,
	parts: ReadonlyMap<string, Selection>,
	size: string,
): Promise<Quoted> {
	const items = [...parts].map(([barcode, part]): OrderItem => ({ barcode, ...orderedParts(part) }));
	const lines: QuotedLine[] = [];
	let balance: number | undefined;
	for (let from = 0; from < items.length; from += ITEMS_AT_ONCE) {
		const quote = await packshot.orders.quote({ items: items.slice(from, from + ITEMS_AT_ONCE), size });
		balance = quote.response.creditsRemaining?.number;
		lines.push(...quote.lines);
	}
	return { lines, balance };
}

/** From so many products on, one with a picture is ordered first, to see whether pictures arrive. */
const WORTH_A_TRIAL = 20;

/** Orders of up to 1,000 items that request exactly what exists. */
export function offersOf({ lines, balance }: Quoted): Offers {
	const available = lines.filter((line) => line.found && !isNothing(selectionIn(line)));
	const trial =
		available.length < WORTH_A_TRIAL ? undefined : available.find(({ variants }) => variants.length > 0);
	const others = available.filter((line) => line !== trial);
	const groups: QuotedLine[][] = trial ? [[trial]] : [];
	for (let from = 0; from < others.length; from += ITEMS_AT_ONCE)
		groups.push(others.slice(from, from + ITEMS_AT_ONCE));
	const offers = groups.map(
		(ordered): Offer => ({
			items: ordered.map((line) => ({ barcode: line.barcode, ...orderedParts(selectionIn(line)) })),
			credits: sumOf(ordered.map(({ credits }) => credits)),
		}),
	);
	const credits = sumOf(offers.map(({ credits }) => credits));
	return { offers, credits, balance, pictures: picturesIn(available) };
}

function picturesIn(lines: readonly Pick<QuotedLine, "variants" | "drawn">[]): OfferedPictures {
	const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
	const drawn = lines.flatMap((line: Partial<QuotedLine>) => (line.drawn ? [line.drawn.length] : []));
	return {
		count: sum(lines.map(({ variants }) => variants.length)),
		drawn: drawn.length < lines.length ? undefined : sum(drawn),
	};
}
