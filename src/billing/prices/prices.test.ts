import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { engines, type OpenedEngine } from "../../../test/support/engines.ts";
import { announce } from "../../../test/support/operator.ts";
import type { Database } from "../../platform/db/database.ts";
import { DAY_MS } from "../../platform/time/durations.ts";
import { grantCredits } from "../balances/grant.ts";
import { settle } from "../ledger/settle.ts";
import type { Action } from "./actions.ts";
import { chargeOf } from "./charge.ts";
import { createPriceListRead, type PriceOrder, readPriceList } from "./prices.ts";

describe.each(engines)("$name", ({ open }) => {
	let engine: OpenedEngine;
	beforeAll(async () => {
		engine = await open();
	});
	afterAll(() => engine.close());

	/** Every test uses its own action. */
	function announcer(action: Action, db: Database = engine.db) {
		return (units: number, effectiveAtMs: number, more: Partial<PriceOrder> = {}) =>
			announce(db, { action, units, effectiveAtMs, nowMs: 0, immediately: false, ...more });
	}

	test("a price applies from its exact effective time, and the previous one until then", async () => {
		const announce = announcer("products.head");
		await announce(700, 30 * DAY_MS);
		await announce(900, 40 * DAY_MS);
		const list = await readPriceList(engine.db);
		const at = (ms: number) => list.unitsOf("products.head", ms);
		expect([at(0), at(30 * DAY_MS - 1), at(30 * DAY_MS), at(40 * DAY_MS - 1), at(40 * DAY_MS)]).toEqual([
			500, 500, 700, 700, 900,
		]);
		expect(list.unitsOf("products.get.info", 99 * DAY_MS)).toBe(1000);
	});

	test("announced changes are upcoming until they take effect, soonest first", async () => {
		const action = "metadata.get.per_barcode";
		const announce = announcer(action);
		await announce(900, 240 * DAY_MS);
		await announce(700, 230 * DAY_MS);
		const list = await readPriceList(engine.db);
		expect(list.upcoming(229 * DAY_MS)).toEqual([
			{ action, units: 700, effectiveAtMs: 230 * DAY_MS, announcedAtMs: 0 },
			{ action, units: 900, effectiveAtMs: 240 * DAY_MS, announcedAtMs: 0 },
		]);
		expect(list.upcoming(230 * DAY_MS)).toHaveLength(1);
		expect(list.upcoming(240 * DAY_MS)).toEqual([]);
	});

	test("a price change needs 30 days of notice, to the millisecond", async () => {
		const announce = announcer("metadata.products.list");
		expect(await announce(1, 30 * DAY_MS - 1)).toBe("notice_too_short");
		expect((await readPriceList(engine.db)).unitsOf("metadata.products.list", 99 * DAY_MS)).toBe(1000);
		expect(await announce(1, 30 * DAY_MS)).toBe("set");
	});

	test("a second announcement for the same time replaces the first", async () => {
		const announce = announcer("metadata.fields.catalogue");
		await announce(700, 30 * DAY_MS);
		await announce(800, 30 * DAY_MS);
		const list = await readPriceList(engine.db);
		expect(list.unitsOf("metadata.fields.catalogue", 30 * DAY_MS)).toBe(800);
	});

	test("a price list is at most five seconds old, even when the clock jumps back", async () => {
		const announce = announcer("products.get.info");
		let nowMs = DAY_MS;
		const prices = createPriceListRead(engine.db, { now: () => nowMs });
		const current = async () => (await prices()).unitsOf("products.get.info", DAY_MS);
		await prices();
		await announce(600, 0, { immediately: true });
		expect(await current()).toBe(1000);
		nowMs += 5000;
		expect(await current()).toBe(600);
		await announce(650, 1, { immediately: true });
		nowMs = DAY_MS - 3_600_000;
		expect(await current()).toBe(650);
	});

	test("an immediate price change is allowed only before the first charge; a grant is not a charge", async () => {
		const { db, close } = await open();
		onTestFinished(close);
		const announce = announcer("products.head", db);
		const request = { clientId: "ps_client_first", requestId: "req_1", atMs: 0 };
		await db.write(grantCredits, { ...request, units: 10, note: null });
		expect(await announce(600, 0, { immediately: true })).toBe("set");
		await db.write(settle, {
			...request,
			method: "HEAD",
			route: "",
			status: 200,
			address: "",
			charge: chargeOf([{ action: "products.head", quantity: 1, priceUnits: 10 }]),
		});
		expect(await announce(1, 0, { immediately: true })).toBe("already_charging");
		expect((await readPriceList(db)).unitsOf("products.head", 0)).toBe(600);
	});
});
