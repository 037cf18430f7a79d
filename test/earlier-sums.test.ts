import { expect, test } from "vitest";
import { waitingAlerts } from "../src/billing/balances/alerts.ts";
import { noteCapAlerts } from "../src/billing/balances/cap-alerts.ts";
import { grantCredits } from "../src/billing/balances/grant.ts";
import { noteLowBalances } from "../src/billing/balances/low-balance.ts";
import { checkLedger } from "../src/billing/ledger/check-ledger.ts";
import { ledgerHash } from "../src/billing/ledger/ledger.ts";
import { ledgerDaysSum } from "../src/billing/ledger/ledger-days.ts";
import { ledgerPage } from "../src/billing/ledger/ledger-page.ts";
import { catchUpSum } from "../src/billing/ledger/ledger-sum.ts";
import { checkSpending } from "../src/billing/pages/spending/count-spending.ts";
import { readSpending } from "../src/billing/pages/spending/read-spending.ts";
import type { LedgerTable } from "../src/billing/tables.ts";
import { addUpDays } from "../src/billing/usage/add-up-days.ts";
import { readRefusals } from "../src/billing/usage/calls.ts";
import { checkDays } from "../src/billing/usage/check-days.ts";
import { checkUsage } from "../src/billing/usage/check-usage.ts";
import { createDayHistory } from "../src/billing/usage/day-history.ts";
import { readProductSpending } from "../src/billing/usage/product-spending.ts";
import { readUsedByClients } from "../src/billing/usage/used-by-clients.ts";
import { checkBought } from "../src/orders/bought/check-bought.ts";
import type { Database } from "../src/platform/db/database.ts";
import { DAY_MS, HOUR_MS } from "../src/platform/time/durations.ts";
import { migratedRows } from "./support/earlier-rows.ts";

/** Alerts and sums of earlier versions are carried over, and go on. */

const DAY = Date.UTC(2027, 4, 10);
const MONTH = Date.UTC(2027, 4, 1);

const client = (id: string, balance: number, mark: number | null, cap: number | null = null) => [
	`insert into client (client_id, name, tier, key_hash, key_version, allowlist, locks, barcode_prefixes, brands, departments,
		multi_use_urls, watermark, mark_seed, created_at, low_balance_units)
		values ('${id}', '${id}', 'full', '', 1, '[]', '{}', '[]', '[]', '[]', 0, 'none', '${"0".repeat(64)}', 1, ${mark})`,
	`insert into balance (balance_key, balance_id, units, ledger_seq, ledger_hash) values ('${id}', 'bal_${id}', ${balance}, 0, '')`,
	`insert into balance_member (client_id, balance_key, daily_cap_units) values ('${id}', '${id}', ${cap})`,
];

