import { describe, expect, onTestFinished, test } from "vitest";
import { testClock } from "../../../test/support/clock.ts";
import { engines } from "../../../test/support/engines.ts";
import { noteLowBalances } from "../../billing/balances/low-balance.ts";
import { type Sent, settle, webhooksOn } from "./webhooks.fixture.ts";

describe.each(engines)("$name", ({ open }) => {
	async function setUp() {
		const clock = testClock();
		const { db, execute, close } = await open(clock);
		onTestFinished(close);
		const hooks = webhooksOn(db, clock);
		const clientId = await hooks.client();
		/** The balance is 0, so setting a mark makes it low. */
		const fall = async () => {
			hooks.clock.advance(2000);
			await execute(`update client set low_balance_units = 500000 where client_id = '${clientId}'`);
			await execute(`update spending_alert set expires_at = 1 where client_id = '${clientId}'`);
			await noteLowBalances(db, hooks.clock);
		};
		return { db, clientId, fall, ...hooks };
	}
	const typesOf = (sent: readonly Sent[]) => sent.map(({ body }) => JSON.parse(body).type);

	test("a balance falling below its mark sends one event, from one of several nodes", async () => {
		const { clock, clientId, fall, set, node, faults } = await setUp();
		await set(clientId);
		const [one, other] = [node(), node()];
		await fall();
		await Promise.all([settle(one.sender), settle(other.sender)]);
		clock.advance(2000);
		await Promise.all([settle(one.sender), settle(other.sender)]);
		const [event, ...more] = [...one.sent, ...other.sent];
		expect(more).toEqual([]);
		expect(JSON.parse(event?.body ?? "")).toEqual({
			type: "balance.low",
			timestamp: expect.any(String),
			data: { client_id: clientId, credit_balance: 0, low_balance_credits: 50 },
		});
		expect(event?.id).toMatch(/^evt_[0-9A-Z]{26}$/);
		expect(faults).toEqual([]);
	});

	test("a balance event is retried with its id and body, holds up no change, and is followed by the next", async () => {
		const { clock, clientId, fall, change, set, node, told } = await setUp();
		await set(clientId);
		let refused = "balance.low";
		const { sender, sent } = node(({ body }) =>
			body.includes(refused) ? { status: 500, reason: "server_error_status" } : { status: 200 },
		);
		const rounds = async (count: number) => {
			for (let second = 0; second < count; second++) {
				clock.advance(2000);
				await settle(sender);
			}
		};
		await fall();
		await settle(sender);
		await fall();
		await change({ barcode: "1001", info: { brand: "A" } });
		await rounds(1);
		expect(typesOf(sent)).toEqual(["balance.low", "products.changed"]);
		expect(await told(clientId, sent[1] as Sent)).toEqual(["1001"]);
		refused = "nothing";
		await rounds(4);
		expect(typesOf(sent.slice(2))).toEqual(["balance.low", "balance.low"]);
		expect([sent[2]?.id, sent[2]?.body]).toEqual([sent[0]?.id, sent[0]?.body]);
		expect(sent[3]?.id).not.toBe(sent[2]?.id);
		refused = "products.changed";
		await change({ barcode: "1001", info: { brand: "B" } });
		await rounds(1);
		await fall();
		await rounds(1);
		expect(typesOf(sent.slice(4))).toEqual(["products.changed", "balance.low"]);
	});

	test("sends no event for a drop before the webhook was set, or a day ago while nobody sent", async () => {
		const { clock, clientId, fall, set, node } = await setUp();
		await fall();
		clock.advance(1000);
		await set(clientId);
		const { sender, sent } = node();
		await settle(sender);
		await fall();
		clock.advance(25 * 3_600_000);
		await settle(sender);
		expect(sent).toEqual([]);
	});
});
