import {
	hechshersOf,
	htmlOf,
	LABELS,
	paragraphsOf,
	type ShopProduct,
} from "../../../src/orders/shop-files/shop-product.ts";
import type { PulledProduct } from "../pulled-products.ts";
import { comparable, type OurWords, symbolsNamedIn, withoutOurs } from "./own-paragraphs.ts";
import { type ExportMatch, isUnchanged } from "./shop-export.ts";

/** Corrections of cells of a shop: of those that our files wrote, told by what the product said at one time or another, and of no others. */

type TextOf = (product: ShopProduct) => string;

/** @returns our text of today where the shop has one of ours that has changed since; undefined: leave what the shop has */
export function correctedText(
	{ product, before }: ExportMatch,
	theirs: string,
	textOf: TextOf,
): string | undefined {
	const [now, earlier] = [textOf(product), before.map(textOf)];
	const isOurs = theirs.trim() !== "" && [...earlier, now].some((text) => isSame(text, theirs));
	return isOurs && earlier.some((text) => text !== now) ? now : undefined;
}

/**
 * The description with our paragraphs as they are today. Text of the shop that stands beside ours stays; one in which nothing is ours gives way to ours.
 * @returns undefined where we have nothing to say, and had nothing
 */
export function correctedDescription(match: ExportMatch, theirs: string): string | undefined {
	const said = (product: ShopProduct) => htmlOf(paragraphsOf(product));
	if (match.isOffered && isUnchanged(match, said)) return undefined;
	const ours = said(match.product);
	const own = withoutOurs(theirs, wordsOf(match));
	if (own) return `${own.head}${ours}${own.tail}`;
	if (ours !== "") return ours;
	return match.before.some((version) => paragraphsOf(version).length > 0) ? theirs : undefined;
}

/** The same for a description that is plain text, in one line. */
export function correctedLine(match: ExportMatch, theirs: string, textOf: TextOf): string | undefined {
	if (match.isOffered && isUnchanged(match, textOf)) return undefined;
	const now = textOf(match.product);
	if (now !== "") return now;
	const earlier = match.before.map(textOf).filter((text) => text !== "");
	if (earlier.some((text) => isSame(text, theirs))) return "";
	const named = isKnown(match, "hechshers") ? certificationAtEnd(theirs) : undefined;
	if (named !== undefined) return theirs.slice(0, -named.length).trimEnd();
	return earlier.length > 0 ? theirs : undefined;
}

/** Tags with ours as they are today, and the shop's. @param more tags that are ours as well @returns undefined where there is nothing to change */
export function correctedTags(
	{ product, before }: ExportMatch,
	theirs: readonly string[],
	{
		tagsOf,
		more,
	}: { readonly tagsOf: (product: ShopProduct) => readonly string[]; readonly more: readonly string[] },
): string[] | undefined {
	const plain = (tag: string) => comparable(tag).toLowerCase();
	const ours = new Set([...before.flatMap(tagsOf), ...more].map(plain));
	// Where the shop has deleted all our tags, it wants none.
	if (!theirs.some((tag) => ours.has(plain(tag)))) return undefined;
	const now = tagsOf(product);
	const today = new Set(now.map(plain));
	const there = new Set(theirs.map(plain));
	const kept = theirs.filter((tag) => today.has(plain(tag)) || !ours.has(plain(tag)));
	const added = now.filter((tag) => !there.has(plain(tag)));
	const isSame = kept.length === theirs.length && added.length === 0;
	const hasChanged = before.some((version) => tagsOf(version).join() !== now.join());
	return isSame && !hasChanged ? undefined : [...kept, ...added];
}

/** Certificates that the product has no more, or otherwise, and the shop names. */
export function withdrawnOf(match: ExportMatch): string[] {
	const { row, product, before, isStale } = match;
	if (!isKnown(match, "hechshers")) return [];
	const now = new Set(hechshersOf(product).map(comparable));
	const certificates = ({ meta }: Pick<ShopProduct, "meta">) =>
		(meta.hechshers ?? []).map(({ symbol, dairy_meat_pareve: status }) => ({ symbol, status }));
	const isOutdated = (one: { readonly symbol: string; readonly status?: string | null | undefined }) =>
		!certificates(product).some(({ symbol, status }) => symbol === one.symbol && status === one.status);
	const isShown = ({ symbol }: { readonly symbol: string }) =>
		isStale || row.cells.some((cell) => cell.includes(symbol));
	return [
		...before
			.flatMap(certificates)
			.filter((one) => isOutdated(one) && isShown(one))
			.map(({ symbol }) => symbol),
		...row.cells.flatMap(symbolsIn).filter((symbol) => !now.has(comparable(symbol))),
	];
}

/** The certificates that our texts in a cell of the shop name. */
export function symbolsIn(cell: string): string[] {
	return [...symbolsNamedIn(cell), ...symbolsNamedIn(certificationAtEnd(cell) ?? "")];
}

/** Whether a part of a product is known, though there may be nothing of it today. */
export function isKnown({ product, wanted }: ExportMatch, scope: keyof PulledProduct["scopes"]): boolean {
	return wanted.scopes.has(scope) || scope in product.scopes;
}

function wordsOf(match: ExportMatch): OurWords {
	return {
		known: [match.product, ...match.before].flatMap(paragraphsOf),
		labels: [
			...(isKnown(match, "ingredients") ? [LABELS.ingredients] : []),
			...(isKnown(match, "info") ? [LABELS.netWeight, LABELS.origin] : []),
			...(isKnown(match, "hechshers") ? [LABELS.certification] : []),
		],
	};
}

function isSame(one: string, other: string): boolean {
	return comparable(one) === comparable(other);
}

function certificationAtEnd(text: string): string | undefined {
	const at = text.lastIndexOf(`${LABELS.certification}: `);
	return at !== -1 && symbolsNamedIn(text.slice(at)).length > 0 ? text.slice(at) : undefined;
}
