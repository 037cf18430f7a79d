import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { changeClient } from "../../clients/pages/changes.ts";
import { defaultPolicy, issueClient } from "../../clients/policy/service.ts";
import { requestId } from "../../platform/ids.ts";
import { DAY_MS, HOUR_MS } from "../../platform/time/durations.ts";
import { balanceOf } from "../balances/balance.ts";
import { checkLedger } from "../ledger/check-ledger.ts";
import { ledgerDaysSum } from "../ledger/ledger-days.ts";
import { catchUpSum } from "../ledger/ledger-sum.ts";
import { settle } from "../ledger/settle.ts";
import { checkSpending, spendingSum } from "../pages/spending/count-spending.ts";
import { chargeOf } from "../prices/charge.ts";
import { aggregateUsage, trimAudit } from "../retention.ts";
import { addUpDays } from "./add-up-days.ts";
import { checkDays } from "./check-days.ts";
import { checkUsage } from "./check-usage.ts";

/** The last day of a month. */
const DAY = Date.UTC(2027, 3, 30);
const hashKeys = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)] as const;

describe.each(engines)("on $name, usage is compared with the ledger", ({ opened }) => {
	const engine = opened();
	let [one, other] = ["", ""];

	const call = (clientId: string, atMs: number, images = 1, priceUnits = 2500) =>
		engine.db.write(settle, {
			clientId,
			requestId: requestId(atMs),
			atMs,
			method: "GET",
			route: "/products/:barcode",
			status: 200,
			address: "192.0.2.1",
			charge: chargeOf([
				{ action: "products.get.info", quantity: 1, priceUnits: 1000 },
				...(images > 0 ? [{ action: "products.get.per_image", quantity: images, priceUnits } as const] : []),
			]),
		});
	const free = (clientId: string, atMs: number) =>
		engine.db.write(settle, {
			clientId,
			requestId: requestId(atMs),
			atMs,
			method: "GET",
			route: "/balance",
			status: 200,
			address: "192.0.2.1",
			charge: chargeOf([]),
		});
	/** Audit rows from the second day on are kept. */
	const retained = { nowMs: DAY + 2 * DAY_MS, auditDays: 4 };
	const actor = (atMs: number) => ({ accountId: null, address: null, requestId: requestId(atMs), atMs });
	const faults = async () => [
		...(await checkUsage(engine.db, retained)).faults.map(
			({ clientId, problem }) => `${clientId}: ${problem}`,
		),
		...(await checkDays(engine.db)).faults,
		...(await checkSpending(engine.db)).faults.map(({ clientId, problem }) => `${clientId}: ${problem}`),
		...(await checkLedger(engine.db)).faults.map(({ balanceKey, problem }) => `${balanceKey}: ${problem}`),
	];
	/** Adds up what was charged. */
	const follow = async () => {
		const clock = { now: () => DAY + 2 * DAY_MS };
		const balanceKeys = (await engine.db.read.selectFrom("balance").select("balance_key").execute()).map(
			({ balance_key }) => balance_key,
		);
		await catchUpSum(engine.db, spendingSum, balanceKeys, clock.now());
		await catchUpSum(engine.db, ledgerDaysSum, balanceKeys, clock.now());
	};

	/** Two clients with some days, of which one was capped, joined the other's balance, and left it again. */
	beforeAll(async () => {
		const issuing = { db: engine.db, clock: { now: () => DAY - 40 * DAY_MS }, hashKeys };
		[one = "", other = ""] = await Promise.all(
			["One", "Other"].map(
				async (name) => (await issueClient(issuing, { ...defaultPolicy, name }, 10_000_000)).clientId,
			),
		);
		const change = (atMs: number, rest: object) =>
			engine.db.write(changeClient, { clientId: one, policy: {}, actor: actor(atMs), ...rest });
		for (const day of [-3, -2, 0, 1]) {
			for (const hour of [0, 7, 7, 23]) {
				const atMs = DAY + day * DAY_MS + hour * HOUR_MS + HOUR_MS - 1;
				await call(one, atMs, hour % 3);
				await call(other, atMs);
				await free(one, atMs);
			}
			if (day === -3) {
				const { balance_id: to } = (await balanceOf(engine.db, other)) ?? { balance_id: "" };
				await change(DAY - DAY_MS, { balance: { to, units: undefined } });
			}
			if (day === -2) await change(DAY - HOUR_MS, { caps: { monthlyCapUnits: 1_000_000 } });
			if (day === 0) await change(DAY + DAY_MS - 1, { balance: { to: "own", units: 1_000_000 } });
		}
		await addUpDays(engine.db, { now: () => DAY + 2 * DAY_MS });
		await follow();
	});

	test("a sound installation has no faults, after retention as before it", async () => {
		expect(await faults()).toEqual([]);
		for (const clientId of [one, other]) {
			await engine.db.write(aggregateUsage, { clientId, beforeMs: DAY - DAY_MS });
			await engine.db.write(trimAudit, { clientId, beforeMs: DAY - 3 * DAY_MS + 8 * HOUR_MS });
		}
		expect(await faults()).toEqual([]);
	});

	test("requests that cost nothing because of their price are in usage alone", async () => {
		await engine.execute(
			`insert into price (action, effective_at, units, announced_at) values ('products.head', ${DAY}, 0, 0)`,
		);
		await engine.db.write(settle, {
			clientId: one,
			requestId: requestId(DAY),
			atMs: DAY,
			method: "HEAD",
			route: "/products/:barcode",
			status: 200,
			address: "192.0.2.1",
			charge: chargeOf([{ action: "products.head", quantity: 1, priceUnits: 0 }]),
		});
		await addUpDays(engine.db, { now: () => DAY + 2 * DAY_MS });
		expect(await faults()).toEqual([]);
	});

	test("an installation that charges meanwhile has no faults", async () => {
		const now = DAY + 2 * DAY_MS;
		const calls = Promise.all(Array.from({ length: 60 }, (_, place) => call(one, now + place)));
		const found = await Promise.all([faults(), follow(), faults(), follow(), faults()]);
		await calls;
		expect(found.flatMap((each) => each ?? [])).toEqual([]);
	});

	const today = DAY + DAY_MS;
	const ofOne = (rest: string) => `client_id = '${one}' and ${rest}`;
	const someHour = () => ofOne(`hour = ${today + 7 * HOUR_MS}`);

	test.each<[what: string, wrong: () => string, mend: () => string, problem: RegExp]>([
		[
			"a raised hour",
			() => `update usage_hour set units = units + 1 where ${someHour()} and action = ''`,
			() => `update usage_hour set units = units - 1 where ${someHour()} and action = ''`,
			/2027-05-01: usage says 14001 units, but the ledger 14000/,
		],
		[
			"credits counted for another action",
			() =>
				`update usage_hour set units = units + case action when 'products.get.info' then 1 else -1 end where ${someHour()} and action <> ''`,
			() =>
				`update usage_hour set units = units - case action when 'products.get.info' then 1 else -1 end where ${someHour()} and action <> ''`,
			/2027-05-01, products.get.info: usage says/,
		],
		[
			"too many requests",
			() => `update usage_hour set requests = requests + 1 where ${someHour()} and action = ''`,
			() => `update usage_hour set requests = requests - 1 where ${someHour()} and action = ''`,
			/the audit log has 8 requests, but usage counts 9/,
		],
		[
			"too many requests for an action",
			() =>
				`update usage_hour set requests = requests + 1 where ${someHour()} and action = 'products.get.info'`,
			() =>
				`update usage_hour set requests = requests - 1 where ${someHour()} and action = 'products.get.info'`,
			/products.get.info: usage counts 5 requests, but the ledger 4/,
		],
		[
			"lowered units in the audit log",
			() =>
				`update audit set units = 0 where ${ofOne(`units > 0 and at = ${today + 8 * HOUR_MS - 1} and request_id = (select min(request_id) from audit where ${ofOne(`units > 0 and at = ${today + 8 * HOUR_MS - 1}`)})`)}`,
			() =>
				`update audit set units = 3500 where ${ofOne(`at = ${today + 8 * HOUR_MS - 1} and units = 0 and route <> '/balance'`)}`,
			/the audit log says 10500 units in 3 requests, but the ledger 14000 in 4/,
		],
		[
			"a changed day",
			() =>
				`update usage_sum set units = units + 1 where ${ofOne(`start = ${DAY} and grouped_by = 'action' and name = 'products.get.info'`)}`,
			() =>
				`update usage_sum set units = units - 1 where ${ofOne(`start = ${DAY} and grouped_by = 'action' and name = 'products.get.info'`)}`,
			/2027-04-30, products.get.info: hours add up to .* but the day says/,
		],
		[
			"raised spending of a client that drew on two balances",
			() =>
				`update usage_sum set units = units + 1 where ${ofOne(`start = ${DAY} and grouped_by = 'none' and span = 'day'`)}`,
			() =>
				`update usage_sum set units = units - 1 where ${ofOne(`start = ${DAY} and grouped_by = 'none' and span = 'day'`)}`,
			/spending without a product by day: \d+1 units in (\d+) charges is stored, but the ledger has \d+0 units in \1 charges/,
		],
		[
			"a charge that counts twice",
			() =>
				`update usage_sum set requests = requests + 1 where ${ofOne(`start = ${today} and grouped_by = 'none' and span = 'month'`)}`,
			() =>
				`update usage_sum set requests = requests - 1 where ${ofOne(`start = ${today} and grouped_by = 'none' and span = 'month'`)}`,
			/spending without a product by month: (\d+) units in \d+ charges is stored, but the ledger has \1 units in \d+ charges/,
		],
		[
			"spending that the ledger does not have",
			() =>
				`insert into usage_sum select client_id, 'brand', span, start, 'Dole', requests, units, expires_at from usage_sum where ${ofOne(`start = ${DAY} and grouped_by = 'none' and span = 'day'`)}`,
			() => `delete from usage_sum where ${ofOne(`name = 'Dole'`)}`,
			/spending by brand and day: \d+ units in 4 charges is stored, but the ledger has nothing/,
		],
		[
			"a changed count of a ledger's day",
			() => `update ledger_day set entries = entries + 1 where balance_key = '${one}' and day = ${today}`,
			() => `update ledger_day set entries = entries - 1 where balance_key = '${one}' and day = ${today}`,
			/rows of 2027-05-01: 5, from \d+ to \d+ is stored, but the ledger has 4, from/,
		],
		[
			"a changed start of a ledger's day",
			() => `update ledger_day set first_seq = first_seq + 1 where balance_key = '${one}' and day = ${today}`,
			() => `update ledger_day set first_seq = first_seq - 1 where balance_key = '${one}' and day = ${today}`,
			/rows of 2027-05-01: 4, from \d+ to \d+ is stored, but the ledger has 4, from/,
		],
		[
			"a day that a ledger does not have",
			() =>
				`insert into ledger_day select balance_key, 0, entries, 1, 1 from ledger_day where balance_key = '${one}' and day = ${today}`,
			() => `delete from ledger_day where day = 0`,
			/rows of 1970-01-01: 4, from 1 to 1 is stored, but the ledger has nothing/,
		],
		[
			"a sum beyond the end of a ledger",
			() =>
				`update sum_progress set ledger_seq = ledger_seq + 100 where balance_key = '${one}' and sum = 'ledger_days'`,
			() =>
				`update sum_progress set ledger_seq = ledger_seq - 100 where balance_key = '${one}' and sum = 'ledger_days'`,
			/charges are added up to row \d+, but the ledger has \d+ rows/,
		],
		[
			"a changed month under a cap",
			() => `update spent_month set units = units - 1 where ${ofOne(`month = ${today}`)}`,
			() => `update spent_month set units = units + 1 where ${ofOne(`month = ${today}`)}`,
			/2027-05: under its cap \d+ units are spent, but usage says \d+/,
		],
	])("%s is reported", async (_what, wrong, mend, problem) => {
		await engine.execute(wrong());
		const found = await faults();
		await engine.execute(mend());
		expect(found).toEqual(
			expect.arrayContaining([expect.stringMatching(new RegExp(`^${one}: .*${problem.source}`))]),
		);
		expect(await faults()).toEqual([]);
	});

	test("a changed total of a day is reported", async () => {
		const total = `where client_id = '' and grouped_by = 'action' and start = ${DAY}`;
		await engine.execute(`update usage_sum set requests = requests - 1 ${total}`);
		const found = await faults();
		await engine.execute(`update usage_sum set requests = requests + 1 ${total}`);
		expect(found).toEqual([
			"2027-04-30: hours add up to 13 requests and 28000 units, but the day says 12 and 28000",
		]);
	});

	test("deleted audit rows of today and yesterday are reported even if none is left", async () => {
		const { faults: sound } = await checkUsage(engine.db, {
			...retained,
			nowMs: retained.nowMs + 90 * DAY_MS,
		});
		expect(sound).toEqual([]);
		await engine.execute(`create table kept as select * from audit where client_id = '${other}'`);
		await engine.execute(`delete from audit where client_id = '${other}'`);
		const found = await faults();
		await engine.execute("insert into audit select * from kept");
		await engine.execute("drop table kept");
		expect(found).toEqual([
			`${other}: 2027-05-01: the audit log says 0 units in 0 requests, but the ledger 14000 in 4`,
		]);
	});

	test("deleted hours and days are reported", async () => {
		await engine.execute(
			`delete from usage_sum where ${ofOne(`start = ${DAY} and grouped_by = 'action' and name <> ''`)}`,
		);
		await engine.execute(
			`delete from usage_hour where ${ofOne(`hour >= ${today} and hour < ${today + DAY_MS}`)}`,
		);
		const found = await faults();
		expect(found).toEqual(
			expect.arrayContaining([
				expect.stringMatching(/2027-04-30, products.get.per_image: hours add up to/),
				expect.stringMatching(/2027-05-01: usage says 0 units, but the ledger 14000/),
			]),
		);
	});
});
