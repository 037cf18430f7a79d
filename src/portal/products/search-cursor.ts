import { type FoundPlace, readPlace, writePlace } from "../../catalogue/search/text-streams.ts";
import type { PageCursors } from "../../orders/contents/order-cursor.ts";
import { unfitCursor } from "../../platform/cursor.ts";
import type { ProductQuery } from "./contract.ts";

/** Cursors bound to one key and one query. */
export function searchCursors(pages: PageCursors, clientId: string, query: ProductQuery) {
	const { cursor, per_page: _, ...asked } = query;
	const kind = { purpose: "find", boundTo: [clientId, JSON.stringify(Object.entries(asked).sort())] };
	return {
		async read(): Promise<FoundPlace | undefined> {
			const text = await pages.read(kind, cursor);
			if (text === undefined) return undefined;
			const place = readPlace(text);
			if (!place) throw unfitCursor();
			return place;
		},
		write: async (last: FoundPlace | undefined): Promise<string | null> =>
			last ? pages.write(kind, writePlace(last)) : null,
	};
}
