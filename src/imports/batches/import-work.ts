import { closeChangeSet } from "../../catalogue/history/change-set.ts";
import type { ImportMode } from "../../catalogue/writing/import-mode.ts";
import { findRow } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import type { HeldTask } from "../../platform/tasks/claims.ts";
import { type FileFormat, openFoodFactsFormat, ownFormat } from "../formats/file-format.ts";
import { deliveryOf, type Mapping, mappingOfPairs } from "../formats/mapping/column-mapping.ts";
import { findTableHead } from "../formats/mapping/table-head.ts";
import { isOpenFoodFacts } from "../formats/openfoodfacts/is-export.ts";
import { importAll } from "../import.ts";
import type { ImportOrder, ImportWatch } from "../import-order.ts";
import { createPreview } from "../preview.ts";
import { emptyReport } from "../report.ts";
import type { Card } from "../studio/card.ts";
import { countCreated } from "./changes-of-set.ts";
import { type ImportOutcome, noteChangeSet } from "./claims.ts";
import { fileDigest } from "./file-digest.ts";
import { mappingSaidBefore } from "./mappings.ts";
import { storeRefusals } from "./refusals.ts";
import type { ImportBatch, ImportProgress, ImportSummary } from "./store.ts";
import { summaryOf } from "./summary.ts";
import type { ImportedFile } from "./tables.ts";
import type { TaskParts, TaskWork } from "./task-work.ts";

/** With more refused lines than this, the file is something else. */
const SENSELESS = 1_000_000;

/** As many products as fit side by side. */
const FORESEEN = 3;

/** The dry run or the import of an upload. A dry run writes nothing, so nobody waits for it. */
export function createImportWork(parts: TaskParts, batch: ImportBatch, lease: HeldTask): TaskWork {
	const { db, clock } = parts;
	const dryRun = batch.task === "check";
	const report = emptyReport();
	const startedMs = performance.now();
	let progress: ImportProgress | null = null;
	let from: Reading["from"] = null;
	/** Of all runs, once an import that was interrupted has ended. */
	let created: number | undefined;
	const enough = new AbortController();
	const sets = [...batch.change_sets];
	const preview = createPreview(FORESEEN);
	const watch: ImportWatch = {
		onPlanned: preview.note,
		progress(done) {
			progress = { ...done, atMs: clock.now() };
			if (done.refused > SENSELESS) enough.abort();
		},
		onChangeSet(changeSet) {
			sets.push(changeSet);
			return db.write(noteChangeSet, { ...lease, changeSet });
		},
	};

	return {
		progress: () => progress,
		reports() {
			const tookMs = Math.round(performance.now() - startedMs);
			const summary = summaryOf(report, tookMs, dryRun ? null : batch.report, created);
			const foreseen = preview.served();
			const text = JSON.stringify({ ...summary, from, foreseen } satisfies ImportSummary);
			return dryRun ? { check_report: text } : { report: text, check_report: withoutPictures(batch) };
		},
		async run(signal) {
			for (const id of batch.change_sets) await db.write(closeChangeSet, { id, atMs: clock.now() });
			const file = await digested(uploadOf(parts, batch), signal);
			const reading = batch.card
				? await cardReading(parts, batch, batch.card, file)
				: await readingOf(db.read, batch, file);
			from = reading.from;
			const order = {
				...orderOf(parts, batch, file, reading),
				began: await beganOf(db.read, batch),
				signal: AbortSignal.any([signal, enough.signal]),
			};
			await importAll(parts, order, watch, report);
			if (sets.length > 1) created = await countCreated(db.read, sets);
			await storeRefusals(db, batch.import_id, report.refused);
			if (enough.signal.aborted) throw new Error(`more than ${SENSELESS} lines were refused`);
			const { path: _, ...described } = file;
			const { mode, table } = reading;
			return { files: [described], ...(dryRun ? { mode, table } : {}) };
		},
	};
}

/** The file of an upload, and where it is. */
interface Upload extends ImportedFile {
	readonly path: string;
}

function uploadOf({ folder }: TaskParts, { import_id: importId, files }: ImportBatch): Upload {
	const file = files[0] ?? { name: "", sizeBytes: null, sha256: null };
	return { ...file, path: folder.path({ importId, name: file.name }) };
}

