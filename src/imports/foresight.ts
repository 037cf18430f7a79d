import { gtinKey, otherLeadingZeros } from "../catalogue/barcodes/leading-zeros.ts";
import { newProduct } from "../catalogue/stored/new-product.ts";
import type { ProductRow } from "../catalogue/tables.ts";
import {
	type AppliedChange,
	applyToDrafts,
	type ChangeRules,
	type Drafts,
	openDrafts,
} from "../catalogue/writing/change-drafts.ts";
import type { MetadataChange } from "../catalogue/writing/metadata-change.ts";
import type { Tx } from "../platform/db/tx.ts";
import type { readMetadata } from "./formats/metadata-file.ts";
import type { Source } from "./sources/sources.ts";

/** What a dry run has found out so far. It counts exactly as the import does, so later input has to meet the results of earlier input. */
export interface Foresight {
	/** Works out what changes would do, with the code that does it, and writes nothing. */
	apply(
		tx: Tx,
		changes: readonly MetadataChange[],
		rules: ChangeRules,
		nowMs: number,
	): Promise<AppliedChange[]>;
	/** Whether the import would have created the product by now. */
	wouldExist(barcode: string): boolean;
	/** Notes a product that the import would create for a picture. */
	create(barcode: string): void;
}

/**
 * @param more how many lines mean each product that several lines mean, by key: only these products are kept, until their last line.
 * @param onProduct receives each product with the changes so far.
 */
export function createForesight(
	more: Map<string, number>,
	onProduct: (product: ProductRow) => void = () => undefined,
): Foresight {
	const created = new Set<string>();
	const kept = new Map<string, ProductRow>();

	/** Shows the drafts what the lines before would have done. */
	function overlay(drafts: Drafts, barcode: string): void {
		const draft = drafts.get(barcode);
		const after = kept.get(barcode);
		if (after) drafts.set(barcode, { ...(draft ?? { before: undefined, isNew: true }), after });
		else if (!draft && created.has(barcode))
			drafts.set(barcode, { before: newProduct(barcode, 0), after: undefined, isNew: true });
	}
	/** Remembers a product for as long as further lines mean it. */
	function keep(drafts: Drafts, given: string, barcode: string): void {
		const key = gtinKey(given);
		const left = (more.get(key) ?? 1) - 1;
		const after = drafts.get(barcode)?.after;
		if (left > 0) {
			more.set(key, left);
			if (after) kept.set(barcode, after);
			return;
		}
		more.delete(key);
		for (const form of [barcode, given, ...otherLeadingZeros(given)]) kept.delete(form);
	}

	return {
		async apply(tx, changes, rules, nowMs) {
			const drafts = await openDrafts(tx, changes, rules.since);
			for (const { barcode } of changes)
				for (const form of [barcode, ...otherLeadingZeros(barcode)]) overlay(drafts, form);
			return changes.map((change) => {
				const applied = applyToDrafts(drafts, change, rules, nowMs);
				if (applied.outcome === "created") created.add(Buffer.from(applied.barcode).toString());
				const draft = drafts.get(applied.barcode);
				const product = draft?.after ?? draft?.before;
				if (product) onProduct(product);
				keep(drafts, change.barcode, applied.barcode);
				return applied;
			});
		},
		wouldExist: (barcode) => created.has(barcode),
		create: (barcode) => void created.add(barcode),
	};
}

/** Reads all metadata once, to find the products that several lines mean. @returns the number of their lines, by key. */
export async function countRepeated(
	sources: AsyncIterable<Source>,
	read: typeof readMetadata,
	signal: AbortSignal | undefined,
): Promise<Map<string, number>> {
	const seen = new Set<number>();
	const repeated = new Map<string, number>();
	for await (const source of sources) {
		if (source.kind !== "metadata") continue;
		for await (const line of read(source.format, source.chunks())) {
			if (signal?.aborted) return repeated;
			if (!("change" in line)) continue;
			const key = gtinKey(line.change.barcode);
			const number = numberOf(key);
			if (seen.has(number)) repeated.set(key, (repeated.get(key) ?? 1) + 1);
			else seen.add(number);
		}
	}
	return repeated;
}

/** A key as a number, which takes a tenth of the memory: no two keys have the same. */
function numberOf(key: string): number {
	const digits = key.replace("exactly ", "");
	return key === digits ? Number(digits) : digits.length * 10 ** 14 + Number(digits);
}
