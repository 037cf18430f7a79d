import { CompiledQuery } from "kysely";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { insertion } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import type { ProductRow } from "../tables.ts";
import { FIRST_BATCH } from "./pack-store.ts";
import { productText, TEXT_RULES } from "./product-text.ts";
import "./tables.ts";

/** A row whose texts stay the same keeps its batch, so it stays packed. */
const insertTexts = insertion(
	"product_text",
	["barcode", "batch", "words", "marks"],
	`on conflict (barcode) do update set batch = excluded.batch, words = excluded.words, marks = excluded.marks
	where product_text.words <> excluded.words or product_text.marks <> excluded.marks`,
);

/** Number of rows after which a new batch begins: a pack holds a few whole batches. */
const BATCH_ROWS = 16_384;

/** Writes the search texts of products, inside the transaction that writes the products. */
export async function writeTexts(tx: Tx, traits: EngineTraits, rows: readonly ProductRow[]): Promise<void> {
	if (rows.length === 0) return;
	const batch = await openBatch(tx, rows.length);
	await insertTexts(
		tx,
		traits,
		rows.map((row) => ({ ...productText(row), batch })),
	);
}

/** The batch to write rows in. Its row stays locked until the transaction ends, so closing the batch waits for them. */
async function openBatch(tx: Tx, rows: number): Promise<number> {
	const isFull = `text_index.in_batch + ${rows} >= ${BATCH_ROWS}`;
	const text = `insert into text_index (id, open_batch, in_batch, packed_batch, filled_to, written_by)
		values (1, ${FIRST_BATCH}, ${rows}, 0, 0, '${TEXT_RULES}')
		on conflict (id) do update set open_batch = text_index.open_batch + case when ${isFull} then 1 else 0 end,
		in_batch = case when ${isFull} then 0 else text_index.in_batch + ${rows} end returning open_batch`;
	const { rows: returned } = await tx.executeQuery<{ open_batch: number }>(CompiledQuery.raw(text));
	return Number(returned[0]?.open_batch);
}
