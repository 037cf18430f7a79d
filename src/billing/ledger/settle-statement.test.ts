import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { engines, type OpenedEngine } from "../../../test/support/engines.ts";
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
		dailyCapUnits: fc.option(fc.nat(300), { nil: undefined, freq: 4 }),
	})
	.map(
		({
			client,
			quantity,
			priceUnits,
			status,
			laterMs,
			barcode,
			dailyCapUnits,
		}): Omit<Settlement, "requestId"> => ({
			clientId: CLIENTS[client] ?? "",
			atMs: AT_MS + laterMs,
			method: "GET",
			route: "/products/:barcode",
			status,
			address: "192.0.2.1",
			barcode,
			charge: chargeOf(quantity === 0 ? [] : [{ action: "products.get.per_image", quantity, priceUnits }]),
			...(dailyCapUnits === undefined ? {} : { dailyCapUnits }),
		}),
	);
const batches = fc.array(fc.array(settlement, { minLength: 1, maxLength: 20 }), {
	minLength: 1,
	maxLength: 4,
});
type Batches = readonly (readonly Omit<Settlement, "requestId">[])[];

/** Grants and settles on a separate engine. @returns the answers to the callers, and everything that was written. */
async function run(engine: OpenedEngine, granted: readonly number[], all: Batches) {
	const { db } = engine;
	for (const [index, units] of granted.entries()) {
		const [clientId = "", order] = [CLIENTS[index], { note: null, requestId: `grant_${index}`, atMs: AT_MS }];
		if (units > 0) await db.write(grantCredits, { clientId, units, ...order });
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
		expect(verifiedBalance(ledgers[index] ?? [])).toBe(await readBalance(db, clientId));
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
		.orderBy("client_id")
		.orderBy("day")
		.execute();
	return { outcomes, ledgers, days, audit, usage };
}

async function runOnNew(engine: (typeof engines)[number], granted: readonly number[], all: Batches) {
	const opened = await engine.open();
	try {
		return await run(opened, granted, all);
	} finally {
		await opened.close();
	}
}

if (engines.length < 2) console.info("PostgreSQL is not installed: its statement that settles is not tested");

describe.skipIf(engines.length < 2)("a batch settled in one statement", () => {
	test("returns and writes the same as the transaction of the other engine, hash for hash", async () => {
		const grants = fc.tuple(fc.nat(2000), fc.nat(300), fc.constant(0));
		await fc.assert(
			fc.asyncProperty(grants, batches, async (granted, all) => {
				const [first, ...others] = await Promise.all(
					engines.map((engine) => runOnNew(engine, granted, withSameCap(all))),
				);
				for (const other of others) expect(other).toEqual(first);
			}),
			{ numRuns: repetitions({ gate: 5, long: 20 }) },
		);
	});
});

/** A cap belongs to a client, so all of its inputs carry the same one. Otherwise inputs of one batch would take different paths and overtake each other. */
function withSameCap(all: Batches): Batches {
	return all.map((batch) =>
		batch.map((each) => {
			const capped = batch.find(
				({ clientId, dailyCapUnits }) => clientId === each.clientId && dailyCapUnits !== undefined,
			);
			return capped?.dailyCapUnits === undefined ? each : { ...each, dailyCapUnits: capped.dailyCapUnits };
		}),
	);
}

test("a settlement with a daily cap, an idempotency claim or request counts is left to the transaction", () => {
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
	expect(settleStatement.suits({ ...plain, dailyCapUnits: 0 })).toBe(false);
	expect(settleStatement.suits({ ...plain, claim: {} as NonNullable<Settlement["claim"]> })).toBe(false);
	expect(
		settleStatement.suits({ ...plain, windows: { minute: 0, minuteCount: 1, day: 0, dayCount: 1 } }),
	).toBe(false);
});
