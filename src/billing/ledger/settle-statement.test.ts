import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { everyEngine, type OpenedEngine } from "../../../test/support/engines.ts";
import { verifiedBalance } from "../../../test/support/ledger.ts";
import { repetitions } from "../../../test/support/thoroughness.ts";
import { readBalance, readLedger } from "../balances/balance.ts";
import { grantCredits } from "../balances/grant.ts";
import { chargeOf } from "../prices/charge.ts";
import { settle } from "./settle.ts";
import { settleStatement } from "./settle-statement.ts";
import type { Settlement } from "./settlement.ts";

const AT_MS = Date.UTC(2027, 4, 15, 12, 30);
const CLIENTS = ["a", "b", "c"].map((letter) => `ps_client_${letter.repeat(20)}`);

const settlement = fc
	.record({
		client: fc.nat(CLIENTS.length - 1),
		quantity: fc.nat(3),
		priceUnits: fc.nat(200),
		status: fc.constantFrom(200, 302, 404),
		laterMs: fc.nat(7_200_000),
		barcode: fc.option(fc.constantFrom("4011", "0725272730706"), { nil: undefined }),
	})
	.map(
		({ client, quantity, priceUnits, status, laterMs, barcode }): Omit<Settlement, "requestId"> => ({
			clientId: CLIENTS[client] ?? "",
			atMs: AT_MS + laterMs,
			method: "GET",
			route: "/products/:barcode",
			status,
			address: "192.0.2.1",
			barcode,
			charge: chargeOf(quantity === 0 ? [] : [{ action: "products.get.per_image", quantity, priceUnits }]),
		}),
	);
const batches = fc.array(fc.array(settlement, { minLength: 1, maxLength: 20 }), {
	minLength: 1,
	maxLength: 4,
});
type Batches = readonly (readonly Omit<Settlement, "requestId">[])[];

/** What the clients are granted, their daily caps, and whether the second draws on the balance of the first. */
interface Setting {
	readonly granted: readonly number[];
	readonly caps: readonly (number | null)[];
	readonly isShared: boolean;
}

/** Grants and settles on a separate engine. @returns the answers to the callers, and everything that was written. */
async function run(engine: OpenedEngine, { granted, caps, isShared }: Setting, all: Batches) {
	const { db } = engine;
	for (const [index, units] of granted.entries()) {
		const [clientId = "", order] = [CLIENTS[index], { note: null, requestId: `grant_${index}`, atMs: AT_MS }];
		await db.write(grantCredits, { clientId, units, ...order });
		await engine.execute(
			`update balance_member set daily_cap_units = ${caps[index]} where client_id = '${clientId}'`,
		);
	}
	if (isShared) {
		const [first, second] = CLIENTS;
		await engine.execute(`update balance_member set balance_key = '${first}' where client_id = '${second}'`);
	}
	const outcomes = [];
	for (const [number, batch] of all.entries()) {
		const requests = batch.map((each, place) =>
			db.write(settle, { ...each, requestId: `request_${number}_${place}` }),
		);
		outcomes.push(await Promise.all(requests));
	}
	const ledgers = await Promise.all(CLIENTS.map((clientId) => readLedger(db, clientId)));
	for (const [index, clientId] of CLIENTS.entries()) {
		const isOther = isShared && index === 1;
		if (!isOther) expect(verifiedBalance(ledgers[index] ?? [])).toBe(await readBalance(db, clientId));
	}
	const audit = await db.scan.selectFrom("audit").selectAll().orderBy("request_id").execute();
	const usage = await db.scan
		.selectFrom("usage_hour")
		.selectAll()
		.orderBy("client_id")
		.orderBy("hour")
		.orderBy("action")
		.execute();
	const days = await db.scan
		.selectFrom("ledger_day")
		.selectAll()
		.orderBy("balance_key")
		.orderBy("day")
		.execute();
	return { outcomes, ledgers, days, audit, usage };
}

async function runOnNew(engine: (typeof everyEngine)[number], setting: Setting, all: Batches) {
	const opened = await engine.open();
	try {
		return await run(opened, setting, all);
	} finally {
		await opened.close();
	}
}

if (everyEngine.length < 2)
	console.info("PostgreSQL is not installed: its statement that settles is not tested");

describe.skipIf(everyEngine.length < 2)("a batch settled in one statement", () => {
	test("returns and writes the same as the transaction of the other engine, hash for hash", async () => {
		const settings = fc.record({
			granted: fc.tuple(fc.nat(2000), fc.nat(300), fc.constant(0)),
			caps: fc.array(fc.option(fc.nat(300), { freq: 2 }), { minLength: 3, maxLength: 3 }),
			isShared: fc.boolean(),
		});
		await fc.assert(
			fc.asyncProperty(settings, batches, async (setting, all) => {
				const [first, ...others] = await Promise.all(
					everyEngine.map((engine) => runOnNew(engine, inOrder(setting), all)),
				);
				for (const other of others) expect(other).toEqual(first);
			}),
			{ numRuns: repetitions({ gate: 5, long: 20 }) },
		);
	});
});

/** Of clients that share a balance, none or both have a cap: otherwise inputs of one batch would take different paths and overtake each other. */
function inOrder(setting: Setting): Setting {
	const [first = null, second = null, third = null] = setting.caps;
	const isMixed = setting.isShared && (first === null) !== (second === null);
	return isMixed ? { ...setting, caps: [null, null, third] } : setting;
}

test("a settlement with an idempotency claim or request counts is left to the transaction", () => {
	const plain: Settlement = {
		clientId: CLIENTS[0] ?? "",
		requestId: "request",
		atMs: AT_MS,
		method: "GET",
		route: "/balance",
		status: 200,
		address: "192.0.2.1",
		charge: chargeOf([]),
	};
	expect(settleStatement.suits(plain)).toBe(true);
	expect(settleStatement.suits({ ...plain, claim: {} as NonNullable<Settlement["claim"]> })).toBe(false);
	expect(
		settleStatement.suits({ ...plain, windows: { minute: 0, minute_count: 1, day: 0, day_count: 1 } }),
	).toBe(false);
});
