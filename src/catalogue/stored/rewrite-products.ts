import { command } from "../../platform/db/command.ts";
import type { Database } from "../../platform/db/database.ts";
import { inBatches, type Pace } from "../../platform/db/pace.ts";
import { declarationText, readRewritingState, saveRewritingState } from "../fields/declaration.ts";
import { openFieldCounts } from "../fields/field-counts.ts";
import type { ProductRow } from "../tables.ts";
import { type ImageMetaEntry, imageFields } from "../writing/apply-images.ts";
import { writeProducts } from "../writing/apply-metadata.ts";
import { rewrittenRecord } from "./record.ts";

interface RewriteOrder {
	/** The declaration to write rows by: `declarationText()`. */
	readonly declaration: string;
	readonly limit: number;
}

interface RewriteOutcome {
	/** Products that were looked at; 0 once all rows conform to the declaration. */
	readonly seen: number;
	/** How many of them had to be rewritten. */
	readonly rewritten: number;
}

/**
 * Checks the next products in order of their ids, and rewrites those whose texts or masks differ under the current declaration, including the counts.
 * The progress is committed along with them, so that any process can continue without missing one.
 */
export const rewriteProducts = command<RewriteOrder, RewriteOutcome>(
	"catalogue.rewrite_products",
	async (tx, { declaration, limit }, traits) => {
		const counts = await openFieldCounts(tx, traits);
		const { writtenBy, rewriting } = await readRewritingState(tx);
		if (writtenBy === declaration) return { seen: 0, rewritten: 0 };
		const afterId = rewriting?.declaration === declaration ? rewriting.afterId : 0;
		const rows = await tx
			.selectFrom("product")
			.selectAll()
			.where("id", ">", afterId)
			.orderBy("id")
			.limit(limit)
			.execute();
		const last = rows.at(-1);
		if (!last) {
			await saveRewritingState(tx, { writtenBy: declaration, rewriting: null });
			return { seen: 0, rewritten: 0 };
		}
		const changed = rows.flatMap((before) => {
			const after = rewrittenRow(before);
			return isSame(before, after) ? [] : [{ before, after }];
		});
		await writeProducts(
			tx,
			traits,
			changed.map(({ after }) => after),
		);
		for (const { before, after } of changed) counts.note(before, after);
		await counts.write();
		await saveRewritingState(tx, { writtenBy, rewriting: { declaration, afterId: last.id } });
		return { seen: rows.length, rewritten: changed.length };
	},
);

function rewrittenRow(row: ProductRow): ProductRow {
	const block: Record<string, ImageMetaEntry | null> = JSON.parse(row.image_meta ?? "{}");
	const pictures = Object.values(block).filter((entry) => entry !== null);
	return { ...rewrittenRecord(row), image_fields: imageFields(pictures) };
}

function isSame(before: ProductRow, after: ProductRow): boolean {
	return (Object.keys(after) as (keyof ProductRow)[]).every((column) => before[column] === after[column]);
}

/** Brings all rows up to date with the declaration, batch by batch, so that charges do not wait for long. @returns how many were rewritten. */
export async function rewriteOutdatedProducts(
	db: Database,
	pace: Pace,
	{
		signal,
		onProgress,
	}: { signal?: AbortSignal; onProgress?: (seen: number, rewritten: number) => void } = {},
): Promise<number> {
	const declaration = declarationText();
	let seen = 0;
	let rewritten = 0;
	const rewriteSome = async (limit: number) => {
		const outcome = await db.write(rewriteProducts, { declaration, limit });
		seen += outcome.seen;
		rewritten += outcome.rewritten;
		if (outcome.seen > 0) onProgress?.(seen, rewritten);
		return outcome.seen;
	};
	await inBatches(pace, rewriteSome, signal);
	return rewritten;
}
