import { SingleBar } from "cli-progress";
import { IMPORT_MODES, type ImportMode } from "../catalogue/writing/import-mode.ts";
import { type Config, dataPaths } from "../config.ts";
import { ABSENT_CHOICES } from "../imports/absent-choice.ts";
import { noteImport } from "../imports/batches/command-history.ts";
import type { ImportProgress } from "../imports/batches/store.ts";
import { createGuardedGet, type GuardedGet } from "../imports/fetched/guarded-get.ts";
import { deliveryOf, type Mapping } from "../imports/formats/mapping/column-mapping.ts";
import { DEFAULT_BATCH, importAll } from "../imports/import.ts";
import type { ImportOrder, ImportWatch } from "../imports/import-order.ts";
import { recordedProgress } from "../imports/progress-state.ts";
import { emptyReport, type ImportReport, type Progress } from "../imports/report.ts";
import type { Installation } from "../installation.ts";
import { emailsOf } from "../people/accounts/accounts.ts";
import { readWatermark } from "../pictures/style/saved-style.ts";
import { isServed } from "../platform/db/sqlite/process-lock.ts";
import { createResolveHost } from "../webhooks/send/resolve-host.ts";
import { type AddCommand, type CommandLine, examples, exitCodes, UsageFailure } from "./command-line.ts";
import { importReading } from "./import-reading.ts";
import { documentOf, importSummary, misprintsInWords } from "./import-summary.ts";
import { plainText } from "./plain-option.ts";
import { columnMapping, type TableOptions, tableChoices } from "./table-options.ts";

export const addImport: AddCommand = (program, line) => {
	program
		.command("import <path...>")
		.description("import metadata (.ndjson, .jsonl, .csv, .xlsx) and pictures (.zip, folders, files), mixed")
		.option("--batch <tag>", "source_batch of the pictures", DEFAULT_BATCH)
		.option("--ownership <tag>", "attribution tag of the pictures")
		.option("--uploaded-by <name>", "name of the person importing")
		.option("--existing-only", "skip products that are not in the catalogue")
		.option("--replace", "replace the scopes that are given, null removes one (the default)")
		.option("--merge", "given values win, the others stay; null and empty cells erase nothing")
		.option("--fill", "only fill in what products lack (the default with --from)")
		.option("--keep-edited", "keep values that a person edited in the pages")
		.option(
			"--absent <what>",
			"products that an earlier delivery of the same mapping had and this one lacks: leave, mark or remove",
		)
		.option("--exact", "take barcodes literally, instead of finding products with other leading zeros")
		.option(
			"--from <source>",
			"read files of another database: openfoodfacts (.jsonl or .csv, optionally .gz)",
		)
		.option("--map <column=field...>", "field for a column of a table, such as brandName=info.brand")
		.option("--mapping <file>", "YAML file of such mappings, one `COLUMN: FIELD` per line")
		.option("--encoding <name>", "encoding of the tables, such as windows-1255, instead of the detected one")
		.option("--delimiter <character>", "character between the cells of CSV files, or tab")
		.option("--sheet <name>", "name or number of the sheet of workbooks that holds the products")
		.option("--fetch-pictures", "fetch pictures from the addresses in image_front_url and image_back_url")
		.option("--dry-run", "report what would be done, show ten products as served, and change nothing")
		.addHelpText(
			...examples(
				"import products.ndjson pictures.zip --batch spring --ownership studio",
				"import photos/ --dry-run",
				"import openfoodfacts-products.jsonl.gz --from openfoodfacts --existing-only",
			),
		)
		.action((paths: string[], options) =>
			line.withNewInstallation((installation) => importPaths(line, installation, paths, options)),
		);
};

async function importPaths(
	line: CommandLine,
	installation: Installation,
	paths: string[],
	options: ImportOptions,
): Promise<void> {
	const config = line.config();
	const bar = progressBar();
	const choices = tableChoices(options);
	const mapping = await columnMapping(paths, options.map ?? [], options.mapping, choices);
	const { format, watch, additions } = importReading(options.from, { ...choices, mapping });
	const order: ImportOrder = {
		paths,
		format,
		...orderOf(options, mapping),
		fetchPicture: options.fetchPictures === true ? guardedGet(config) : undefined,
		watermark: await readWatermark(installation.db, config.images),
		sizesPx: config.images.sizesPx,
		uploadOffsetMinutes: config.images.uploadOffsetMinutes,
		accountId: null,
		holdsUpServer: () => !installation.db.traits.locksRows && isServed(dataPaths(config).serverLock),
	};
	const report = await (order.dryRun
		? importAll(installation, order, { ...watch, progress: bar.show })
		: importWithHistory(installation, order, {
				...watch,
				progress: bar.show,
				onSurveyed: warnOfMisprints(line),
			})
	).finally(bar.end);
	const more = additions(report);
	const editors = await emailsOf(
		installation.db.read,
		report.valuesEdited.first.map(({ edit }) => edit.accountId),
	);
	line.print({ ...documentOf(report, order.dryRun, editors), ...more.document }, [
		...importSummary(report, order, editors),
		...more.lines,
	]);
	if (report.refused.length > 0) line.exitWith(exitCodes.partlyRefused);
}