test("low balances and reached shares of caps are remembered, and those to be notified still are", async () => {
	const db = await migratedRows("0064-spending-alerts", [
		...client("told", 400, 500),
		...client("silent", 300, 600),
		...client("raised", 900, 500),
		...client("capped", 1000, null, 100),
		"insert into low_balance (client_id, since) values ('told', 100), ('silent', 200)",
		`insert into low_balance_crossing (crossing_id, client_id, at, balance_units, mark_units, mail_waits, webhook_waits, expires_at)
			values ('low_told', 'told', 100, 400, 500, 1, 0, 900), ('low_raised', 'raised', 50, 450, 500, 0, 1, 800)`,
		`insert into usage_hour (client_id, hour, action, requests, units) values ('capped', ${DAY}, '', 1, 85)`,
		`insert into cap_alert (client_id, span, start, cap_units, percent, at, spent_units, mail_waits, expires_at)
			values ('capped', 'day', ${DAY}, 100, 50, ${DAY}, 85, 0, ${DAY * 2}), ('capped', 'day', ${DAY}, 100, 80, ${DAY}, 85, 1, ${DAY * 2})`,
	]);
	const alerts = () =>
		db.read
			.selectFrom("spending_alert")
			.select(["client_id", "kind", "start", "limit_units", "percent", "at", "units"])
			.select(["mail_waits", "webhook_waits", "expires_at"])
			.orderBy("at")
			.orderBy("percent")
			.execute();
	const low = { kind: "low_balance", start: null, percent: null };
	const share = { client_id: "capped", kind: "day", start: DAY, limit_units: 100, at: DAY, units: 85 };
	const carried = [
		{ ...low, client_id: "raised", at: 50, limit_units: 500, units: 450, mail_waits: 0, webhook_waits: 1 },
		{ ...low, client_id: "told", at: 100, limit_units: 500, units: 400, mail_waits: 1, webhook_waits: 0 },
		{ ...low, client_id: "silent", at: 200, limit_units: 600, units: 300, mail_waits: 0, webhook_waits: 0 },
		{ ...share, percent: 50, mail_waits: 0, webhook_waits: 0 },
		{ ...share, percent: 80, mail_waits: 1, webhook_waits: 0 },
	];
	const expiries = [800, null, null, DAY * 2, DAY * 2];
	const expected = carried.map((alert, place) => ({ ...alert, expires_at: expiries[place] }));
	expect(await alerts()).toEqual(expected);
	const waiting = await waitingAlerts(db.read, "mail_waits", 10);
	expect(waiting.map(({ client_id }) => client_id)).toEqual(["told", "capped"]);

	const clock = { now: () => DAY + HOUR_MS };
	await noteLowBalances(db, clock);
	await noteCapAlerts(db, clock);
	expect(await alerts()).toEqual(expected);
	const raise = { clientId: "told", units: 1000, note: null, requestId: "raise", atMs: clock.now() };
	await db.write(grantCredits, raise);
	expect((await alerts()).find(({ client_id }) => client_id === "told")?.expires_at).toBeGreaterThan(DAY);
});

const DETAIL = '[{"action":"products.get.info","quantity":1,"price_units":90}]';

/** A ledger of a grant and three charges, of which two are for a product. */
function ledgerRows(): LedgerTable[] {
	const rows = [
		{ at: DAY - DAY_MS, kind: "grant", units: 1000, detail: "[]", barcode: null } as const,
		...[0, 1, 30].map((hours, place) => ({
			at: DAY + hours * HOUR_MS,
			kind: "charge" as const,
			units: -90,
			detail: DETAIL,
			barcode: place < 2 ? "4011" : null,
		})),
	];
	let [hash, balance] = ["", 0];
	return rows.map((row, place) => {
		balance += row.units;
		const of = { balance_key: "buyer", client_id: "buyer", note: null, balance_after: balance };
		const entry = { ...row, ...of, seq: place + 1, request_id: `req_${place}` };
		hash = ledgerHash(hash, entry);
		return { ...entry, hash };
	});
}

const quoted = (value: string | number | null) => (typeof value === "string" ? `'${value}'` : String(value));
const inserted = (table: string, rows: readonly object[]) =>
	rows.map(
		(row) =>
			`insert into ${table} (${Object.keys(row).join()}) values (${Object.values(row).map(quoted).join()})`,
	);

