import fc from "fast-check";
import { CompiledQuery, type KyselyPlugin } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines, everyEngine, type OpenedEngine } from "../../../test/support/engines.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { readLedger } from "../balances/balance.ts";
import { grantCredits } from "../balances/grant.ts";
import { chargeOf } from "../prices/charge.ts";
import { ledgerDaysSum } from "./ledger-days.ts";
import { type LedgerRow, ledgerPage, ledgerRows } from "./ledger-page.ts";
import type { LedgerFilter } from "./ledger-span.ts";
import { catchUpSum } from "./ledger-sum.ts";
import { settle } from "./settle.ts";

const START_MS = Date.UTC(2027, 4, 1);
const KINDS = [undefined, "charge", "grant", "top_up", "reversal"] as const;

/** Arrival times of entries, in the order in which they were charged: around midnights, now and then a day out of order. */
const arrivals = fc.array(
	fc.record({
		dayOffset: fc.constantFrom(0, 0, 0, 0, 0, -1, 1),
		isGrant: fc.constantFrom(false, false, false, true),
	}),
	{ minLength: 1, maxLength: 60 },
);
type Arrivals = readonly { readonly dayOffset: number; readonly isGrant: boolean }[];

describe.each(engines)("$name", ({ open }) => {
	let engine: OpenedEngine;
	let clients = 0;
	beforeAll(async () => {
		engine = await open();
	});
	afterAll(() => engine.close());

	/** A ledger that covers several days, with 7 entries each, of which the first half is counted. */
	async function filled(entries: Arrivals): Promise<string> {
		const clientId = `client_${clients++}`;
		const half = entries.length >> 1;
		const first = { clientId, units: 1_000_000, note: null, requestId: "first", atMs: START_MS };
		await engine.db.write(grantCredits, first);
		const write = async ({ dayOffset, isGrant }: Arrivals[number], place: number) => {
			const atMs = START_MS + (Math.floor(place / 7) + 1 + dayOffset) * DAY_MS + place;
			const requestId = `request_${place}`;
			if (isGrant) return engine.db.write(grantCredits, { ...first, requestId, atMs });
			const charge = chargeOf([{ action: "products.head", quantity: 1, priceUnits: 5 }]);
			const asked = { method: "HEAD", route: "/products/:barcode", status: 200, address: "192.0.2.1" };
			return engine.db.write(settle, { clientId, requestId, atMs, charge, ...asked });
		};
		await Promise.all(entries.slice(0, half).map(write));
		if (half > 0) await catchUpSum(engine.db, ledgerDaysSum, [clientId], START_MS);
		await Promise.all(entries.slice(half).map((entry, place) => write(entry, half + place)));
		return clientId;
	}

	function wanted(rows: readonly LedgerRow[], { startMs = 0, endMs = Infinity, kind }: LedgerFilter) {
		return rows
			.filter(({ at }) => at >= startMs && at < endMs)
			.filter((row) => kind === undefined || row.kind === kind)
			.reverse();
	}

	async function expectPages(clientId: string, all: readonly LedgerRow[], filter: LedgerFilter) {
		const expected = wanted(all, filter);
		for (const perPage of [1, 5]) {
			const found: LedgerRow[] = [];
			for (let page = 1; page <= Math.ceil(expected.length / perPage) + 1; page++) {
				const { rows, total } = await ledgerPage(engine.db, clientId, filter, { page, perPage });
				expect(total).toBe(expected.length);
				found.push(...rows);
			}
			expect(found.map(({ seq }) => seq)).toEqual(expected.map(({ seq }) => seq));
		}
		for (const order of ["newest first", "oldest first"] as const) {
			const streamed: LedgerRow[] = [];
			for await (const rows of ledgerRows(engine.db, clientId, filter, order)) streamed.push(...rows);
			if (order === "oldest first") streamed.reverse();
			expect(streamed).toEqual(expected);
		}
	}

	test("pages for any filter hold exactly its rows, newest first, for any mix of days and kinds", async () => {
		await fc.assert(
			fc.asyncProperty(
				arrivals,
				fc.nat(6),
				fc.nat(4),
				fc.constantFrom(...KINDS),
				async (entries, fromDay, days, kind) => {
					const clientId = await filled(entries);
					const all = await readLedger(engine.db, clientId);
					const startMs = START_MS + fromDay * DAY_MS;
					const endMs = startMs + days * DAY_MS;
					await expectPages(clientId, all, { kind });
					await expectPages(clientId, all, { startMs, kind });
					await expectPages(clientId, all, { startMs, endMs, kind });
				},
			),
			{ numRuns: 12 },
		);
	});

	test("a client without a ledger has no pages", async () => {
		expect(await ledgerPage(engine.db, "nobody", {}, { page: 1, perPage: 5 })).toEqual({
			rows: [],
			total: 0,
		});
	});
});

