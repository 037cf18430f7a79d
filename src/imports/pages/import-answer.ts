import { leaseLeftMs } from "../../platform/tasks/lease.ts";
import { isoTime, isoTimeOrNull } from "../../platform/time/clock.ts";
import type { DeliveredProduct } from "../batches/deliveries.ts";
import type { ImportBatch, ImportSummary } from "../batches/store.ts";
import type {
	FoundBarcode,
	Listed,
	OtherForm,
	PlannedPicture,
	ReportedEdit,
	ReportedValue,
} from "../report.ts";
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
		values_lost: valuesAnswer(summary.valuesLost, thumbnails),
		values_changed: valuesAnswer(summary.valuesChanged, thumbnails),
		values_edited: editsAnswer(summary.valuesEdited, emails),
		absent: absentAnswer(summary.absent),
		pictures: picturesAnswer(summary.pictures),
		matched: formsAnswer(summary.matched),
		new_forms: formsAnswer(summary.newForms),
		filled_up: formsAnswer(summary.filledUp),
		looks_shortened: formsAnswer(summary.looksShortened),
		wrong_check_digits: barcodesAnswer(summary.wrongCheckDigits),
		new_products: barcodesAnswer(summary.newProducts),
		only_pictured: barcodesAnswer(summary.onlyPictured),
		took_ms: tookMs,
	};
}

const NONE = { count: 0, first: [] };

function valuesAnswer(values: Listed<ReportedValue> | undefined, thumbnails: ImportView["thumbnails"]) {
	const { count, first } = values ?? NONE;
	const examples = first.map(({ barcode, field, before, after }) => ({
		barcode,
		field,
		before,
		after,
		thumbnail: thumbnails.get(barcode)?.imageId ?? null,
	}));
	return { count, examples };
}

function editsAnswer({ count, first }: Listed<ReportedEdit> = NONE, emails: ImportView["emails"]) {
	const examples = first.map(({ barcode, field, before, after, edit }) => ({
		barcode,
		field,
		before,
		after,
		edited_by: (edit.accountId === null ? null : emails.get(edit.accountId)) ?? edit.byName,
		edited_at: isoTime(edit.atMs),
	}));
	return { count, examples };
}

function absentAnswer({ count, first }: Listed<DeliveredProduct> = NONE) {
	return { count, examples: first.map(({ barcode, atMs }) => ({ barcode, delivered_at: isoTime(atMs) })) };
}

function picturesAnswer({ count, first }: Listed<PlannedPicture> = NONE) {
	const examples = first.map(({ source, barcode, variant, replaces, thumbnail }) => ({
		source,
		barcode,
		variant,
		replaces,
		thumbnail: `data:image/webp;base64,${thumbnail}`,
	}));
	return { count, examples };
}

/** The same without pictures, of which a list would hold too many. */
export function withoutPictures(one: Import): Import {
	const check = one.check && { ...one.check, pictures: { ...one.check.pictures, examples: [] } };
	return { ...one, check };
}

function formsAnswer({ count, first }: Listed<OtherForm> = NONE) {
	const examples = first.map(({ source, line = null, barcode, product }) => ({
		source,
		line,
		barcode,
		product,
	}));
	return { count, examples };
}

function barcodesAnswer({ count, first }: Listed<FoundBarcode> = NONE) {
	return { count, examples: first.map(({ source, line = null, barcode }) => ({ source, line, barcode })) };
}

function undoAnswer({ undo_report: undo }: ImportBatch): Import["undo"] {
	if (undo === null) return null;
	return { undone: undo.undone, kept_newer: undo.newer, kept_lost: undo.lost, kept: [...undo.kept] };
}
