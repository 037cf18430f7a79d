import type { FoundPlace } from "../../catalogue/search/find-texts.ts";
import { TIERS } from "../../catalogue/search/text-query.ts";
import type { PageCursors } from "../../orders/contents/order-cursor.ts";
import { unfitCursor } from "../../platform/cursor.ts";
import type { ProductQuery } from "../contract/products.ts";

/** Cursors bound to one key and one query. */
export function searchCursors(pages: PageCursors, clientId: string, query: ProductQuery) {
	const { cursor, per_page: _, ...asked } = query;
	const kind = { purpose: "find", boundTo: [clientId, JSON.stringify(Object.entries(asked).sort())] };
	return {
		async read(): Promise<FoundPlace | undefined> {
			const place = await pages.read(kind, cursor);
			return place === undefined ? undefined : placeOf(place);
		},
		write: async (last: FoundPlace | undefined): Promise<string | null> =>
			last ? pages.write(kind, JSON.stringify([last.tier, last.barcode, last.words])) : null,
	};
}

function placeOf(text: string): FoundPlace {
	const [named, barcode, words] = JSON.parse(text) as string[];
	const tier = TIERS.find((known) => known === named);
	if (!tier || barcode === undefined || words === undefined) throw unfitCursor();
	return { tier, barcode, words };
}
