import type { MetadataChange } from "../catalogue/metadata-change.ts";
import { metaMembers } from "../catalogue/product-meta.ts";
import { recordOfRow } from "../catalogue/product-row.ts";
import { mergeRecord, type StoredRecord } from "../catalogue/record.ts";
import { servedText } from "../catalogue/served-text.ts";
import type { Database } from "../platform/db/database.ts";

/** As many as a person would look through. */
const SHOWN = 10;

/** The first products of an import as they would be served, with every scope and nothing locked; writes nothing. */
export function createPreview(nowMs: number) {
	const changes = new Map<string, MetadataChange[]>();
	return {
		note(change: MetadataChange): void {
			const known = changes.get(change.barcode);
			if (known) known.push(change);
			else if (changes.size < SHOWN) changes.set(change.barcode, [change]);
		},
		/** To be called before anything is written. @returns the members of each response from `barcode` to `product_meta`. */
		async served(db: Database): Promise<unknown[]> {
			const rows = await db.read
				.selectFrom("product")
				.selectAll()
				.where("barcode", "in", [...changes.keys(), ""])
				.execute();
			const stored = new Map(rows.map((row) => [row.barcode, row]));
			return [...changes].map(([barcode, its]) => {
				const row = stored.get(barcode);
				let record: StoredRecord | undefined = row && recordOfRow(row);
				for (const change of its) record = mergeRecord(record, change, nowMs).record;
				if (record === undefined) throw new Error("a product of the preview has a change");
				const { whole } = servedText(barcode, metaMembers(record), row?.image_meta ?? null);
				return JSON.parse(`{${whole.toString()}}`) as unknown;
			});
		},
	};
}
