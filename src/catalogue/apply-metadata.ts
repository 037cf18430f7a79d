import { type BeforeCommit, defineBatchCommand } from "../platform/db/command.ts";
import type { EngineTraits } from "../platform/db/engine-traits.ts";
import { insertion } from "../platform/db/rows.ts";
import type { Tx } from "../platform/db/tx.ts";
import { openChangeTime } from "./change-time.ts";
import { changeBetween } from "./changes/product-change.ts";
import { openFieldCounts } from "./field-counts.ts";
import { recordHistory } from "./history/record-history.ts";
import type { MetadataChange } from "./metadata-change.ts";
import { type ProductRow, recordColumns, recordOfRow } from "./product-row.ts";
import { EMPTY_RECORD, mergeRecord } from "./record.ts";
import { writeTexts } from "./search/write-texts.ts";

export interface MetadataOrder {
	readonly changes: readonly MetadataChange[];
	/** Skip products that are not in the catalogue. */
	readonly existingOnly: boolean;
	/** Report what the changes would do without making them. */
	readonly dryRun?: boolean;
	/** The time to stamp changes with if the clock is moved by hand; `null` to use the database's clock. */
	readonly nowMs: number | null;
	/** The set that the changes belong to (history/change-set.ts); null if their author did not specify one. */
	readonly changeSet?: number | null | undefined;
}

export type ChangeOutcome = "created" | "updated" | "unchanged" | "unknown";

/** Merges a list of changes into the catalogue, including masks and counts. One outcome per change, in order. */
export const applyMetadata = defineBatchCommand<MetadataOrder, ChangeOutcome[]>(
	"catalogue.apply_metadata",
	async (tx, orders, traits, beforeCommit) => {
		const outcomes: ChangeOutcome[][] = [];
		for (const order of orders) outcomes.push(await applyOrder(tx, order, traits, beforeCommit));
		return outcomes;
	},
);

/** A product while a list of changes is being applied: before and after. */
interface Draft {
	before: ProductRow | undefined;
	after: Omit<ProductRow, "id"> | undefined;
}

async function applyOrder(
	tx: Tx,
	order: MetadataOrder,
	traits: EngineTraits,
	beforeCommit: BeforeCommit,
): Promise<ChangeOutcome[]> {
	const counts = await openFieldCounts(tx, traits);
	const time = await openChangeTime(tx, traits, beforeCommit, order.nowMs);
	const drafts = await openDrafts(
		tx,
		order.changes.map((change) => change.barcode),
	);
	const outcomes = order.changes.map((change) => applyChange(drafts, change, order, time.stampMs));
	const changed = [...drafts.values()].filter((draft) => draft.after !== undefined);
	if (order.dryRun || changed.length === 0) return outcomes;
	await writeProducts(
		tx,
		traits,
		changed.flatMap((draft) => draft.after ?? []),
	);
	for (const draft of changed) counts.note(draft.before, draft.after);
	await counts.write();
	const recorded = [...drafts].flatMap(([barcode, { before, after }]) =>
		after ? { before, change: changeBetween(barcode, before, after, time.stampMs) } : [],
	);
	await recordHistory(tx, traits, order.changeSet ?? null, recorded);
	await time.record(recorded.map(({ change }) => change));
	return outcomes;
}

async function openDrafts(tx: Tx, barcodes: readonly string[]): Promise<Map<string, Draft>> {
	const drafts = new Map<string, Draft>(
		barcodes.map((barcode) => [barcode, { before: undefined, after: undefined }]),
	);
	if (drafts.size === 0) return drafts;
	const rows = await tx
		.selectFrom("product")
		.selectAll()
		.where("barcode", "in", [...drafts.keys()])
		.execute();
	for (const row of rows) drafts.set(row.barcode, { before: row, after: undefined });
	return drafts;
}

function applyChange(
	drafts: Map<string, Draft>,
	change: MetadataChange,
	order: MetadataOrder,
	stampMs: number,
): ChangeOutcome {
	const draft = drafts.get(change.barcode);
	if (!draft) throw new Error("every change has a draft");
	const row = draft.after ?? draft.before;
	if (!row && order.existingOnly) return "unknown";
	const { record, changed } = mergeRecord(row && recordOfRow(row as ProductRow), change, stampMs);
	if (row && !changed) return "unchanged";
	draft.after = {
		...(row ?? newProduct(change.barcode, stampMs)),
		...recordColumns(record),
		changed_at: record.updatedAtMs ?? row?.changed_at ?? stampMs,
	};
	return row ? "updated" : "created";
}

/** A product of which nothing but the barcode is known. */
export function newProduct(barcode: string, nowMs: number): Omit<ProductRow, "id"> {
	return {
		barcode,
		digits: barcode.length,
		...recordColumns(EMPTY_RECORD),
		variants: 0,
		image_meta: null,
		plain_sizes: null,
		image_sizes: null,
		image_fields: 0,
		images_changed_at: null,
		owner_1: null,
		owner_2: null,
		owner_3: null,
		owner_4: null,
		changed_at: nowMs,
	};
}

const COLUMNS = Object.keys(newProduct("", 0)) as (keyof Omit<ProductRow, "id">)[];
const OVERWRITE = COLUMNS.filter((column) => column !== "barcode")
	.map((column) => `${column} = excluded.${column}`)
	.join(", ");
const insertProducts = insertion("product", COLUMNS, `on conflict (barcode) do update set ${OVERWRITE}`);

/** Inserts products, or overwrites those with the same barcode, and updates their search texts. */
export async function writeProducts(
	tx: Tx,
	traits: EngineTraits,
	rows: readonly Omit<ProductRow, "id">[],
): Promise<void> {
	await insertProducts(
		tx,
		traits,
		rows.map((row) => COLUMNS.map((column) => row[column])),
	);
	await writeTexts(tx, traits, rows);
}
