import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import { inBatches, type Pace } from "../../platform/db/pace.ts";
import { lockCatalogue } from "../fields/field-counts.ts";
import { readIndexState } from "./pack-store.ts";
import { TEXT_RULES } from "./product-text.ts";
import { writeTexts } from "./write-texts.ts";

/**
 * Writes the search texts of the next products in order of their ids, with the progress, so that any process can continue without missing one.
 * @returns how many; 0 once all products are indexed by these rules.
 */
export const fillTexts = command<{ readonly rules: string; readonly limit: number }, number>(
	"catalogue.fill_texts",
	async (tx, { rules, limit }, traits) => {
		await lockCatalogue(tx, traits);
		const state = await readIndexState(tx);
		if (state.written_by === rules) return 0;
		const after = state.filling_by === rules ? state.filled_to : 0;
		const rows = await tx
			.selectFrom("product")
			.selectAll()
			.where("id", ">", after)
			.orderBy("id")
			.limit(limit)
			.execute();
		await writeTexts(tx, traits, rows);
		const last = rows.at(-1);
		await tx
			.updateTable("text_index")
			.set(
				last
					? { filling_by: rules, filled_to: last.id }
					: { written_by: rules, filling_by: null, filled_to: 0 },
			)
			.where("id", "=", 1)
			.execute();
		return rows.length;
	},
);

/** Indexes, batch by batch, products stored by a version that did not. @returns how many were examined. */
export function fillMissingTexts(db: Database, pace: Pace, signal?: AbortSignal): Promise<number> {
	return inBatches(pace, (limit) => db.write(fillTexts, { rules: TEXT_RULES, limit }), signal);
}