async function withSums(): Promise<Database> {
	const ledger = ledgerRows();
	const last = ledger.at(-1);
	const sums = ["brand", "prefix", "none"].flatMap((grouped_by) => {
		const name = { brand: "Dole", prefix: "4011", none: "" }[grouped_by] ?? "";
		const each = { client_id: "buyer", grouped_by, name };
		const of = grouped_by === "none" ? { start: DAY + DAY_MS, charges: 1 } : { start: DAY, charges: 2 };
		const row = { ...each, charges: of.charges, units: of.charges * 90 };
		return [
			{ ...row, span: "day", start: of.start },
			{ ...row, span: "month", start: MONTH },
		];
	});
	const used = { client_id: "buyer", requests: 1, units: 90 };
	const hours = ledger.slice(1).flatMap(({ at: hour }) => [
		{ ...used, hour, action: "" },
		{ ...used, hour, action: "products.get.info" },
	]);
	return migratedRows("0064-spending-alerts", [
		...client("buyer", 730, null),
		...inserted("ledger", ledger),
		`update balance set ledger_seq = 4, ledger_hash = '${last?.hash}'`,
		...inserted("ledger_day", [
			{ balance_key: "buyer", day: DAY - DAY_MS, entries: 1, first_seq: 1, last_seq: 1 },
			{ balance_key: "buyer", day: DAY, entries: 2, first_seq: 2, last_seq: 3 },
			{ balance_key: "buyer", day: DAY + DAY_MS, entries: 1, first_seq: 4, last_seq: 4 },
		]),
		...inserted("usage_hour", [...hours, { ...used, hour: DAY + 5 * HOUR_MS, action: "", units: 0 }]),
		...inserted("usage_day", [
			{ client_id: "buyer", day: DAY, action: "", requests: 3, units: 180 },
			{ client_id: "buyer", day: DAY, action: "products.get.info", requests: 2, units: 180 },
		]),
		...inserted("refusal_day", [{ client_id: "buyer", day: DAY, error: "not_found", requests: 1 }]),
		...inserted("day_total", [
			{ day: DAY, requests: 3, units: 180, refusals: '[{"error":"not_found","requests":1}]' },
		]),
		...inserted("spending", sums),
		...inserted("product_spending", [
			{
				client_id: "buyer",
				day: DAY,
				barcode: "4011",
				charges: 2,
				units: 180,
				expires_at: DAY + 130 * DAY_MS,
			},
		]),
		...inserted(
			"bought_product",
			[{ client_id: "buyer", barcode: "4011", search_text: "4011", scopes: 1, variants: 0 }].map((row) => ({
				...row,
				first_at: DAY,
				last_at: DAY + HOUR_MS,
			})),
		),
		...inserted("sum_progress", [
			{ sum: "spending", balance_key: "buyer", ledger_seq: 4 },
			{ sum: "reads", balance_key: "buyer", ledger_seq: 4 },
		]),
	]);
}

test("sums of usage, spending and ledgers are carried over whole, pass the checks, and go on", async () => {
	const db = await withSums();
	const nowMs = DAY + 2 * DAY_MS;
	const faults = async () => [
		...(await checkLedger(db)).faults,
		...(await checkUsage(db, { nowMs: nowMs + 9 * DAY_MS, auditDays: 1 })).faults,
		...(await checkDays(db)).faults,
		...(await checkSpending(db)).faults,
		...(await checkBought(db)).faults,
	];
	expect(await faults()).toEqual([]);
	const span = { startMs: DAY, endMs: DAY + DAY_MS };
	expect(await readSpending(db, "buyer", "brand", { ...span, nowMs })).toEqual({
		names: [{ name: "Dole", charges: 2, units: 180 }],
		noProduct: { charges: 0, units: 0 },
		uncounted: 0,
	});
	const month = { startMs: MONTH, endMs: Date.UTC(2027, 5, 1), nowMs };
	expect(await readSpending(db, "buyer", "prefix", month)).toMatchObject({
		names: [{ name: "4011", units: 180 }],
		noProduct: { units: 90 },
	});
	expect(await readProductSpending(db, ["buyer"], span, { limit: 5 })).toMatchObject([
		{ barcode: "4011", charges: 2, units: 180 },
	]);
	const refusals = [{ error: "not_found", requests: 1 }];
	expect(await readRefusals(db, ["buyer"], DAY)).toEqual(refusals);
	expect(await readUsedByClients(db, "products.get.info", span)).toMatchObject([{ requests: 2, units: 180 }]);
	const { days } = await createDayHistory(db)(nowMs);
	expect(days.find(({ dayMs }) => dayMs === DAY)?.totals).toEqual({ requests: 3, units: 180, refusals });

	const raise = { clientId: "buyer", units: 1, note: null, requestId: "raise", atMs: nowMs - 1 };
	await db.write(grantCredits, raise);
	const pageOf = () => ledgerPage(db, "buyer", { startMs: DAY + DAY_MS }, { page: 1, perPage: 5 });
	expect((await pageOf()).rows.map(({ seq }) => seq)).toEqual([5, 4]);
	await catchUpSum(db, ledgerDaysSum, ["buyer"], nowMs);
	expect((await pageOf()).rows.map(({ seq }) => seq)).toEqual([5, 4]);
	await addUpDays(db, { now: () => nowMs + HOUR_MS });
	expect(await faults()).toEqual([]);
});
