import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { verifiedBalance } from "../../../test/support/ledger.ts";
import { clientId } from "../../api/client-id.ts";
import { savedWindows } from "../../api/limits/saved-windows.ts";
import { requestId } from "../../platform/ids.ts";
import { readBalance, readLedger } from "../balances/balance.ts";
import { grantCredits } from "../balances/grant.ts";
import { chargeOf, NO_CHARGE } from "../prices/charge.ts";
import { settle } from "./settle.ts";
import type { Settlement } from "./settlement.ts";

const AT_MS = Date.UTC(2027, 4, 15, 12, 30);

describe.each(engines)("$name", ({ opened }) => {
	const engine = opened();

	async function clientWith(units: number): Promise<string> {
		const id = clientId();
		const grant = { clientId: id, units, note: null, requestId: requestId(AT_MS), atMs: AT_MS };
		await engine.db.write(grantCredits, grant);
		return id;
	}
	function head(client: string, priceUnits: number, more: Partial<Settlement> = {}) {
		return engine.db.write(settle, {
			clientId: client,
			requestId: requestId(AT_MS),
			atMs: AT_MS,
			method: "HEAD",
			route: "/products/:barcode",
			status: 200,
			address: "192.0.2.1",
			charge: chargeOf([{ action: "products.head", quantity: 1, priceUnits }]),
			...more,
		});
	}
	const balanceOf = (client: string) => readBalance(engine.db, client);
	const ledgerOf = (client: string) => readLedger(engine.db, client);
	const auditOf = (client: string) =>
		engine.db.read.selectFrom("audit").selectAll().where("client_id", "=", client).execute();
	const usageOf = (client: string) =>
		engine.db.read
			.selectFrom("usage_hour")
			.select(["action", "hour", "requests", "units"])
			.where("client_id", "=", client)
			.orderBy("action")
			.orderBy("hour")
			.execute();

	test("a charge debits the balance and names request, action and price in the ledger", async () => {
		const client = await clientWith(10_000);
		const outcome = await head(client, 500, { requestId: "req_charged" });
		expect(outcome).toMatchObject({ paid: true, balanceUnits: 9500 });
		const [, charge] = await ledgerOf(client);
		expect(charge).toMatchObject({
			kind: "charge",
			units: -500,
			balance_after: 9500,
			request_id: "req_charged",
			at: AT_MS,
			note: null,
		});
		expect(JSON.parse(charge!.detail)).toEqual([{ action: "products.head", quantity: 1, price_units: 500 }]);
	});

	test("the last unit can be spent, one more cannot, and a refusal leaves only an audit row", async () => {
		const client = await clientWith(500);
		expect(await head(client, 501)).toMatchObject({ paid: false, balanceUnits: 500 });
		expect(await ledgerOf(client)).toHaveLength(1);
		expect(await head(client, 500)).toMatchObject({ paid: true, balanceUnits: 0 });
		expect((await auditOf(client)).map(({ status, units }) => [status, units])).toEqual([
			[402, 0],
			[200, 500],
		]);
	});

	test("a free request is audited without a ledger row, even without any balance", async () => {
		const client = clientId();
		expect(await head(client, 0, { charge: NO_CHARGE, status: 404 })).toMatchObject({
			paid: true,
			balanceUnits: 0,
		});
		expect(await ledgerOf(client)).toEqual([]);
		expect(await auditOf(client)).toMatchObject([{ status: 404, units: 0, address: "192.0.2.1" }]);
	});

	test("of many concurrent charges exactly those are paid that the balance covers", async () => {
		const client = await clientWith(1000);
		const outcomes = await Promise.all(Array.from({ length: 50 }, () => head(client, 30)));
		expect(outcomes.filter((outcome) => outcome.paid)).toHaveLength(33);
		expect(await balanceOf(client)).toBe(10);
		expect(verifiedBalance(await ledgerOf(client))).toBe(10);
	});

	test("a client without credits does not hold up other clients", async () => {
		const [poor, rich] = [await clientWith(0), await clientWith(1000)];
		const [refused, paid] = await Promise.all([head(poor, 1), head(rich, 1)]);
		expect([refused.paid, paid.paid]).toEqual([false, true]);
	});

	test("after any charges and grants, balance = sum of the ledger, and the chain verifies", async () => {
		const step = fc.record({ price: fc.nat(400), grant: fc.integer({ min: -500, max: 500 }) });
		await fc.assert(
			fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
				const client = await clientWith(300);
				const grant = (units: number) =>
					engine.db.write(grantCredits, {
						clientId: client,
						units,
						note: "any",
						requestId: "req_any",
						atMs: AT_MS,
					});
				await Promise.all(steps.flatMap(({ price, grant: units }) => [head(client, price), grant(units)]));
				const balance = await balanceOf(client);
				expect(balance).toBeGreaterThanOrEqual(0);
				expect(verifiedBalance(await ledgerOf(client))).toBe(balance);
			}),
			{ numRuns: 15 },
		);
	});

	test("usage adds up by hour and action; the empty action counts the requests", async () => {
		const client = await clientWith(10_000);
		const later = { atMs: AT_MS + 3_600_000 };
		const charge = chargeOf([
			{ action: "products.get.info", quantity: 1, priceUnits: 1000 },
			{ action: "products.get.per_image", quantity: 2, priceUnits: 2500 },
		]);
		await Promise.all([head(client, 500), head(client, 500), head(client, 99_999)]);
		await head(client, 0, { ...later, charge });
		const hour = Date.UTC(2027, 4, 15, 12);
		expect(await usageOf(client)).toEqual([
			{ action: "", hour, requests: 3, units: 1000 },
			{ action: "", hour: hour + 3_600_000, requests: 1, units: 6000 },
			{ action: "products.get.info", hour: hour + 3_600_000, requests: 1, units: 1000 },
			{ action: "products.get.per_image", hour: hour + 3_600_000, requests: 1, units: 5000 },
			{ action: "products.head", hour, requests: 2, units: 1000 },
		]);
	});

	test("request counters are saved as well, and the newest of a batch wins", async () => {
		const client = await clientWith(0);
		expect(await savedWindows(engine.db, client)).toBeUndefined();
		const counts = (minute_count: number) => ({ minute: 60_000, minute_count, day: 0, day_count: 10 });
		await Promise.all([1, 2, 3].map((count) => head(client, 0, { windows: counts(count) })));
		expect(await savedWindows(engine.db, client)).toEqual(counts(3));
	});
});
