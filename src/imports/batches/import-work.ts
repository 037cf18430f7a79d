import { closeChangeSet } from "../../catalogue/history/change-set.ts";
import type { ImportMode } from "../../catalogue/writing/import-mode.ts";
import { findRow } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import type { HeldTask } from "../../platform/tasks/claims.ts";
import { deliveryOf, mappingOfPairs } from "../formats/mapping/column-mapping.ts";
import { findTableHead } from "../formats/mapping/table-head.ts";
import { readMetadata } from "../formats/metadata-file.ts";
import { isOpenFoodFacts } from "../formats/openfoodfacts/is-export.ts";
import { readOpenFoodFacts } from "../formats/openfoodfacts/read.ts";
import { findExports } from "../formats/openfoodfacts/sources.ts";
import { type ForeignFiles, importAll } from "../import.ts";
import { emptyReport, type ImportReport, type Progress } from "../report.ts";
import { findSources } from "../sources/sources.ts";
import type { UploadFolder } from "../uploads/folder.ts";
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

/** The dry run or the import of an upload. A dry run writes nothing, so nobody waits for it. */
export function createImportWork(parts: TaskParts, batch: ImportBatch, lease: HeldTask): TaskWork {
	const { db, clock, folder } = parts;
	const dryRun = batch.task === "check";
	const report = emptyReport();
	const startedMs = performance.now();
	const file = { importId: batch.import_id, name: batch.files[0]?.name ?? "" };
	const path = folder.path(file);
	const before = dryRun ? null : batch.report;
	let { files } = batch;
	let progress: ImportProgress | null = null;
	/** Of all runs, once an import that was interrupted has ended. */
	let created: number | undefined;
	let reading: Reading = { from: null, mode: batch.mode ?? "replace" };
	const summary = (): ImportSummary => {
		nameSources(report, path, file.name);
		const tookMs = Math.round(performance.now() - startedMs);
		return { ...summaryOf(report, tookMs, before, created), from: reading.from };
	};
	const show: Progress = ({ share = 0, allPictures = 0, ...counts }) => {
		progress = { ...counts, share, allPictures, atMs: clock.now() };
	};

	return {
		progress: () => progress,
		reports: () => {
			const report = JSON.stringify(summary());
			return dryRun ? { check_report: report } : { report, check_report: withoutPictures(batch) };
		},
		async run(signal) {
			for (const id of batch.change_sets) await db.write(closeChangeSet, { id, atMs: clock.now() });
			files = await digested(batch, folder, signal);
			reading = await readingOf(db.read, batch, path);
			const began = await beganAfter(db.read, batch);
			const order = { ...orderOf(parts, batch, path, dryRun), ...reading, ...began };
			const sets = [...batch.change_sets];
			const enough = new AbortController();
			const watched: Progress = (done) => {
				show(done);
				if (done.refused > SENSELESS) enough.abort();
			};
			const more = {
				signal: AbortSignal.any([signal, enough.signal]),
				onChangeSet(changeSet: number) {
					sets.push(changeSet);
					return db.write(noteChangeSet, { ...lease, changeSet });
				},
			};
			await importAll(parts, { ...order, ...more }, watched, report);
			if (sets.length > 1) created = await countCreated(db.read, sets);
			nameSources(report, path, file.name);
			await storeRefusals(db, batch.import_id, report.refused);
			if (enough.signal.aborted) throw new Error(`more than ${SENSELESS} lines were refused`);
		},
		ended(isStopped) {
			// A dry run that was stopped has no result; what had already been imported from the file stays imported.
			const { mode, table } = reading;
			if (dryRun)
				return {
					files,
					mode,
					...(table ? { table } : {}),
					state: isStopped || batch.report ? undefined : "checked",
				};
			return isStopped ? { files, state: "stopped" } : { files, state: "imported", isFileDone: true };
		},
		async tidy() {
			if (!dryRun) await folder.removeOf(batch.import_id);
		},
	};
}

/** How a file is read, and how its values are combined with stored ones. */
interface Reading {
	readonly from: "openfoodfacts" | null;
	readonly mode: ImportMode;
	readonly foreign?: ForeignFiles;
	/** Which kind of table it is, if its columns have names of their own. */
	readonly delivery?: string;
	/** These columns, and what they hold. */
	readonly table?: NonNullable<ImportOutcome["table"]>;
}

