import type { Client } from "../../clients/policy/client.ts";
import { readDrawn } from "../../pictures/store/shown-pictures.ts";
import type { Database } from "../../platform/db/database.ts";

/** How many pictures some lines have today, and on how many of them a client gets the visible watermark. */
export async function drawnOf(
	db: Database,
	{ watermark }: Pick<Client, "watermark">,
	lines: Parameters<typeof readDrawn>[2],
	sizePx: number | null,
) {
	const products = [...(await readDrawn(db, watermark, lines, sizePx)).values()];
	return {
		pictures: products.reduce((sum, { pictures }) => sum + pictures.length, 0),
		drawn_pictures: products.reduce((sum, { drawn }) => sum + drawn.length, 0),
	};
}