interface ImportOptions extends TableOptions {
	readonly map?: readonly string[];
	readonly mapping?: string;
	readonly fetchPictures?: boolean;
	readonly batch?: string;
	readonly ownership?: string;
	readonly uploadedBy?: string;
	readonly existingOnly?: boolean;
	readonly exact?: boolean;
	readonly keepEdited?: boolean;
	readonly absent?: string;
	readonly dryRun?: boolean;
	readonly from?: string;
	readonly replace?: boolean;
	readonly merge?: boolean;
	readonly fill?: boolean;
}

/** What the options say about an import. @throws UsageFailure for those that do not fit */
function orderOf(options: ImportOptions, mapping: Mapping | undefined) {
	return {
		batch: plainText("--batch", options.batch) ?? DEFAULT_BATCH,
		ownership: plainText("--ownership", options.ownership) ?? null,
		uploadedBy: plainText("--uploaded-by", options.uploadedBy) ?? null,
		existingOnly: options.existingOnly === true,
		mode: importMode(options),
		exact: options.exact === true,
		keepsEdited: options.keepEdited === true,
		delivery: deliveryChoice(options.absent, mapping),
		dryRun: options.dryRun === true,
	};
}

/** @throws UsageFailure for another word, and without a mapping, by which deliveries are told apart */
function deliveryChoice(given: string | undefined, mapping: Mapping | undefined): ImportOrder["delivery"] {
	const absent = ABSENT_CHOICES.find((each) => each === (given ?? "leave"));
	if (absent === undefined)
		throw new UsageFailure(`--absent takes ${ABSENT_CHOICES.join(", ")}, not "${given}"`);
	if (given !== undefined && mapping === undefined)
		throw new UsageFailure("--absent needs --map or --mapping");
	return mapping && { id: deliveryOf(mapping), absent };
}

/** Says before anything is imported which barcodes are probably misprinted. */
function warnOfMisprints(line: CommandLine): (report: ImportReport) => void {
	return (report) => {
		const misprints = misprintsInWords(report);
		if (misprints !== undefined) line.warn(misprints);
	};
}

function guardedGet({ webhooks }: Config): GuardedGet {
	return createGuardedGet({ rules: webhooks, resolveHost: createResolveHost() });
}

/** Runs an import, recording its progress for running servers to show, and an entry in the history. */
async function importWithHistory(
	installation: Installation,
	order: ImportOrder,
	watch: ImportWatch & { readonly progress: Progress },
): Promise<ImportReport> {
	const { db, clock } = installation;
	const recorded = recordedProgress(db, clock.now);
	const report = emptyReport();
	let last: ImportProgress | null = null;
	const entry = await noteImport(installation, order, report, () => last);
	const progress: Progress = (done) => {
		last = { ...done, atMs: clock.now() };
		watch.progress(done);
		recorded.show(done);
	};
	try {
		const { onChangeSet, signal } = entry;
		await importAll(installation, { ...order, signal }, { ...watch, progress, onChangeSet }, report);
	} catch (fault) {
		// If the store is at fault, the history cannot be written either: report the original fault.
		await entry.end(fault).catch(() => undefined);
		throw fault;
	}
	await recorded.end();
	await entry.end();
	return report;
}

/** @throws UsageFailure when more than one is given. */
function importMode(options: ImportOptions): ImportMode {
	const [mode, ...others] = IMPORT_MODES.filter((each) => options[each] === true);
	if (others.length > 0)
		throw new UsageFailure(
			`${[mode, ...others].map((each) => `--${each}`).join(" and ")} exclude each other`,
		);
	return mode ?? (options.from === undefined ? "replace" : "fill");
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
		show({ share, ...done }) {
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
