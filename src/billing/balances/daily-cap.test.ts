import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines, type OpenedEngine } from "../../../test/support/engines.ts";
import { clientId } from "../../clients/policy/client-id.ts";
import { requestId } from "../../platform/ids.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { settle } from "../ledger/settle.ts";
import type { Settlement } from "../ledger/settlement.ts";
import { chargeOf, NO_CHARGE } from "../prices/charge.ts";
import { readBalance, readLedger } from "./balance.ts";
import { grantCredits } from "./grant.ts";

const MIDNIGHT = Date.UTC(2027, 4, 15);
const CAP = 10_000;

describe.each(engines)("on $name, a client with a daily cap", ({ open }) => {
	let engine: OpenedEngine;
	beforeAll(async () => {
		engine = await open();
	});
	afterAll(() => engine.close());

	async function richClient(): Promise<string> {
		const id = clientId();
		const grant = {
			clientId: id,
			units: 1_000_000,
			note: null,
			requestId: requestId(MIDNIGHT),
			atMs: MIDNIGHT,
		};
		await engine.db.write(grantCredits, grant);
		return id;
	}
	function spend(client: string, units: number, more: Partial<Settlement> = {}) {
		return engine.db.write(settle, {
			clientId: client,
			requestId: requestId(MIDNIGHT),
			atMs: MIDNIGHT,
			method: "HEAD",
			route: "/products/:barcode",
			status: 200,
			address: "192.0.2.1",
			charge:
				units === 0 ? NO_CHARGE : chargeOf([{ action: "products.head", quantity: 1, priceUnits: units }]),
			dailyCapUnits: CAP,
			...more,
		});
	}

	test("spends up to its cap and not a unit more; free calls still work", async () => {
		const client = await richClient();
		expect(await spend(client, CAP - 500)).toMatchObject({ paid: true });
		expect(await spend(client, 501)).toEqual({
			paid: false,
			status: 402,
			error: "insufficient_credits",
			debitedUnits: 0,
			balanceUnits: 1_000_000 - CAP + 500,
			leftOfCap: 500,
		});
		expect(await spend(client, 500)).toMatchObject({ paid: true });
		expect(await spend(client, 1)).toMatchObject({ paid: false, leftOfCap: 0 });
		expect(await spend(client, 0)).toMatchObject({ paid: true });
		expect(await readBalance(engine.db, client)).toBe(1_000_000 - CAP);
	});

	test("spends no more than its cap on 50 concurrent charges", async () => {
		const client = await richClient();
		const outcomes = await Promise.all(Array.from({ length: 50 }, () => spend(client, 700)));
		expect(outcomes.filter(({ paid }) => paid)).toHaveLength(14);
		const charges = (await readLedger(engine.db, client)).filter(({ kind }) => kind === "charge");
		expect(charges.reduce((sum, { units }) => sum - units, 0)).toBe(9800);
	});

	test("has its cap reset at midnight UTC, and not within the same day", async () => {
		const client = await richClient();
		await spend(client, CAP, { atMs: MIDNIGHT + DAY_MS - 1 });
		expect(await spend(client, 1, { atMs: MIDNIGHT })).toMatchObject({ paid: false });
		expect(await spend(client, CAP, { atMs: MIDNIGHT + DAY_MS })).toMatchObject({ paid: true });
		expect(await spend(client, 1, { atMs: MIDNIGHT + DAY_MS })).toMatchObject({ paid: false });
	});

	test("does not limit other clients, nor itself once the cap is raised; a cap of 0 refuses every charge", async () => {
		const [client, other] = [await richClient(), await richClient()];
		expect(await spend(client, 1, { dailyCapUnits: 0 })).toMatchObject({ paid: false, leftOfCap: 0 });
		await spend(client, CAP);
		const inputs = [spend(client, 5), spend(other, 2 * CAP, { dailyCapUnits: 3 * CAP })];
		expect((await Promise.all(inputs)).map(({ paid }) => paid)).toEqual([false, true]);
		expect(await spend(client, 5, { dailyCapUnits: CAP + 5 })).toMatchObject({ paid: true });
	});

	test("is refused for an empty balance before it is refused for the cap", async () => {
		const client = clientId();
		expect(await spend(client, CAP + 1)).toEqual({
			paid: false,
			status: 402,
			error: "insufficient_credits",
			debitedUnits: 0,
			balanceUnits: 0,
		});
	});
});
