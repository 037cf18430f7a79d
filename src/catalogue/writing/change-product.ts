import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { fittingLinks, givenHechshers, linksOf } from "../certificates/links.ts";
import { restoreCertificate, writeLinks } from "../certificates/write-certificates.ts";
import { CERTIFICATES_CHANGED } from "../changes/change-bits.ts";
import { changeBetween } from "../changes/product-change.ts";
import { openFieldCounts } from "../fields/field-counts.ts";
import type { RecordedChange } from "../history/record-history.ts";
import type { ValuesBefore } from "../history/values-before.ts";
import { newProduct } from "../stored/new-product.ts";
import { mergeRecord } from "../stored/record.ts";
import type { ProductRow } from "../tables.ts";
import { keepLabels, withheldFromNew } from "../withholding/of-products.ts";
import { writeProducts } from "./apply-metadata.ts";

interface ProductUpdate {
	readonly barcode: string;
	readonly stampMs: number;
	/** What becomes of the product, or of none; `undefined` removes it. */
	readonly update: (before: ProductRow | undefined) => ProductRow | undefined;
	/** Mask of the variants whose picture was replaced or removed. */
	readonly changedPictures?: number;
}

/** Changes one product, inside a transaction, with its counts and search text. @returns the change, with the product before it. */
export async function changeProduct(
	tx: Tx,
	traits: EngineTraits,
	{ barcode, stampMs, update, changedPictures }: ProductUpdate,
): Promise<RecordedChange> {
	const counts = await openFieldCounts(tx, traits);
	const before = await tx.selectFrom("product").selectAll().where("barcode", "=", barcode).executeTakeFirst();
	const updated = update(before);
	const [{ after } = { after: undefined }] = updated
		? await withheldFromNew(tx, [{ barcode, before, after: updated }], stampMs)
		: [];
	if (after) await writeProducts(tx, traits, [after]);
	else {
		for (const table of ["product", "product_text"] as const)
			await tx.deleteFrom(table).where("barcode", "=", barcode).execute();
		if (before) await keepLabels(tx, before);
	}
	await writeLinks(tx, traits, [{ before, after }]);
	if (before ?? after) counts.note(before, after);
	await counts.write();
	return { before, change: changeBetween(barcode, before, after, stampMs, changedPictures) };
}

/** Restores the scopes that a product had before a change, inside the transaction that undoes it. Creates the product if necessary. */
export async function restoreMetadata(
	tx: Tx,
	traits: EngineTraits,
	barcode: string,
	{ scanned_at: scannedAtMs, images: _, certificates, content, ...scopes }: ValuesBefore,
	stampMs: number,
): Promise<RecordedChange> {
	const update = (before: ProductRow = newProduct(barcode, stampMs)) => {
		const { record } = mergeRecord(before, { barcode, ...scopes }, stampMs);
		const links =
			certificates === undefined ? record : { certificates: certificates && JSON.stringify(certificates) };
		const isInfoNew = before.scanned_at === null && record.scanned_at !== null;
		return {
			...record,
			certificates: fittingLinks(givenHechshers(record), linksOf(links)),
			scanned_at: isInfoNew && scannedAtMs !== undefined ? scannedAtMs : record.scanned_at,
			changed_at: record.updated_at ?? record.changed_at,
		};
	};
	const recorded = await changeProduct(tx, traits, { barcode, stampMs, update });
	if (!content) return recorded;
	const change = { ...recorded.change, changed: recorded.change.changed | CERTIFICATES_CHANGED };
	return { ...recorded, change, content: await restoreCertificate(tx, traits, content, stampMs) };
}
