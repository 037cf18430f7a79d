import { basename } from "node:path";
import { SingleBar } from "cli-progress";
import { dataPlaces } from "../config.ts";
import { countedNotes, notesInWords } from "../images/quality-notes.ts";
import { readWatermark } from "../images/style/saved-style.ts";
import { noteImport } from "../ingest/batches/command-history.ts";
import { DEFAULT_BATCH, type ImportOrder, importAll } from "../ingest/import.ts";
import { recordedProgress } from "../ingest/progress-state.ts";
import { emptyReport, type ImportReport, type Progress, refusedCount } from "../ingest/report.ts";
import type { Installation } from "../installation.ts";
import { isServed } from "../platform/db/sqlite/process-lock.ts";
import { columnMapping } from "./column-mapping.ts";
import { type AddCommand, examples, exitCodes } from "./command-line.ts";
import { importReading } from "./import-reading.ts";
import { plainText } from "./plain-option.ts";

/** Number of rejections, unmarkable pictures and pictures with notes listed in text output; `--json` lists all. */
const LISTED = 20;
const NAMED = 5;

export const addImport: AddCommand = (program, line) => {
	program
		.command("import <path...>")
		.description("import metadata (.ndjson, .jsonl, .csv) and pictures (.zip, folders, files), mixed")
		.option("--batch <tag>", "source_batch of the pictures", DEFAULT_BATCH)
		.option("--ownership <tag>", "attribution tag of the pictures")
		.option("--uploaded-by <name>", "name of the person importing")
		.option("--existing-only", "skip products that are not in the catalogue")
		.option(
			"--from <source>",
			"read files of another database: openfoodfacts (.jsonl or .csv, optionally .gz)",
		)
		.option("--map <column=field...>", "field for a column of a CSV file, such as brandName=info.brand")
		.option("--mapping <file>", "YAML file of such mappings, one `COLUMN: FIELD` per line")
		.option("--dry-run", "report what would be done, show ten products as served, and change nothing")
		.addHelpText(
			"after",
			examples(
				"import products.ndjson pictures.zip --batch spring --ownership studio",
				"import photos/ --dry-run",
				"import openfoodfacts-products.jsonl.gz --from openfoodfacts --existing-only",
			),
		)
		.action((paths: string[], options) =>
			line.withInstallation(async (installation) => {
				const config = line.config();
				const bar = progressBar();
				const dryRun = options.dryRun === true;
				const mapping = await columnMapping(paths, options.map ?? [], options.mapping);
				const reading = importReading(options.from, mapping, dryRun, installation.clock.now());
				const order = {
					paths,
					foreign: reading.files,
					batch: plainText("--batch", options.batch) ?? DEFAULT_BATCH,
					ownership: plainText("--ownership", options.ownership) ?? null,
					uploadedBy: plainText("--uploaded-by", options.uploadedBy) ?? null,
					existingOnly: options.existingOnly === true,
					dryRun,
					watermark: await readWatermark(installation.db, config.images),
					sizesPx: config.images.sizesPx,
					uploadOffsetMinutes: config.images.uploadOffsetMinutes,
					measures: process.stderr.isTTY === true,
					holdsUpServer: () => !installation.db.traits.locksRows && isServed(dataPlaces(config).serverLock),
				};
				const report = order.dryRun
					? await importAll(installation, order, bar.show).finally(bar.end)
					: await importNoted(installation, order, bar);
				const { unmarkable, noted, unlisted, ...rest } = report;
				const document = unlisted.count > 0 ? { ...rest, refused_unlisted: unlisted.count } : rest;
				const told = await reading.told(installation.db, report);
				const lines = [...summary(report, order.dryRun), ...told.lines];
				line.print({ ...document, unmarkable, noted, ...told.document }, lines);
				if (report.refused.length > 0) line.exitWith(exitCodes.partlyRefused);
			}),
		);
};