/** A file of another database only fills in what products lack, unless another mode was chosen. */
async function readingOf(tx: Tx, batch: ImportBatch, path: string): Promise<Reading> {
	const { mode } = batch;
	if (!(await isOpenFoodFacts(path))) {
		const table = await tableOf(tx, batch, path);
		const made = mappingOfPairs(Object.entries(table.mapping ?? {}));
		const mapping = "mapping" in made ? made.mapping : undefined;
		const choices = { mapping, encoding: batch.encoding ?? undefined };
		return {
			from: null,
			// A person's table seldom has all that the catalogue knows.
			mode: mode ?? (mapping ? "merge" : "replace"),
			table,
			...(mapping ? { delivery: deliveryOf(mapping) } : {}),
			foreign: {
				find: findSources,
				read: (format, chunks, more) => readMetadata(format, chunks, { ...choices, ...more }),
			},
		};
	}
	return {
		from: "openfoodfacts",
		mode: mode ?? "fill",
		foreign: { find: findExports, read: readOpenFoodFacts },
	};
}

/** What the columns of its table hold: as somebody said, for this import or an earlier one, or as it is guessed. */
async function tableOf(tx: Tx, batch: ImportBatch, path: string): Promise<NonNullable<Reading["table"]>> {
	const found = batch.table_head ?? (await findTableHead([path], batch.encoding ?? undefined)) ?? null;
	const head = found && renamed(found, path, batch.files[0]?.name ?? "");
	const mapping = batch.mapping ?? (head && ((await mappingSaidBefore(tx, head)) ?? head.guess));
	return { head, mapping };
}

/** Where an import that was interrupted began: what it has created since then is as new as the rest. */
async function beganAfter(
	tx: Tx,
	{ change_sets: [first] }: ImportBatch,
): Promise<{ readonly since?: number; readonly beganAtMs?: number }> {
	if (first === undefined) return {};
	const set = await findRow(tx, "change_set", { id: first }, ["after_history", "opened_at"]);
	return set ? { since: Number(set.after_history), beganAtMs: Number(set.opened_at) } : {};
}

function orderOf(parts: TaskParts, batch: ImportBatch, path: string, dryRun: boolean) {
	return {
		...parts,
		paths: [path],
		batch: batch.source_batch,
		ownership: batch.ownership,
		uploadedBy: batch.uploaded_by,
		accountId: batch.task_by ?? batch.account_id,
		existingOnly: batch.existing_only,
		exact: batch.exact,
		keepsEdited: batch.keeps_edited,
		absent: batch.absent,
		fetchPicture: batch.fetches_pictures ? parts.fetchPicture : undefined,
		dryRun,
		measures: true,
		holdsUpServer: () => !parts.db.traits.locksRows,
	};
}

/** Reports name the file as its uploader knows it, also while the import is running. */
function nameSources(report: ImportReport, path: string, name: string): void {
	const { refused, tables, noted, pictures, matched, newForms, filledUp, looksShortened } = report;
	const { wrongCheckDigits, newProducts, onlyPictured } = report;
	const forms = [matched, newForms, filledUp, looksShortened, wrongCheckDigits, newProducts, onlyPictured];
	const named = <Each extends { readonly source: string }>(each: Each) => renamed(each, path, name);
	report.header = report.header && named(report.header);
	for (const [text, remark] of report.remarks) report.remarks.set(text, named(remark));
	const firsts = [tables, pictures, ...forms].map(({ first }) => first);
	const lists: { source: string }[][] = [refused, noted, ...firsts];
	for (const list of lists) for (const [at, each] of list.entries()) list[at] = named(each);
}

/** Small views of pictures are kept until they are imported. */
function withoutPictures({ check_report }: ImportBatch): string | null {
	return check_report && JSON.stringify({ ...check_report, pictures: undefined });
}

function renamed<Each extends { readonly source: string }>(each: Each, path: string, name: string): Each {
	return each.source.startsWith(path) ? { ...each, source: name + each.source.slice(path.length) } : each;
}

/** The file entry with its digest, which is computed on the first read. */
async function digested(
	batch: ImportBatch,
	folder: UploadFolder,
	signal: AbortSignal,
): Promise<readonly ImportedFile[]> {
	const [file] = batch.files;
	if (!file || file.sha256 !== null) return batch.files;
	try {
		const path = folder.path({ importId: batch.import_id, name: file.name });
		return [{ ...file, sha256: await fileDigest(path, signal) }];
	} catch (fault) {
		if (signal.aborted) return batch.files;
		throw fault;
	}
}
