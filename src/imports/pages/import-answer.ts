import { leaseLeftMs } from "../../platform/tasks/lease.ts";
import { isoTime, isoTimeOrNull } from "../../platform/time/clock.ts";
import type { ImportBatch, ImportSummary } from "../batches/store.ts";
import type { FoundBarcode, Listed, OtherForm, ReportedValue } from "../report.ts";
import type { UploadFolder } from "../uploads/folder.ts";
import type { Import } from "./contract.ts";
import type { ImportSummaryAnswer } from "./summary-contract.ts";

/** What is needed to describe an import. */
export interface ImportView {
	readonly folder: UploadFolder;
	/** E-mail addresses by account. */
	readonly emails: ReadonlyMap<string, string>;
	readonly accountId: string;
	/** Of products whose changed values are shown. */
	readonly thumbnails: ReadonlyMap<string, { readonly imageId: string }>;
	readonly nowMs: number;
}

/** An import as returned to the pages. */
export async function importAnswer(
	batch: ImportBatch,
	{ folder, emails, accountId, thumbnails, nowMs }: ImportView,
): Promise<Import> {
	const isRunning = batch.task !== null && leaseLeftMs(batch.lease_until, nowMs) > 0;
	return {
		import_id: batch.import_id,
		origin: batch.origin,
		by: batch.account_id === null ? null : (emails.get(batch.account_id) ?? batch.account_id),
		is_own: batch.account_id === accountId,
		has_own_columns: batch.table_head !== null,
		files: batch.files.map(({ name, sizeBytes, sha256 }) => ({ name, size_bytes: sizeBytes, sha256 })),
		modified_at: isoTimeOrNull(batch.modified_at),
		batch: batch.source_batch,
		ownership: batch.ownership,
		uploaded_by: batch.uploaded_by,
		existing_only: batch.existing_only,
		mode: batch.mode ?? "replace",
		exact: batch.exact,
		keep_edited: batch.keeps_edited,
		absent: batch.absent,
		encoding: batch.encoding,
		card_revision: batch.card?.revision ?? null,
		state: batch.state,
		// The process of a command that has stopped reporting is gone.
		task: batch.origin === "command" && batch.task === "import" && !isRunning ? null : batch.task,
		is_running: isRunning,
		is_stopping: batch.stop_asked,
		has_file: batch.folder_id !== null,
		uploaded_bytes: await uploadedBytes(batch, folder),
		progress: progressAnswer(batch),
		check: summaryAnswer(batch.check_report, { thumbnails, emails }),
		report: summaryAnswer(batch.report, { thumbnails, emails }),
		undo: undoAnswer(batch),
		failure: batch.failure,
		created_at: isoTime(batch.created_at),
		started_at: isoTimeOrNull(batch.started_at),
		ended_at: isoTimeOrNull(batch.ended_at),
		expires_at: isoTimeOrNull(batch.expires_at),
	};
}

async function uploadedBytes(batch: ImportBatch, folder: UploadFolder): Promise<number | null> {
	if (batch.state !== "uploading") return null;
	const name = batch.files[0]?.name ?? "";
	return (await folder.sizeBytes({ importId: batch.import_id, name })) ?? null;
}

function progressAnswer({ progress, task, started_at }: ImportBatch): Import["progress"] {
	if (progress === null || task === null) return null;
	const { lines, pictures, allPictures, refused, share, atMs } = progress;
	return {
		lines,
		pictures,
		all_pictures: allPictures,
		refused,
		share,
		left_ms: leftMs(share, started_at, atMs),
	};
}

/** Before this share, nobody could tell. */
const TOLD_FROM = 0.005;

/** How long a task may still take at its pace so far. */
function leftMs(share: number, startedAt: number | null, atMs: number): number | null {
	if (startedAt === null || share < TOLD_FROM) return null;
	return Math.round(Math.max(0, atMs - Number(startedAt)) * (1 / share - 1));
}

function summaryAnswer(
	summary: ImportSummary | null,
	{ thumbnails, emails }: Pick<ImportView, "thumbnails" | "emails">,
): ImportSummaryAnswer | null {
	if (summary === null) return null;
	const { products, images, refused, causes, unmarkable, notedCount, ignored, tookMs } = summary;
	const shownValue = ({ barcode, field, before, after }: ReportedValue) => {
		const thumbnail = thumbnails.get(barcode)?.imageId ?? null;
		return { barcode, field, before, after, thumbnail };
	};
	return {
		products,
		images,
		refused,
		causes: [...causes],
		unmarkable,
		noted: notedCount,
		ignored,
		tables: (summary.tables ?? []).map(({ source, words }) => ({ source, read_as: words })),
		remarks: (summary.remarks ?? []).map(({ text, count, source, line }) => ({ text, count, source, line })),
		unfetched: summary.unfetched ?? 0,
		products_refused: summary.productsRefused ?? 0,
		has_refused_rows: (summary.header ?? null) !== null && refused > 0,
		from: summary.from ?? null,
		values_lost: listAnswer(summary.valuesLost, shownValue),
		values_changed: listAnswer(summary.valuesChanged, shownValue),
		values_edited: listAnswer(summary.valuesEdited, ({ barcode, field, before, after, edit }) => ({
			barcode,
			field,
			before,
			after,
			edited_by: (edit.accountId === null ? null : emails.get(edit.accountId)) ?? edit.byName,
			edited_at: isoTime(edit.atMs),
		})),
		absent: listAnswer(summary.absent, ({ barcode, atMs }) => ({ barcode, delivered_at: isoTime(atMs) })),
		pictures: listAnswer(summary.pictures, ({ thumbnail, ...picture }) => ({
			...picture,
			thumbnail: `data:image/webp;base64,${thumbnail}`,
		})),
		matched: listAnswer(summary.matched, formOf),
		new_forms: listAnswer(summary.newForms, formOf),
		filled_up: listAnswer(summary.filledUp, formOf),
		looks_shortened: listAnswer(summary.looksShortened, formOf),
		wrong_check_digits: listAnswer(summary.wrongCheckDigits, barcodeOf),
		new_products: listAnswer(summary.newProducts, barcodeOf),
		foreseen: (summary.foreseen ?? []).map(({ barcode, product_meta }) => ({ barcode, product_meta })),
		only_pictured: listAnswer(summary.onlyPictured, barcodeOf),
		took_ms: tookMs,
	};
}

function listAnswer<Item, Example>(
	{ count, first }: Listed<Item> = { count: 0, first: [] },
	exampleOf: (item: Item) => Example,
) {
	return { count, examples: first.map(exampleOf) };
}

const formOf = ({ line, ...form }: OtherForm) => ({ line: line ?? null, ...form });
const barcodeOf = ({ line, ...found }: FoundBarcode) => ({ line: line ?? null, ...found });

/** The same without pictures, of which a list would hold too many. */
export function withoutPictures(one: Import): Import {
	const check = one.check && {
		...one.check,
		pictures: { ...one.check.pictures, examples: [] },
		foreseen: [],
	};
	return { ...one, check };
}

function undoAnswer({ undo_report: undo }: ImportBatch): Import["undo"] {
	if (undo === null) return null;
	return { undone: undo.undone, kept_newer: undo.newer, kept_lost: undo.lost, kept: [...undo.kept] };
}