/** The same with its digest, which is computed on the first read. */
async function digested(file: Upload, signal: AbortSignal): Promise<Upload> {
	if (file.sha256 !== null) return file;
	try {
		return { ...file, sha256: await fileDigest(file.path, signal) };
	} catch (fault) {
		if (signal.aborted) return file;
		throw fault;
	}
}

/** How a file is read, and how its values are combined with stored ones. */
interface Reading {
	readonly from: "openfoodfacts" | null;
	readonly format: FileFormat;
	readonly mode: ImportMode;
	/** What its columns hold, if they have names of their own. */
	readonly mapping?: Mapping | undefined;
	/** These columns. */
	readonly table?: ImportOutcome["table"];
}

/** A file of another database only fills in what products lack, unless another mode was chosen. */
async function readingOf(tx: Tx, batch: ImportBatch, file: Upload): Promise<Reading> {
	if (await isOpenFoodFacts(file.path))
		return {
			from: "openfoodfacts",
			format: named(openFoodFactsFormat, file),
			mode: batch.mode ?? "fill",
		};
	const encoding = batch.encoding ?? undefined;
	const found = named(ownFormat(), file).find([file.path]);
	const head = batch.table_head ?? (await findTableHead(found, encoding)) ?? null;
	// As somebody said, for this import or an earlier one, or as it is guessed.
	const columns = batch.mapping ?? (head && ((await mappingSaidBefore(tx, head)) ?? head.guess));
	const made = mappingOfPairs(Object.entries(columns ?? {}));
	const mapping = "mapping" in made ? made.mapping : undefined;
	return {
		from: null,
		format: named(ownFormat({ mapping, encoding }), file),
		// A person's table seldom has all that the catalogue knows.
		mode: batch.mode ?? (mapping ? "merge" : "replace"),
		mapping,
		table: { head, mapping: columns },
	};
}

/** A card has pictures alone. */
async function cardReading(
	{ folder }: TaskParts,
	{ import_id: importId, mode }: ImportBatch,
	card: Card,
	file: Upload,
): Promise<Reading> {
	const { cardFormat } = await import("../studio/card-format.ts");
	const format = cardFormat(card, folder.cardPath(importId));
	return { from: null, format: named(format, file), mode: mode ?? "replace" };
}

/** Names files as their uploader knows them, not as the upload is stored. */
function named(format: FileFormat, { path, name }: Upload): FileFormat {
	return {
		...format,
		async *find(paths) {
			for await (const found of format.find(paths))
				yield found.source.startsWith(path)
					? { ...found, source: name + found.source.slice(path.length) }
					: found;
		},
	};
}

/** When an import that was interrupted began: what it has created since then is as new as the rest. */
async function beganOf(tx: Tx, { change_sets: [first] }: ImportBatch): Promise<ImportOrder["began"]> {
	if (first === undefined) return undefined;
	const set = await findRow(tx, "change_set", { id: first }, ["after_history", "opened_at"]);
	return set && { since: Number(set.after_history), atMs: Number(set.opened_at) };
}

function orderOf(parts: TaskParts, batch: ImportBatch, { path }: Upload, { format, mode, mapping }: Reading) {
	const { watermark, sizesPx, uploadOffsetMinutes, fetchPicture, db } = parts;
	return {
		paths: [path],
		format,
		mode,
		delivery: mapping && { id: deliveryOf(mapping), absent: batch.absent },
		batch: batch.source_batch,
		ownership: batch.ownership,
		uploadedBy: batch.uploaded_by,
		accountId: batch.task_by ?? batch.account_id,
		existingOnly: batch.existing_only,
		exact: batch.exact,
		keepsEdited: batch.keeps_edited,
		dryRun: batch.task === "check",
		watermark,
		sizesPx,
		uploadOffsetMinutes,
		fetchPicture: batch.fetches_pictures ? fetchPicture : undefined,
		holdsUpServer: () => !db.traits.locksRows,
	};
}

/** Small views of pictures are kept until they are imported. */
function withoutPictures({ check_report }: ImportBatch): string | null {
	return check_report && JSON.stringify({ ...check_report, pictures: undefined, foreseen: undefined });
}