/** A page that counted the rows, or skipped those before it, would take seconds at ten million. */
describe.each(everyEngine.filter(({ name }) => name === "SQLite"))("on $name", ({ open }) => {
	test.each<[string, LedgerFilter]>([
		["no filter", {}],
		["a day", { startMs: START_MS, endMs: START_MS + DAY_MS }],
		["charges", { kind: "charge" }],
		["grants", { kind: "grant" }],
		["charges of a day", { startMs: START_MS, endMs: START_MS + DAY_MS, kind: "charge" }],
	])("%s: each statement finds its rows by number", async (_, filter) => {
		const engine = await open();
		try {
			const first = { clientId: "c", units: 1_000_000, note: null, requestId: "first", atMs: START_MS };
			await engine.db.write(grantCredits, first);
			const charge = chargeOf([{ action: "products.head", quantity: 1, priceUnits: 5 }]);
			const asked = { method: "HEAD", route: "/products/:barcode", status: 200, address: "192.0.2.1" };
			for (let place = 0; place < 40; place++) {
				const atMs = START_MS + place;
				await engine.db.write(settle, { clientId: "c", requestId: `${place}`, atMs, charge, ...asked });
			}
			const statements: CompiledQuery[] = [];
			const scan = engine.db.scan.withPlugin(recorder(engine.db.scan, statements));
			await ledgerPage({ ...engine.db, scan } as Database, "c", filter, { page: 4, perPage: 10 });
			const plans = await Promise.all(statements.map((statement) => planOf(engine.db.read, statement)));
			expect(plans.flat().filter((plan) => !BY_NUMBER.test(plan) && plan !== BY_DAY)).toEqual([]);
			// The newest rows are counted by day as they are read.
			expect(plans.filter((plan) => plan.includes(BY_DAY))).toHaveLength(1);
			const upperBounds = statements.map(({ sql }) => sql.match(/"seq" <=/g)?.length ?? 0);
			expect(Math.max(...upperBounds)).toBe(1);
			const counts = plans
				.filter((_, place) => statements[place]?.sql.includes("count("))
				.filter((plan) => !plan.includes(BY_DAY))
				.flat();
			expect(counts.filter((plan) => !plan.includes("ledger_not_charged"))).toEqual([]);
			const offsets = statements
				.filter(({ sql }) => sql.includes("offset"))
				.map(({ parameters }) => parameters.at(-1));
			expect(Math.max(0, ...(offsets as number[]))).toBeLessThanOrEqual(filter.kind === "grant" ? 30 : 0);
		} finally {
			await engine.close();
		}
	});
});

const BY_NUMBER =
	/^SEARCH (ledger_day USING INDEX \S+ \(balance_key=\?\)|ledger USING INDEX sqlite_autoindex_ledger_1 \(balance_key=\? AND seq>\? AND seq<\?\)|ledger USING (COVERING )?INDEX ledger_not_charged \(balance_key=\? AND kind=\? AND seq>\? AND seq<\?\))$/;

const BY_DAY = "USE TEMP B-TREE FOR GROUP BY";

function recorder(tx: Tx, statements: CompiledQuery[]): KyselyPlugin {
	return {
		transformQuery({ node, queryId }) {
			statements.push(tx.getExecutor().compileQuery(node, queryId));
			return node;
		},
		transformResult: async ({ result }) => result,
	};
}

async function planOf(tx: Tx, { sql, parameters }: CompiledQuery): Promise<string[]> {
	const { rows } = await tx.executeQuery<{ detail: string }>(
		CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]),
	);
	return rows.map(({ detail }) => detail);
}
