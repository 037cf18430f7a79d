import { beforeEach, describe, expect, test } from "vitest";
import { testClock } from "../../../test/support/clock.ts";
import { engines } from "../../../test/support/engines.ts";
import { alerting } from "../../alerts/alerting.fixture.ts";
import { findAlert } from "../../alerts/read.ts";
import { noteLowBalances } from "../../billing/balances/low-balance.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "../../platform/time/durations.ts";
import { WEBHOOK_EVENTS, type WebhookEventName } from "../register/events.ts";
import type { PostOutcome } from "./guarded-post.ts";
import { settle, webhooksOn } from "./webhooks.fixture.ts";

/** Events of kosher alerts (SPEC E12): a queue of their own, and the newest state of each. */

const FAILS: PostOutcome = { status: 500, reason: "server_error_status" };

describe.each(engines)("$name", ({ opened }) => {
	const clock = testClock(Date.UTC(2027, 0, 1));
	const engine = opened(clock);
	const alerts = alerting(() => ({ db: engine.db, clock }));
	let hooks: ReturnType<typeof webhooksOn>;
	let barcodes = 40_000_000;
	beforeEach(() => {
		clock.advance(10 * SECOND_MS);
		hooks = webhooksOn(engine.db, clock);
	});
	async function product(brand = "Alpha"): Promise<string> {
		const barcode = String(++barcodes);
		await hooks.change({ barcode, info: { brand }, hechshers: [{ symbol: "OU" }] });
		return barcode;
	}
	/** A client with a webhook that gets these events, and nothing of what was before. */
	async function hooked(events: readonly WebhookEventName[] | undefined = ["kosher.alert"], brand?: string) {
		const clientId = await hooks.client(brand ? { brands: [brand] } : {});
		await hooks.set(clientId, undefined, events);
		return clientId;
	}
	function node(answering?: Parameters<typeof hooks.node>[0]) {
		const { sender, sent } = hooks.node(answering);
		return {
			async round(afterMs = 1100) {
				clock.advance(afterMs);
				await settle(sender);
			},
			/** What was sent to a client, as `type id`. */
			told: (clientId: string) =>
				sent
					.filter((each) => each.clientId === clientId)
					.map(({ body }) => JSON.parse(body))
					.map(({ type, data }) => (data.alert_id ? `${type} ${data.alert_id}` : type)),
			bodies: (clientId: string) =>
				sent.filter((each) => each.clientId === clientId).map(({ body }) => JSON.parse(body)),
		};
	}

	test("however many wait, changes of products take turns with them", async () => {
		const { round, told } = node();
		const own = await hooked(["products.changed", "kosher.alert"], "Many");
		const barcode = await product("Many");
		for (let count = 0; count < 6; count++) await alerts.publish([barcode]);
		for (let count = 0; count < 3; count++) await round();
		expect(told(own)).toContain("products.changed");
		for (let count = 0; count < 6; count++) await round();
		expect(new Set(told(own)).size).toBe(7);
	});

	test("go to clients that chose them and may see the alert, once for each change", async () => {
		const { round, told, bodies } = node();
		const barcode = await product("Own");
		const [own, stranger, plain] = [
			await hooked(undefined, "Own"),
			await hooked(undefined, "Else"),
			await hooked(["products.changed"]),
		];
		const alertId = await alerts.publish([barcode]);
		await round();
		await alerts.change(alertId, { lots: "L1" });
		await round();
		await alerts.end(alertId, "settled");
		await round();
		await round();
		expect(told(own)).toEqual(Array(3).fill(`kosher.alert ${alertId}`));
		const alert = await findAlert(
			engine.db.read,
			{ barcodePrefixes: [], brands: [], departments: [] },
			alertId,
		);
		expect(bodies(own).at(-1)).toMatchObject({
			type: "kosher.alert",
			data: { alert_id: alertId, kind: "withdrawn", changed_at: alert?.changed_at },
		});
		expect(told(stranger)).toEqual([]);
		expect(told(plain).filter((each) => each !== "products.changed")).toEqual([]);
	});

	test("are not sent where nobody chose them, nor for what was published before they were chosen", async () => {
		const { round, told } = node();
		const barcode = await product();
		const clientId = await hooks.client();
		await hooks.set(clientId);
		await alerts.publish([barcode]);
		await round();
		await hooks.set(clientId, undefined, WEBHOOK_EVENTS);
		await round();
		const next = await alerts.publish([barcode]);
		await round();
		await round();
		expect(told(clientId).filter((each) => each.startsWith("kosher"))).toEqual([`kosher.alert ${next}`]);
	});

	test("wait in a queue of their own, and a waiting one is replaced by the newest state of its alert", async () => {
		let isUp = false;
		const { round, told, bodies } = node(({ body }) =>
			isUp || !body.includes("kosher.alert") ? { status: 200 } : FAILS,
		);
		const barcode = await product();
		const clientId = await hooked(WEBHOOK_EVENTS);
		const alertId = await alerts.publish([barcode]);
		await round();
		await round();
		expect(told(clientId)).toEqual([`kosher.alert ${alertId}`, "products.changed"]);
		const first = (await hooks.row(clientId))?.alert_event_id;
		await alerts.change(alertId, { message: "Newer." });
		const other = await alerts.publish([barcode]);
		isUp = true;
		await round(6 * SECOND_MS);
		await round();
		await round();
		const sent = bodies(clientId).filter(({ type }) => type === "kosher.alert");
		expect(sent.map(({ data }) => data.alert_id)).toEqual([alertId, alertId, other]);
		const alert = await findAlert(
			engine.db.read,
			{ barcodePrefixes: [], brands: [], departments: [] },
			alertId,
		);
		expect(sent[1].data.changed_at).toBe(alert?.changed_at);
		const row = await hooks.row(clientId);
		expect([row?.alert_event_id, row?.alert_retry_at, first === null]).toEqual([null, null, false]);
	});

	test("that wait are dropped once the client may not see their alert any more, and hold up nothing", async () => {
		const { round, told } = node(({ body }) => (body.includes("kosher.alert") ? FAILS : { status: 200 }));
		const brand = "Seen";
		const [seen, left] = [await product(brand), await product(brand)];
		const clientId = await hooked(WEBHOOK_EVENTS, brand);
		const alertId = await alerts.publish([left]);
		await round();
		await round();
		await hooks.change({ barcode: left, info: { brand: "Elsewhere" } });
		await round(6 * SECOND_MS);
		await round();
		await round();
		expect(await hooks.row(clientId)).toMatchObject({ alert_event_id: null, alert_retry_at: null });
		await hooks.change({ barcode: seen, info: { brand, notes: "New." } });
		await round();
		await round();
		expect(told(clientId).at(-1)).toBe("products.changed");
		expect(told(clientId).filter((each) => each === `kosher.alert ${alertId}`)).toHaveLength(1);
	});

	test("are sent after they were chosen again while one was being sent, and nothing else is", async () => {
		let during: (() => Promise<unknown>) | undefined;
		const { round, told } = node(async () => {
			await during?.();
			during = undefined;
			return FAILS;
		});
		const barcode = await product();
		const clientId = await hooked(["kosher.alert"]);
		await alerts.publish([barcode]);
		during = async () => {
			await hooks.set(clientId, undefined, ["balance.low"]);
			await hooks.set(clientId, undefined, ["balance.low", "kosher.alert"]);
		};
		await round();
		await round(6 * SECOND_MS);
		await round();
		expect(told(clientId)).toHaveLength(1);
		const next = await alerts.publish([barcode]);
		await round();
		expect(told(clientId).slice(1)).toEqual([`kosher.alert ${next}`]);
	});

	test("hold up no low balance, and no low balance holds them up: both take turns", async () => {
		const { round, told } = node();
		const barcode = await product();
		const clientId = await hooked(["balance.low", "kosher.alert"]);
		for (let count = 0; count < 5; count++) await alerts.publish([barcode], { message: `Number ${count}.` });
		await engine.execute(`update client set low_balance_units = 500000 where client_id = '${clientId}'`);
		await noteLowBalances(engine.db, clock);
		for (let rounds = 0; rounds < 6; rounds++) await round();
		const types = told(clientId).map((each) => each.split(" ")[0]);
		expect(types.slice(0, 2).sort()).toEqual(["balance.low", "kosher.alert"]);
		expect(types.slice(2)).toEqual(Array(4).fill("kosher.alert"));
	});

	test("alone, that fail for three days without any success, switch the webhook off", async () => {
		const { round } = node(() => FAILS);
		const barcode = await product();
		const clientId = await hooked(["kosher.alert"]);
		await alerts.publish([barcode]);
		for (let passed = 0; passed < 2 * DAY_MS; passed += 6 * HOUR_MS) await round(6 * HOUR_MS);
		expect(await hooks.row(clientId)).toMatchObject({ active: 1 });
		// A newer state of the alert is another message, and begins no new three days.
		const other = await alerts.publish([barcode]);
		for (let passed = 0; passed < 2 * DAY_MS; passed += 6 * HOUR_MS) await round(6 * HOUR_MS);
		await alerts.end(other, "settled");
		await round();
		expect(await hooks.row(clientId)).toMatchObject({ active: 0, alert_event_id: null });
	});

	test("that go on failing switch the webhook off three days after the last success, whatever it was of", async () => {
		const { round, told } = node(({ body }) => (body.includes("kosher.alert") ? FAILS : { status: 200 }));
		const barcode = await product();
		const clientId = await hooked(WEBHOOK_EVENTS);
		await alerts.publish([barcode]);
		await round();
		await round(HOUR_MS);
		await hooks.change({ barcode, info: { brand: "Once" } });
		await round();
		await round();
		expect(told(clientId).at(-1)).toBe("products.changed");
		for (let passed = 0; passed < 3 * DAY_MS; passed += 6 * HOUR_MS) await round(6 * HOUR_MS);
		for (let passed = 0; passed < DAY_MS; passed += 6 * HOUR_MS) await round(6 * HOUR_MS);
		expect(await hooks.row(clientId)).toMatchObject({ active: 0, alert_event_id: null });
	});

	test("that fail for three days switch the webhook off, unless others were delivered", async () => {
		const down = { everything: false };
		const { round } = node(({ body }) =>
			down.everything || body.includes("kosher.alert") ? FAILS : { status: 200 },
		);
		const barcode = await product();
		const clientId = await hooked(WEBHOOK_EVENTS);
		await alerts.publish([barcode]);
		for (let passed = 0; passed < 4 * DAY_MS; passed += 6 * HOUR_MS) {
			await hooks.change({ barcode, info: { brand: `B${passed}` } });
			await round(6 * HOUR_MS);
			await round();
		}
		expect(await hooks.row(clientId)).toMatchObject({ active: 1 });
		down.everything = true;
		for (let passed = 0; passed < 4 * DAY_MS; passed += 6 * HOUR_MS) {
			await hooks.change({ barcode, info: { brand: `C${passed}` } });
			await round(6 * HOUR_MS);
			await round();
		}
		expect(await hooks.row(clientId)).toMatchObject({ active: 0, alert_event_id: null });
	});
});
