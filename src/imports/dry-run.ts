import { familyOf } from "../catalogue/barcodes/same-product.ts";
import { namedCertificates } from "../catalogue/certificates/given-in-change.ts";
import { type CertificateDrafts, openCertificates } from "../catalogue/certificates/write-certificates.ts";
import { newProduct } from "../catalogue/stored/new-product.ts";
import type { ProductRow } from "../catalogue/tables.ts";
import {
	type AppliedChange,
	applyToDrafts,
	type ChangeRules,
	type Drafts,
	formsToLookUp,
	openDrafts,
} from "../catalogue/writing/change-drafts.ts";
import type { MetadataChange } from "../catalogue/writing/metadata-change.ts";
import type { Tx } from "../platform/db/tx.ts";

/** What a dry run has worked out so far. It counts exactly as the import does, so later input has to meet the results of earlier input. */
export interface DryRun {
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
 * @param more how many lines mean each product that several lines mean, by family: only these products are kept, until their last line.
 * @param onProduct receives each product with the changes so far.
 */
export function createDryRun(
	more: Map<number, number>,
	onProduct: (product: ProductRow) => void = () => undefined,
): DryRun {
	const created = new Set<string>();
	const kept = new Map<number, Map<string, ProductRow>>();
	const certificates: CertificateDrafts = new Map();

	/** Shows the drafts what the lines before would have done. */
	function overlay(drafts: Drafts, barcode: string, isNew: boolean): void {
		const draft = drafts.get(barcode);
		const after = kept.get(familyOf(barcode))?.get(barcode);
		if (after) drafts.set(barcode, { ...(draft ?? { before: undefined, isNew }), after });
		else if (!draft && created.has(barcode))
			drafts.set(barcode, { before: newProduct(barcode, 0), after: undefined, isNew });
	}
	/** Remembers a product for as long as further lines mean it. */
	function keep(drafts: Drafts, given: string, barcode: string): void {
		const family = familyOf(given);
		const left = (more.get(family) ?? 1) - 1;
		const after = drafts.get(barcode)?.after;
		if (left > 0) {
			more.set(family, left);
			if (after) kept.set(family, (kept.get(family) ?? new Map()).set(barcode, after));
			return;
		}
		more.delete(family);
		kept.delete(family);
	}

	return {
		async apply(tx, changes, rules, nowMs) {
			const drafts = await openDrafts(tx, changes, rules);
			for (const { barcode } of changes)
				for (const form of [barcode, ...formsToLookUp(barcode, rules)])
					overlay(drafts, form, !rules.filled.has(form));
			const named = changes.flatMap(namedCertificates).filter((id) => !certificates.has(id));
			for (const [id, draft] of await openCertificates(tx, named)) certificates.set(id, draft);
			return changes.map((change) => {
				const applied = applyToDrafts(drafts, change, rules, nowMs, certificates);
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
