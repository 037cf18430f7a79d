import type { HeldByOrder, OrderLine, Packshot, QuotedLine } from "@packshot/sdk";
import { counted } from "./amounts.ts";
import type { PullFolder } from "./folder.ts";
import { type MadeOrder, readOrders, storeHeld } from "./order-files.ts";
import type { Say } from "./output.ts";
import { both, common, isNothing, NOTHING, type Selection, selectionIn, without } from "./wanted.ts";

/** What is wanted of products and offered for credits, by barcode. */
type Missing = Map<string, Selection>;

/** Takes of a line of an order what is still missing. */
type Take = (
	order: Pick<HeldByOrder, "order_id" | "size">,
	line: Pick<OrderLine, "barcode" | "scopes" | "variants">,
) => void;

/**
 * Takes what the key's live orders hold of what would otherwise be bought, whichever folder or program placed them: from the newest order that holds a
 * product, and, where that has only a part, from all others. Pictures are taken from orders in the same size.
 * @returns what was taken
 */
export async function takeHeld(
	{ packshot, folder, say }: { readonly packshot: Packshot; readonly folder: PullFolder; readonly say: Say },
	lines: readonly QuotedLine[],
	{ missing, size }: { readonly missing: ReadonlyMap<string, Selection>; readonly size: string },
): Promise<ReadonlyMap<string, Selection>> {
	const left: Missing = new Map();
	// A service of an earlier version does not tell.
	for (const { barcode, held } of lines) if (held) left.set(barcode, missing.get(barcode) ?? NOTHING);
	const taken = new Map<string, OrderLine[]>();
	const take: Take = (order, line) => {
		const wanted = left.get(line.barcode);
		if (!wanted) return;
		const part = common(wanted, {
			scopes: new Set(line.scopes),
			variants: new Set(order.size === size ? line.variants : []),
		});
		if (isNothing(part)) return;
		left.set(line.barcode, without(wanted, part));
		const { barcode } = line;
		const [scopes, variants] = [[...part.scopes], [...part.variants]];
		const taking = { barcode, found: true, scopes, variants, credits: 0, alerts: [] };
		taken.set(order.order_id, [...(taken.get(order.order_id) ?? []), taking]);
	};
	for (const { barcode, held } of lines) if (held) take(held, { ...held, barcode });
	await takeOlder(packshot, lines, left, take);
	await store(packshot, folder, taken);
	const parts = new Map<string, Selection>();
	for (const line of [...taken.values()].flat())
		parts.set(line.barcode, both(parts.get(line.barcode) ?? NOTHING, selectionIn(line)));
	if (parts.size > 0)
		say(
			`${counted(parts.size, "product")} in ${counted(taken.size, "order")} of this key from elsewhere: not bought again.`,
		);
	return parts;
}

/** Looks through all live orders for what the newest order of a product has not got. */
async function takeOlder(
	packshot: Packshot,
	lines: readonly QuotedLine[],
	left: Missing,
	take: Take,
): Promise<void> {
	const offered = new Map(lines.map((line) => [line.barcode, selectionIn(line)]));
	const isMissing = () =>
		[...left].some(([barcode, wanted]) => !isNothing(common(wanted, offered.get(barcode) ?? NOTHING)));
	if (!isMissing()) return;
	for await (const order of packshot.orders.list()) {
		for (const line of (await packshot.orders.get(order.order_id)).lines) take(order, line);
		if (!isMissing()) return;
	}
}

/** Records what is taken of each order, beside what was taken of it before. */
async function store(
	packshot: Packshot,
	folder: PullFolder,
	taken: ReadonlyMap<string, readonly OrderLine[]>,
): Promise<void> {
	if (taken.size === 0) return;
	const before = new Map((await readOrders(folder)).map((order) => [order.stem, order.made]));
	for (const [orderId, lines] of taken) {
		const order: MadeOrder = before.get(`held-${orderId}`) ?? {
			...(await packshot.orders.get(orderId)),
			lines: [],
		};
		await storeHeld(folder, { ...order, lines: joined([...order.lines, ...lines]) });
	}
}

function joined(lines: readonly OrderLine[]): OrderLine[] {
	const byBarcode = new Map<string, OrderLine>();
	for (const line of lines) {
		const { scopes = [], variants = [] } = byBarcode.get(line.barcode) ?? {};
		byBarcode.set(line.barcode, {
			...line,
			scopes: [...new Set([...scopes, ...line.scopes])],
			variants: [...new Set([...variants, ...line.variants])],
		});
	}
	return [...byBarcode.values()];
}
