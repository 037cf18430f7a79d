import { FIELDS } from "../catalogue/fields.ts";
import { locksOf } from "../catalogue/locks.ts";
import { hasKey } from "../catalogue/masks.ts";
import { answerProduct, type ProductCaller } from "../catalogue/read-product.ts";
import { METADATA_SCOPES, type Scope, type Variant, variantBit } from "../catalogue/scopes.ts";
import type { FindProduct, ServedProduct } from "../catalogue/served-product.ts";
import type { ClientPolicy } from "../clients/client.ts";
import type { OrderContent } from "./order-content.ts";
import { findVisible, type OrderLine } from "./priced-lines.ts";

/** A line of an order as its client may have it today. */
export interface BoughtToday {
	readonly line: OrderLine;
	/** Members of the answer before `images`, starting with `barcode`, in UTF-8. */
	readonly members: Buffer;
	/** Bought pictures that there are and that are not locked; `undefined` where no pictures were asked for. */
	readonly pictures: readonly Variant[] | undefined;
	/** Scopes that are not locked, with data. */
	readonly scopes: ReadonlySet<Scope>;
	/** Dotted paths that are locked today. */
	readonly redacted: readonly string[];
}

/**
 * What of a line its client may have today: metadata as bought, without what was locked when it was bought or is locked now; pictures that there are.
 * @returns `undefined` for a line that was not found, and for a product that the client's scope filter hides today.
 */
export async function boughtToday(
	find: FindProduct,
	caller: ProductCaller,
	content: OrderContent,
	{ place, sizePx }: { readonly place: number; readonly sizePx: number | null },
): Promise<BoughtToday | undefined> {
	const line = content.lines[place];
	const bought = content.bought(place);
	if (!line || !bought) return undefined;
	const today = await find(line.barcode, caller.generation);
	// A product that was removed is judged by what it was.
	if (!(await findVisible(async () => today ?? bought.product, caller, line.barcode))) return undefined;
	const reader = { ...caller.client, locks: joinedLocks(content.locks, caller.client.locks) };
	const locks = locksOf(reader.locks);
	const scopes = new Set([...bought.scopes].filter((scope) => !locks.scopes.has(scope)));
	const metadata = new Set([...scopes].filter((scope) => scope !== "images"));
	const answer = answerProduct(bought.product, { scopes: metadata, variants: [], sizePx }, reader);
	const there = line.variants.filter((variant) => isThere(today, variant));
	const open = locks.scopes.has("images") ? [] : there.filter((variant) => !locks.variants.has(variant));
	return {
		line,
		members: answer.members,
		pictures: bought.scopes.has("images") ? open : undefined,
		scopes,
		redacted: [
			...METADATA_SCOPES.filter((scope) => bought.scopes.has(scope) && locks.scopes.has(scope)).flatMap(
				(scope) =>
					FIELDS[scope]
						.map((field) => `${scope}.${field}`)
						.filter((path) => hasKey(bought.product.masks, path)),
			),
			...answer.redactedFields,
			...there.filter((variant) => !open.includes(variant)).map((variant) => `images.${variant}`),
		],
	};
}

function isThere(today: ServedProduct | undefined, variant: Variant): boolean {
	return today !== undefined && (today.variants & variantBit(variant)) !== 0;
}

const joined = new WeakMap<ClientPolicy["locks"], WeakMap<ClientPolicy["locks"], ClientPolicy["locks"]>>();

/** The locks of both lists, as the same list each time, so that its meaning is worked out once (locks.ts). */
function joinedLocks(then: ClientPolicy["locks"], now: ClientPolicy["locks"]): ClientPolicy["locks"] {
	if (then.length === 0) return now;
	const known = joined.get(then) ?? new WeakMap<ClientPolicy["locks"], ClientPolicy["locks"]>();
	joined.set(then, known);
	const both = known.get(now) ?? [...new Set([...then, ...now])];
	known.set(now, both);
	return both;
}
