import { type BeforeCommit, defineBatchCommand } from "../../platform/db/command.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { insertion } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { namedCertificates } from "../certificates/given-in-change.ts";
import { openCertificates, writeCertificates, writeLinks } from "../certificates/write-certificates.ts";
import { changeBetween } from "../changes/product-change.ts";
import { type FieldCounts, openFieldCounts } from "../fields/field-counts.ts";
import { type RecordedChange, recordHistory } from "../history/record-history.ts";
import { writeTexts } from "../search/write-texts.ts";
import { newProduct } from "../stored/new-product.ts";
import type { ProductRow } from "../tables.ts";
import { type ChangedProduct, withheldFromNew } from "../withholding/of-products.ts";
import { type AppliedChange, applyToDrafts, type ChangeRules, openDrafts } from "./change-drafts.ts";
import { openChangeTime } from "./change-time.ts";
import type { MetadataChange } from "./metadata-change.ts";

/** Changes to apply. Unless their rules say otherwise, given scopes are replaced and barcodes are taken literally. */
export interface MetadataOrder
	extends Pick<ChangeRules, "existingOnly">,
		Partial<Omit<ChangeRules, "existingOnly">> {
	readonly changes: readonly MetadataChange[];
	/** The set that the changes belong to (history/change-set.ts); null if their author did not specify one. */
	readonly changeSet?: number | null | undefined;
}

/** Applies a list of changes to the catalogue, with masks and counts; what each means is decided in the transaction. One result per change, in order. */
export const applyMetadata = defineBatchCommand<MetadataOrder, AppliedChange[]>(
	"catalogue.apply_metadata",
	async (tx, orders, traits, beforeCommit) => {
		const applied: AppliedChange[][] = [];
		for (const order of orders) applied.push(await applyOrder(tx, order, traits, beforeCommit));
		return applied;
	},
);

const LITERALLY = {
	mode: "replace",
	since: null,
	fillsUp: false,
	filled: new Set<string>(),
	edited: null,
} as const;

async function applyOrder(
	tx: Tx,
	{ changes, changeSet = null, ...given }: MetadataOrder,
	traits: EngineTraits,
	beforeCommit: BeforeCommit,
): Promise<AppliedChange[]> {
	const counts = await openFieldCounts(tx, traits);
	const time = await openChangeTime(tx, traits, beforeCommit);
	const rules = { ...LITERALLY, ...given };
	const drafts = await openDrafts(tx, changes, rules);
	const certificates = await openCertificates(tx, changes.flatMap(namedCertificates));
	const applied = changes.map((change) => applyToDrafts(drafts, change, rules, time.stampMs, certificates));
	const stamp = { stampMs: time.stampMs, changeSet, isRecorded: true };
	await writeCertificates(tx, traits, certificates, stamp);
	const changed = [...drafts].flatMap(([barcode, { before, after }]) =>
		after ? [{ barcode, before, after }] : [],
	);
	if (changed.length === 0) return applied;
	const written = await withheldFromNew(tx, changed, time.stampMs);
	const recorded = await writeChanged(tx, traits, written, { counts, stampMs: time.stampMs });
	await recordHistory(tx, traits, changeSet, recorded);
	await time.record(recorded.map(({ change }) => change));
	const withheld = new Set(
		written.flatMap(({ barcode, after }) => (after.hechshers_as_given === null ? [] : [barcode])),
	);
	return applied.map((each) =>
		each.outcome === "created" ? { ...each, withheld: withheld.has(each.barcode) } : each,
	);
}

/** Writes changed products with their counts and search texts, inside the transaction that changes them. @returns what is to be recorded of them. */
export async function writeChanged(
	tx: Tx,
	traits: EngineTraits,
	changed: readonly ChangedProduct[],
	{ counts, stampMs }: { readonly counts: FieldCounts; readonly stampMs: number },
): Promise<RecordedChange[]> {
	await writeProducts(
		tx,
		traits,
		changed.map(({ after }) => after),
	);
	await writeLinks(tx, traits, changed);
	for (const { before, after } of changed) counts.note(before, after);
	await counts.write();
	return changed.map(({ barcode, before, after }) => ({
		before,
		change: changeBetween(barcode, before, after, stampMs),
	}));
}

const COLUMNS = Object.keys(newProduct("", 0)) as (keyof ProductRow)[];
const OVERWRITE = COLUMNS.filter((column) => column !== "barcode")
	.map((column) => `${column} = excluded.${column}`)
	.join(", ");
const insertProducts = insertion("product", COLUMNS, `on conflict (barcode) do update set ${OVERWRITE}`);

/** Inserts products, or overwrites those with the same barcode, and updates their search texts. */
export async function writeProducts(
	tx: Tx,
	traits: EngineTraits,
	rows: readonly ProductRow[],
): Promise<void> {
	await insertProducts(tx, traits, rows);
	await writeTexts(tx, traits, rows);
}
