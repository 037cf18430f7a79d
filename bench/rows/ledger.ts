import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS } from "../../src/platform/time/durations.ts";
import type { Browser } from "../../test/support/portal.ts";
import { runSql, type Settings } from "../administration/filling.ts";
import { onBothEngines } from "../both-engines.ts";
import { type Caller, signedIn } from "../caller.ts";
import type { Figure } from "../figure.ts";
import { LEDGER_DAYS, ledgerSql, ledgerStart } from "../filled-ledger.ts";
import { middleTime } from "../listing-times.ts";
import type { LatencyMs } from "../load/job.ts";
import { load } from "../load/load.ts";
import { signedInPerson } from "../person.ts";
import { ports, startPackshot } from "../processes.ts";
import type { Stage } from "../stage.ts";
import { atMost, type Row } from "./row.ts";

/** Pages of a ledger with as many entries as the stage says, as the portal requests them, and the latency of other requests meanwhile, on both engines. */
export const ledgerRow: Row = {
	name: "ledger",
	measure: (stage) => onBothEngines("ledger", (engine, settings) => measureOn(stage, engine, settings)),
};

const PER_PAGE = 100;
const LONGEST_PAGE_MS = 50;
/** Well below capacity: this looks for waiting, not for the peak rate. */
const CHARGES_PER_SECOND = 200;
const LOAD_SECONDS = 5;

async function measureOn(
	{ folder, pace, entries }: Stage,
	engine: string,
	settings: Settings,
): Promise<Figure[]> {
	const data = join(folder, `ledger-${engine}`);
	mkdirSync(data);
	const person = await signedInPerson(data, ports.ledger, settings);
	const server = await startPackshot(data, ports.ledger, settings);
	try {
		const caller = await signedIn(data, ports.ledger, ["--credits", "0", "--owner", person.email], settings);
		await runSql(data, settings, ledgerSql(caller.credentials.client_id, entries, Date.now()));
		// Filling blocks this thread: let it notice first which connections the server has closed meanwhile.
		await sleep(500);
		return await figuresOf(engine, person, caller, pace.rounds, entries);
	} finally {
		await server.stop();
	}
}

async function figuresOf(
	engine: string,
	person: Browser,
	caller: Caller,
	rounds: number,
	entries: number,
): Promise<Figure[]> {
	const pages = pagesOf(person, caller.credentials.client_id, entries);
	let slowest = { name: "", ms: 0 };
	for (const { name, ask } of pages) {
		const ms = await middleTime(ask, Math.max(3, rounds));
		if (ms > slowest.ms) slowest = { name, ms };
	}
	const quiet = await chargesBeside(caller, async () => undefined);
	let asked = 0;
	const busy = await chargesBeside(caller, async () => {
		await pages[asked++ % pages.length]?.ask();
	});
	const ledger = `ledger of ${entries.toLocaleString("en")}, ${engine}`;
	return [
		atMost(LONGEST_PAGE_MS, {
			what: `slowest of ${pages.length} pages, ${ledger}: ${slowest.name}`,
			measured: slowest.ms,
			unit: "ms",
		}),
		{
			what: `${CHARGES_PER_SECOND} charges a second beside page upon page, ${ledger}: p99`,
			measured: busy.charges.p99,
			unit: "ms",
			latency: busy.charges,
			beside: { what: "alone", measured: quiet.charges.p99, latency: quiet.charges },
			errors: busy.errors,
		},
		{
			what: `/health beside them, ${ledger}: slowest`,
			measured: busy.healthMs,
			unit: "ms",
			beside: { what: "without pages", measured: quiet.healthMs },
		},
	];
}

interface Page {
	readonly name: string;
	ask(): Promise<{ milliseconds: number }>;
}

/** The first, middle and last page for every kind of filter. */
function pagesOf(person: Browser, clientId: string, entries: number): Page[] {
	const startMs = ledgerStart(Date.now());
	const day = (days: number) => new Date(startMs + days * DAY_MS).toISOString().slice(0, 10);
	const perDay = entries / LEDGER_DAYS;
	const filters: [name: string, query: Record<string, string>, rows: number][] = [
		["all", {}, entries],
		["charges", { kind: "charge" }, entries * 0.999],
		["grants", { kind: "grant" }, entries / 1000],
		["a day", { from: day(200), to: day(200) }, perDay],
		["300 days", { from: day(50), to: day(349) }, 300 * perDay],
		["charges of 300 days", { from: day(50), to: day(349), kind: "charge" }, 300 * perDay * 0.999],
		["grants of 300 days", { from: day(50), to: day(349), kind: "grant" }, 0.3 * perDay],
		["top-ups", { kind: "top_up" }, 1],
	];
	return filters.flatMap(([name, query, rows]) => {
		const last = Math.max(1, Math.floor(rows / PER_PAGE));
		return [1, Math.ceil(last / 2), last].map((page) => ({
			name: `${name}, page ${page}`,
			ask: () => asked(person, clientId, { ...query, page: String(page), per_page: String(PER_PAGE) }),
		}));
	});
}

async function asked(
	person: Browser,
	client_id: string,
	query: Record<string, string>,
): Promise<{ milliseconds: number }> {
	const startedAt = performance.now();
	const answer = await person.ask("GET /keys/{client_id}/ledger", { path: { client_id }, query });
	if (answer.status !== 200) throw new Error(`a page answered ${answer.status}: ${answer.text}`);
	return { milliseconds: performance.now() - startedAt };
}

/** Charges at a steady rate, and health checks, while something else is repeated. */
async function chargesBeside(
	caller: Caller,
	work: () => Promise<void>,
): Promise<{ charges: LatencyMs; errors: number; healthMs: number }> {
	let isOver = false;
	let healthMs = 0;
	const working = (async () => {
		while (!isOver) {
			await work();
			await sleep(1);
		}
	})();
	const checking = (async () => {
		while (!isOver) {
			healthMs = Math.max(healthMs, (await caller.call("/health")).milliseconds);
			await sleep(20);
		}
	})();
	const { latency, errors } = await load({
		port: ports.ledger,
		seconds: LOAD_SECONDS,
		requestsPerSecond: CHARGES_PER_SECOND,
		requests: { method: "GET", headers: caller.authorization, paths: ["/api/v1/metadata-fields"] },
	});
	isOver = true;
	await Promise.all([working, checking]);
	return { charges: latency, errors, healthMs };
}
