import { Webhook } from "standardwebhooks";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { testClock } from "../../../test/support/clock.ts";
import { engines } from "../../../test/support/engines.ts";
import { SECOND_MS } from "../../platform/time/durations.ts";
import { keys, settle, webhooksOn } from "../send/webhooks.fixture.ts";
import { OVERLAP_MS } from "./secrets.ts";
import { removeOwnWebhook } from "./store.ts";

describe.each(engines)("$name", ({ open }) => {
	async function setUp() {
		const clock = testClock();
		const { db, close } = await open(clock);
		onTestFinished(close);
		const hooks = webhooksOn(db, clock);
		const clientId = await hooks.client();
		return { db, clientId, ...hooks };
	}

	const signatures = (headers: Readonly<Record<string, string>>) =>
		(headers["webhook-signature"] ?? "").split(" ");

	test("setting the webhook again creates a new secret; the previous one also signs for 24 hours", async () => {
		const { clock, change, set, node, row, clientId } = await setUp();
		const former = await set(clientId);
		const current = await set(clientId);
		expect(current).not.toBe(former);
		const { sender, sent } = node();
		const next = async (barcode: string) => {
			await change({ barcode, info: { brand: "A" } });
			await settle(sender);
			return sent.at(-1)!;
		};
		const both = await next("1001");
		expect(signatures(both.headers)).toHaveLength(2);
		const verifying = { ...both.headers, "webhook-timestamp": both.headers["webhook-timestamp"]! };
		vi.useFakeTimers({ now: clock.now(), toFake: ["Date"] });
		for (const secret of [current, former]) new Webhook(secret).verify(both.body, verifying);
		vi.useRealTimers();
		clock.advance(OVERLAP_MS);
		expect(signatures((await next("1002")).headers)).toHaveLength(1);
		expect((await row(clientId))?.secret).not.toContain(current.slice(6));
	});

	test("at most five secrets sign, however often the webhook is set", async () => {
		const { change, set, node, clientId } = await setUp();
		for (let time = 0; time < 9; time++) await set(clientId);
		const { sender, sent } = node();
		await change({ barcode: "1001", info: { brand: "A" } });
		await settle(sender);
		expect(signatures(sent[0]!.headers)).toHaveLength(5);
	});

	test("removing the webhook and setting it again drops its earlier secrets", async () => {
		const { db, change, set, node, clientId } = await setUp();
		await set(clientId);
		expect(await db.write(removeOwnWebhook, { clientId })).toBe(true);
		expect(await db.write(removeOwnWebhook, { clientId })).toBe(false);
		await set(clientId);
		const { sender, sent } = node();
		await change({ barcode: "1001", info: { brand: "A" } });
		await settle(sender);
		expect(signatures(sent[0]!.headers)).toHaveLength(1);
	});

	test("re-seals a secret under the previous key when it is used; one under neither key disables the webhook", async () => {
		const { clock, change, set, node, row, switchedOff, clientId } = await setUp();
		const secret = await set(clientId);
		const [rotated, again] = [Buffer.alloc(32, 3), Buffer.alloc(32, 4)];
		const once = node(undefined, [rotated, keys[0]]);
		await change({ barcode: "1001", info: { brand: "A" } });
		await settle(once.sender);
		const twice = node(undefined, [again, rotated]);
		clock.advance(SECOND_MS);
		await change({ barcode: "1002", info: { brand: "A" } });
		await settle(twice.sender);
		vi.useFakeTimers({ now: clock.now(), toFake: ["Date"] });
		new Webhook(secret).verify(twice.sent[0]!.body, twice.sent[0]!.headers);
		vi.useRealTimers();
		const stranger = node();
		clock.advance(SECOND_MS);
		await change({ barcode: "1003", info: { brand: "A" } });
		await settle(stranger.sender);
		expect(stranger.sent).toEqual([]);
		expect(switchedOff).toEqual(["secret_unreadable"]);
		expect(await row(clientId)).toMatchObject({ active: 0, last_failure_reason: "secret_unreadable" });
	});
});