/** Runs an import, recording its progress for running servers to show, and an entry in the history. */
async function importNoted(
	installation: Installation,
	order: ImportOrder,
	bar: ReturnType<typeof progressBar>,
): Promise<ImportReport> {
	const { db, clock } = installation;
	const recorded = recordedProgress(db, clock.now);
	const report = emptyReport();
	let last: Parameters<Progress>[0] | undefined;
	const progress = () => last && { share: 0, allPictures: 0, ...last, atMs: clock.now() };
	const noted = await noteImport(installation, order, report, () => progress() ?? null);
	const show: Progress = (done) => {
		last = done;
		bar.show(done);
		recorded.show(done);
	};
	try {
		const { onChangeSet, signal } = noted;
		await importAll(installation, { ...order, onChangeSet, signal }, show, report).finally(bar.end);
	} catch (fault) {
		// If the store is at fault, the history cannot be written either: report the original fault.
		await noted.end(fault).catch(() => undefined);
		throw fault;
	}
	await recorded.end();
	await noted.end();
	return report;
}

/** The text output: counts, then pictures that cannot be marked, then those with quality notes, then rejections with reasons. */
export function summary(report: ImportReport, dryRun: boolean): string[] {
	const { products, images, refused, unmarkable, noted, ignored } = report;
	const reasons = refused.map(
		({ source, line, reason }) => `${source}${line === undefined ? "" : `, line ${line}`}: ${reason}`,
	);
	return [
		...(dryRun ? ["Nothing was changed. An import would do this:"] : []),
		`products   ${products.created} created, ${products.updated} updated, ${products.unchanged} unchanged`,
		`pictures   ${images.created} created, ${images.updated} updated, ${images.unchanged} unchanged`,
		...(unmarkable.length > 0
			? [`unmarkable ${unmarkable.length}, too small or flat for the invisible mark`]
			: []),
		...listed("unmarkable", unmarkable),
		...(noted.length > 0 ? [`noted      ${noted.length} imported anyway: ${countedNotes(noted)}`] : []),
		...listed(
			"noted",
			noted.map(({ source, notes }) => `${source}: ${notesInWords(notes)}`),
		),
		...(ignored.length > 0 ? [ignoredLine(ignored)] : []),
		`refused    ${refusedCount(report)}`,
		...listed("refused", reasons, refusedCount(report)),
	];
}

/** A single line, because ignored files need no action. */
function ignoredLine(ignored: readonly string[]): string {
	const names = [...new Set(ignored.map((source) => basename(source)))];
	const more = names.length > NAMED ? ", …" : "";
	return `ignored    ${ignored.length} that are not product files: ${names.slice(0, NAMED).join(", ")}${more}`;
}

function listed(label: string, items: readonly string[], count = items.length): string[] {
	const more = count - LISTED;
	const inJson = count > items.length ? `the first ${items.length}` : "all";
	return [
		...items.slice(0, LISTED).map((item) => `${label.padEnd(10)} ${item}`),
		...(more > 0 ? [`${label.padEnd(10)} … and ${more} more; --json lists ${inJson}`] : []),
	];
}

/** A redrawn bar on a terminal; silent elsewhere, so that logs stay readable. */
function progressBar(): { show: Progress; end: () => void } {
	if (!process.stderr.isTTY) return { show: () => undefined, end: () => undefined };
	const bar = new SingleBar({
		format:
			"importing {bar} {percentage}%  {lines} lines  {pictures} of {allPictures} pictures  {refused} refused  {duration_formatted}, {left} left",
		stream: process.stderr,
		hideCursor: true,
	});
	bar.start(1000, 0, { lines: 0, pictures: 0, allPictures: 0, refused: 0, left: "?" });
	const startedAt = performance.now();
	return {
		show({ share = 0, ...done }) {
			const left = remaining(share, performance.now() - startedAt);
			bar.update(Math.floor(share * 1000), { ...done, left });
		},
		end: () => bar.stop(),
	};
}

/** Estimated time left at the pace so far: `40 s`, `3 min`, `?` at the very beginning. */
export function remaining(share: number, passedMs: number): string {
	if (share < 0.005) return "?";
	const seconds = Math.ceil((passedMs * (1 / share - 1)) / 1000);
	return seconds < 100 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
}
