import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS } from "../../src/platform/time/durations.ts";
import type { RouteName } from "../../src/routes.ts";
import type { Browser } from "../../test/support/portal.ts";
import { runSql, type Settings } from "../administration/filling.ts";
import { onBothEngines } from "../both-engines.ts";
import { signedIn } from "../caller.ts";
import type { Figure } from "../figure.ts";
import { BARCODE, keySql } from "../filled-key.ts";
import { LEDGER_DAYS, ledgerSql, ledgerStart } from "../filled-ledger.ts";
import { middleTime } from "../listing-times.ts";
import { signedInPerson } from "../person.ts";
import { ports, startPackshot } from "../processes.ts";
import type { Stage } from "../stage.ts";
import { type Row, withAim } from "./row.ts";

/** The requests behind each page of a key that has made as many charged calls as the stage says, on both engines: after a start, and repeatedly. */
export const pagesRow: Row = {
	name: "pages",
	measure: (stage) => onBothEngines("pages", (engine, settings) => measureOn(stage, engine, settings)),
};

const LONGEST_MS = 500;

async function measureOn(
	{ folder, pace, entries }: Stage,
	engine: string,
	settings: Settings,
): Promise<Figure[]> {
	const data = join(folder, `pages-${engine}`);
	mkdirSync(data);
	const person = await signedInPerson(data, ports.pages, settings);
	const begun = await startPackshot(data, ports.pages, settings);
	const caller = await signedIn(data, ports.pages, ["--credits", "0", "--owner", person.email], settings);
	await begun.stop();
	const clientId = caller.credentials.client_id;
	const nowMs = Date.now();
	await runSql(data, settings, [
		...ledgerSql(clientId, entries, nowMs, BARCODE),
		...keySql(clientId, entries, nowMs),
	]);
	let slowest: Visits = { name: "", firstMs: 0, againMs: 0 };
	const pages = pagesOf(clientId, nowMs, entries);
	for (const page of pages) {
		const visits = await visitsTo(page, { data, settings }, person, pace.rounds);
		console.error(
			`${page.name}, ${engine}: ${visits.firstMs.toFixed(0)} ms, again ${visits.againMs.toFixed(0)} ms`,
		);
		if (longest(visits) > longest(slowest)) slowest = visits;
	}
	const figure = {
		what: `slowest of ${pages.length} pages of a key of ${entries.toLocaleString("en")} calls, ${engine}, first after a start: ${slowest.name}`,
		measured: slowest.firstMs,
		unit: "ms",
		beside: { what: "again", measured: slowest.againMs },
	};
	return [withAim(figure, `≤ ${LONGEST_MS} ms`, longest(slowest) <= LONGEST_MS)];
}

/** How long a page took when it was first opened after a start, and later. */
interface Visits {
	readonly name: string;
	readonly firstMs: number;
	readonly againMs: number;
}

function longest({ firstMs, againMs }: Visits): number {
	return Math.max(firstMs, againMs);
}

async function visitsTo(
	page: Page,
	{ data, settings }: { readonly data: string; readonly settings: Settings },
	person: Browser,
	rounds: number,
): Promise<Visits> {
	const server = await startPackshot(data, ports.pages, settings);
	try {
		const firstMs = (await visit(person, page)).milliseconds;
		const againMs = await middleTime(() => visit(person, page), Math.max(3, rounds));
		return { name: page.name, firstMs, againMs };
	} finally {
		await server.stop();
	}
}

interface Ask {
	readonly name: RouteName;
	readonly query?: Record<string, string>;
}

interface Page {
	readonly name: string;
	readonly clientId: string;
	/** Requests that it makes concurrently. */
	readonly asks: readonly Ask[];
}

async function visit(person: Browser, { clientId, asks }: Page): Promise<{ milliseconds: number }> {
	const startedAt = performance.now();
	const answers = await Promise.all(
		asks.map(({ name, query }) =>
			person.ask(name, { path: { client_id: clientId }, ...(query ? { query } : {}) }),
		),
	);
	for (const { status, text } of answers)
		if (status !== 200) throw new Error(`a page answered ${status}: ${text}`);
	return { milliseconds: performance.now() - startedAt };
}

/** Each page with its usual requests; distant pages, filters and long ranges count as separate pages. */
function pagesOf(clientId: string, nowMs: number, entries: number): Page[] {
	const day = (days: number) => new Date(ledgerStart(nowMs) + days * DAY_MS).toISOString().slice(0, 10);
	const last = (days: number) => ({ from: day(LEDGER_DAYS - days + 1), to: day(LEDGER_DAYS) });
	// Every thousandth entry is a grant.
	const lastPage = String(Math.floor((entries * 0.999) / 100));
	const key = "GET /keys/{client_id}" as const;
	const frame: Ask[] = [{ name: "GET /session" }, { name: key }];
	const page = (name: string, ...asks: Ask[]) => ({ name, clientId, asks: [...frame, ...asks] });
	const calls = (query: Record<string, string> = {}): Ask => ({ name: `${key}/calls`, query });
	const ledger = (query: Record<string, string> = {}): Ask => ({ name: `${key}/ledger`, query });
	const usage = (query: Record<string, string>): Ask => ({ name: `${key}/usage`, query });
	const spending = (by: string, days: number): Ask => ({
		name: `${key}/spending`,
		query: { by, ...last(days) },
	});
	return [
		page("home", { name: "GET /overview" }, { name: "GET /keys" }),
		page("overview", calls({ limit: "8" }), { name: `${key}/refusals` }, usage({ ...last(30) })),
		page("calls", calls(), { name: `${key}/refusals` }),
		page("calls of a barcode that was never called", calls({ barcode: "4011" })),
		page("calls refused, of a day long ago", calls({ outcome: "error", from: day(20), to: day(20) })),
		page("ledger", ledger()),
		page("ledger, last page of its charges", ledger({ kind: "charge", page: lastPage, per_page: "100" })),
		page("usage of 90 days", usage({ ...last(90) }), spending("brand", 90)),
		page("usage of a year by prefix", usage({ ...last(365) }), spending("prefix", 365)),
		page("products bought", { name: `${key}/bought` }),
		page("administration", { name: "GET /admin/overview" }, { name: "GET /admin/clients" }),
		page("another price", {
			name: "GET /admin/prices/impact",
			query: { action: "products.get.info", price: "0.01" },
		}),
	];
}
