import { describe, expect, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { clientId } from "../../api/client-id.ts";
import { requestId } from "../../platform/ids.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { settle } from "../ledger/settle.ts";
import { chargeOf, NO_CHARGE } from "../prices/charge.ts";
import { readBalance, readLedger } from "./balance.ts";
import { readSpendingCaps } from "./caps.ts";
import { grantCredits } from "./grant.ts";

const MIDNIGHT = Date.UTC(2027, 4, 15);
const NEXT_MONTH = Date.UTC(2027, 5, 1);
const CAP = 10_000;

describe.each(engines)("on $name, a client with a cap", ({ opened }) => {
	const engine = opened();

	/** @param caps by day and by month */
	async function richClient(daily: number | null, monthly: number | null = null): Promise<string> {
		const id = clientId();
		const order = { note: null, requestId: requestId(MIDNIGHT), atMs: MIDNIGHT };
		await engine.db.write(grantCredits, { clientId: id, units: 1_000_000, ...order });
		await capAt(id, daily, monthly);
		return id;
	}
	const capAt = (client: string, daily: number | null, monthly: number | null) =>
		engine.execute(
			`update balance_member set daily_cap_units = ${daily}, monthly_cap_units = ${monthly} where client_id = '${client}'`,
		);
	function spend(client: string, units: number, atMs = MIDNIGHT) {
		return engine.db.write(settle, {
			clientId: client,
			requestId: requestId(MIDNIGHT),
			atMs,
			method: "HEAD",
			route: "/products/:barcode",
			status: 200,
			address: "192.0.2.1",
			charge:
				units === 0 ? NO_CHARGE : chargeOf([{ action: "products.head", quantity: 1, priceUnits: units }]),
		});
	}
	const refusedBy = (span: "day" | "month", leftUnits: number) => ({
		paid: false,
		reachedCap: { span, leftUnits },
	});

	test("spends up to its cap and not a unit more; free calls still work", async () => {
		const client = await richClient(CAP);
		expect(await spend(client, CAP - 500)).toMatchObject({ paid: true });
		expect(await spend(client, 501)).toEqual({
			paid: false,
			status: 402,
			error: "insufficient_credits",
			debitedUnits: 0,
			balanceUnits: 1_000_000 - CAP + 500,
			reachedCap: { span: "day", leftUnits: 500 },
		});
		expect(await spend(client, 500)).toMatchObject({ paid: true });
		expect(await spend(client, 1)).toMatchObject(refusedBy("day", 0));
		expect(await spend(client, 0)).toMatchObject({ paid: true });
		expect(await readBalance(engine.db, client)).toBe(1_000_000 - CAP);
	});

	test.each([
		["day", CAP, null],
		["month", null, CAP],
	])("by %s spends no more than it on 50 concurrent charges", async (_span, daily, monthly) => {
		const client = await richClient(daily, monthly);
		const outcomes = await Promise.all(Array.from({ length: 50 }, () => spend(client, 700)));
		expect(outcomes.filter(({ paid }) => paid)).toHaveLength(14);
		const charges = (await readLedger(engine.db, client)).filter(({ kind }) => kind === "charge");
		expect(charges.reduce((sum, { units }) => sum - units, 0)).toBe(9800);
	});

	test("has its cap reset at midnight UTC, and not within the same day", async () => {
		const client = await richClient(CAP);
		await spend(client, CAP, MIDNIGHT + DAY_MS - 1);
		expect(await spend(client, 1, MIDNIGHT)).toMatchObject({ paid: false });
		expect(await spend(client, CAP, MIDNIGHT + DAY_MS)).toMatchObject({ paid: true });
		expect(await spend(client, 1, MIDNIGHT + DAY_MS)).toMatchObject({ paid: false });
	});

	test("by month counts what it spent before the cap, and starts over with the month, by arrival", async () => {
		const client = await richClient(null);
		await spend(client, 4000, MIDNIGHT - 3 * DAY_MS);
		await spend(client, 5000);
		await capAt(client, null, CAP);
		expect(await spend(client, 1001)).toMatchObject(refusedBy("month", 1000));
		expect(await spend(client, 999)).toMatchObject({ paid: true });
		expect(await spend(client, CAP, NEXT_MONTH)).toMatchObject({ paid: true });
		expect(await spend(client, 2, NEXT_MONTH - 1)).toMatchObject(refusedBy("month", 1));
		expect(await spend(client, 1, NEXT_MONTH - 1)).toMatchObject({ paid: true });
		expect(await readSpendingCaps(engine.db, client, MIDNIGHT)).toEqual({
			day: { limitUnits: null, spentUnits: 5999 },
			month: { limitUnits: CAP, spentUnits: CAP },
		});
	});

	test("of both kinds is refused by the day's first", async () => {
		const client = await richClient(300, 400);
		expect(await spend(client, 401)).toMatchObject(refusedBy("day", 300));
		expect(await spend(client, 300)).toMatchObject({ paid: true });
		expect(await spend(client, 101, MIDNIGHT + DAY_MS)).toMatchObject(refusedBy("month", 100));
	});

	test("does not limit other clients, nor itself once the cap is raised; a cap of 0 refuses every charge", async () => {
		const [client, other] = [await richClient(0), await richClient(3 * CAP)];
		expect(await spend(client, 1)).toMatchObject(refusedBy("day", 0));
		await capAt(client, null, 0);
		expect(await spend(client, 1)).toMatchObject(refusedBy("month", 0));
		await capAt(client, CAP, null);
		await spend(client, CAP);
		const inputs = [spend(client, 5), spend(other, 2 * CAP)];
		expect((await Promise.all(inputs)).map(({ paid }) => paid)).toEqual([false, true]);
		await capAt(client, CAP + 5, null);
		expect(await spend(client, 5)).toMatchObject({ paid: true });
	});

	test("is refused for an empty balance before it is refused for the cap", async () => {
		const client = await richClient(CAP);
		expect(await spend(client, 1_000_001)).toEqual({
			paid: false,
			status: 402,
			error: "insufficient_credits",
			debitedUnits: 0,
			balanceUnits: 1_000_000,
		});
	});
});
