import { writeFileSync } from "node:fs";
import { availableParallelism, cpus, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { writeBetweenMarkers } from "../scripts/write-between-markers.ts";
import { VERSION } from "../src/version.ts";
import { type Figure, figureTable, type Unmeasured } from "./figure.ts";
import { administrationRow } from "./rows/administration.ts";
import { archiveRow } from "./rows/archive.ts";
import { clicksRow } from "./rows/clicks.ts";
import { costRows } from "./rows/costs.ts";
import { feedRow } from "./rows/feed.ts";
import { imageRows } from "./rows/images.ts";
import { ledgerRow } from "./rows/ledger.ts";
import { listRows } from "./rows/lists.ts";
import { millionRow } from "./rows/million.ts";
import { ordersRow } from "./rows/orders.ts";
import { pagesRow } from "./rows/pages.ts";
import { postgresRow } from "./rows/postgres.ts";
import { readRows } from "./rows/reads.ts";
import type { Row } from "./rows/row.ts";
import { searchRow } from "./rows/search.ts";
import { serviceRows } from "./rows/service.ts";
import { quickPace, usualPace } from "./side-by-side.ts";
import { openStage, type Stage } from "./stage.ts";

/*
 * `npm run bench`: all performance figures in one table, in about half an hour on two cores.
 *
 *   --only NAME,NAME   only these rows
 *   --quick            one short round of each: checks that it works, not how fast
 *   --json FILE        stores the figures
 *   --entries N        rows of the long ledger and of the log of events, 10,000,000 otherwise
 *   --million FOLDER   stores the large catalogue there, or reuses it
 *   --document         writes the table into docs/performance.md
 */
const ALL_ROWS = [
	...readRows,
	...costRows,
	...listRows,
	...imageRows,
	...serviceRows,
	postgresRow,
	millionRow,
	ledgerRow,
	pagesRow,
	clicksRow,
	administrationRow,
	feedRow,
	searchRow,
	ordersRow,
	archiveRow,
];

const { values: options } = parseArgs({
	options: {
		only: { type: "string" },
		json: { type: "string" },
		entries: { type: "string", default: "10000000" },
		million: { type: "string" },
		quick: { type: "boolean", default: false },
		document: { type: "boolean", default: false },
	},
});

const rows = chosenRows(options.only);
// If interrupted, still stop its servers and remove its folders.
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
const startedAt = new Date();
const stage = openStage(
	options.quick ? quickPace : usualPace,
	chosenEntries(options.entries),
	options.million,
);
const figures: (Figure | Unmeasured)[] = [];
try {
	for (const row of rows) figures.push(...(await measured(row, stage)));
} finally {
	await stage.close();
}
report();
// The table is complete: do not wait for anything that a row left running.
process.exit(figures.some((figure) => "failed" in figure) ? 1 : 0);

function chosenRows(only: string | undefined): readonly Row[] {
	if (only === undefined) return ALL_ROWS;
	const wanted = only.split(",");
	const known = ALL_ROWS.map(({ name }) => name);
	const unknown = wanted.filter((name) => !known.includes(name));
	if (unknown.length > 0) {
		console.error(`no row "${unknown.join('", "')}"; there are: ${known.join(", ")}`);
		process.exit(2);
	}
	return ALL_ROWS.filter(({ name }) => wanted.includes(name));
}

function chosenEntries(text: string): number {
	const entries = Number(text);
	if (Number.isSafeInteger(entries) && entries >= 100_000) return entries;
	console.error("--entries takes a whole number of 100,000 or more");
	process.exit(2);
}

/** A row that fails does not affect the others. */
async function measured(row: Row, stage: Stage): Promise<readonly (Figure | Unmeasured)[]> {
	const rowStartedAt = performance.now();
	const found = await row.measure(stage).catch((fault: unknown) => {
		console.error(fault);
		const failed = fault instanceof Error ? (fault.message.split("\n")[0] ?? "") : String(fault);
		return [{ what: row.name, failed }];
	});
	const seconds = (performance.now() - rowStartedAt) / 1000;
	console.error(`${row.name}: ${seconds.toFixed(0)} s`);
	return found;
}

function report(): void {
	const seconds = Math.round((Date.now() - startedAt.getTime()) / 1000);
	const machine = {
		processor: cpus()[0]?.model ?? "",
		processors: availableParallelism(),
		bytes: totalmem(),
	};
	const text = `${figureTable(figures)}\n\n${[
		`Packshot ${VERSION}, Node.js ${process.version}, ${machine.processors} × ${machine.processor},`,
		`${startedAt.toISOString().slice(0, 10)}, measured in ${seconds} s.`,
	].join(" ")}`;
	console.log(`\n${text}`);
	if (options.document) writeBetweenMarkers("../docs/performance.md", "bench", text);
	if (options.json === undefined) return;
	const document = { version: VERSION, node: process.version, machine, startedAt, seconds, figures };
	writeFileSync(options.json, `${JSON.stringify(document, undefined, "\t")}\n`);
}
