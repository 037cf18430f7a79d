import { Webhook } from "standardwebhooks";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { testClock } from "../../../test/support/clock.ts";
import { engines } from "../../../test/support/engines.ts";
import { PATIENCE_MS } from "../../../test/support/patience.ts";
import { revokeClient } from "../../clients/policy/store.ts";
import { LEASE_MS } from "../../platform/tasks/lease.ts";
import { HOUR_MS, SECOND_MS } from "../../platform/time/durations.ts";
import { lastAttempts } from "../register/read.ts";
import { removeOwnWebhook } from "../register/store.ts";
import { ATTEMPTS_KEPT } from "../retention.ts";
import type { PostOutcome } from "./guarded-post.ts";
import { heldAnswer, settle, webhooksOn } from "./webhooks.fixture.ts";

const refusing = (): PostOutcome => ({ status: 500, reason: "server_error_status" });

describe.each(engines)("webhook sender on $name", ({ open }) => {
	async function setUp() {
		const clock = testClock();
		const { db, close } = await open(clock);
		onTestFinished(close);
		const hooks = webhooksOn(db, clock);
		const clientId = await hooks.client();
		return { db, clientId, ...hooks };
	}

	test("sends changes as one event whose cursors lead to them, verifiable by the reference library", async () => {
		const { clock, change, set, told, node, clientId } = await setUp();
		vi.useFakeTimers({ now: clock.now(), toFake: ["Date"] });
		onTestFinished(() => void vi.useRealTimers());
		await change({ barcode: "1001", info: { brand: "Before" } });
		const secret = await set(clientId);
		const { sender, sent } = node();
		await settle(sender);
		expect(sent).toEqual([]);
		await change({ barcode: "1002", info: { brand: "A" } }, { barcode: "1003", info: { brand: "B" } });
		await change({ barcode: "1002", info: { brand: "C" } });
		await settle(sender);
		expect(sent).toHaveLength(1);
		const { body, headers, id } = sent[0]!;
		expect(new Webhook(secret).verify(body, headers)).toEqual({
			type: "products.changed",
			timestamp: new Date(clock.now()).toISOString(),
			data: { cursor: expect.stringMatching(/^[\w-]+$/), next_cursor: expect.stringMatching(/^[\w-]+$/) },
		});
		expect(id).toMatch(/^evt_[0-9A-Z]{26}$/);
		expect(headers).toMatchObject({ "content-type": "application/json" });
		expect(await told(clientId, sent[0]!)).toEqual(["1002", "1003", "1002"]);
	});

	test("sends at most one event a second; later changes go into the next, which starts where it ended", async () => {
		const { clock, change, set, told, node, clientId } = await setUp();
		await set(clientId);
		const { sender, sent } = node();
		for (const barcode of ["1001", "1002", "1003"]) {
			await change({ barcode, info: { brand: "A" } });
			await settle(sender);
			clock.advance(300);
		}
		expect(sent).toHaveLength(1);
		clock.advance(SECOND_MS);
		await settle(sender);
		expect(sent).toHaveLength(2);
		expect(await told(clientId, sent[0]!)).toEqual(["1001"]);
		expect(await told(clientId, sent[1]!)).toEqual(["1002", "1003"]);
		clock.advance(HOUR_MS);
		await settle(sender);
		expect(sent).toHaveLength(2);
	});

	test("retries a failed event with its id and body; later changes go into the next event", async () => {
		const { clock, change, set, told, node, row, clientId } = await setUp();
		await set(clientId);
		let isDown = true;
		const { sender, sent } = node(() => (isDown ? refusing() : { status: 204 }));
		await change({ barcode: "1001", info: { brand: "A" } });
		const waits = [0, 5, 300, 1800, 7200];
		for (const [attempt, seconds] of waits.entries()) {
			await change({ barcode: `200${attempt}`, info: { brand: "A" } });
			if (seconds > 0) {
				clock.advance(seconds * SECOND_MS - 1);
				await settle(sender);
				expect(sent).toHaveLength(attempt);
				clock.advance(1);
			}
			await settle(sender);
			expect(sent).toHaveLength(attempt + 1);
		}
		expect(await row(clientId)).toMatchObject({
			active: 1,
			event_failures: 5,
			last_failure_reason: "server_error_status",
		});
		isDown = false;
		clock.advance(5 * HOUR_MS);
		await settle(sender);
		clock.advance(SECOND_MS);
		await settle(sender);
		const retries = sent.slice(0, 6);
		expect(new Set(retries.map(({ id }) => id)).size).toBe(1);
		expect(new Set(retries.map(({ body }) => body)).size).toBe(1);
		expect(new Set(retries.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(6);
		expect(sent).toHaveLength(7);
		expect(await told(clientId, sent[0]!)).toEqual(["1001", "2000"]);
		expect(await told(clientId, sent[6]!)).toEqual(["2001", "2002", "2003", "2004"]);
		expect(await row(clientId)).toMatchObject({ event_id: null, retry_at: null, event_failures: 0 });
	});

	test("switches a webhook off after three days of failures; set again, it starts at the head", async () => {
		const { clock, change, set, test: askTest, told, node, row, switchedOff, clientId } = await setUp();
		await set(clientId);
		let isDown = true;
		const { sender, sent } = node(() => (isDown ? { reason: "connection_failed" } : { status: 200 }));
		await change({ barcode: "1001", info: { brand: "A" } });
		const startMs = clock.now();
		while ((await row(clientId))?.active === 1) {
			expect(clock.now() - startMs).toBeLessThanOrEqual(72 * HOUR_MS);
			await settle(sender);
			const { retry_at } = (await row(clientId))!;
			if (retry_at !== null) clock.set(retry_at);
		}
		expect(sent).toHaveLength(12);
		expect(clock.now() - startMs).toBeGreaterThanOrEqual(72 * HOUR_MS - SECOND_MS);
		expect(switchedOff).toEqual(["connection_failed"]);
		expect(await row(clientId)).toMatchObject({
			active: 0,
			switched_off_at: clock.now(),
			last_failure_reason: "connection_failed",
			event_id: null,
		});
		await change({ barcode: "1002", info: { brand: "A" } });
		clock.advance(24 * HOUR_MS);
		await settle(sender);
		expect(sent).toHaveLength(12);

		isDown = false;
		expect(await askTest(clientId)).toBe("requested");
		await settle(sender);
		expect(sent).toHaveLength(13);
		expect((await row(clientId))?.active).toBe(0);

		await set(clientId);
		clock.advance(SECOND_MS);
		await settle(sender);
		await change({ barcode: "1003", info: { brand: "A" } });
		await settle(sender);
		expect(sent).toHaveLength(14);
		expect(await told(clientId, sent[13]!)).toEqual(["1003"]);
	});

	test("sends no event for changes hidden from the client by its scope filter or locks", async () => {
		const { clock, change, set, told, client, node, row } = await setUp();
		const filtered = await client({ barcodePrefixes: ["72"] });
		const locked = await client({ locks: ["nutrition", "info"] });
		for (const clientId of [filtered, locked]) await set(clientId);
		const { sender, sent } = node();
		await change({ barcode: "7201", info: { brand: "A" } });
		await settle(sender);
		expect(sent.map(({ clientId }) => clientId).sort()).toEqual([filtered, locked].sort());
		sent.length = 0;
		clock.advance(SECOND_MS);
		await change({ barcode: "7201", nutrition: { calories: "120" } });
		await settle(sender);
		expect(sent.map(({ clientId }) => clientId)).toEqual([filtered]);
		sent.length = 0;
		clock.advance(SECOND_MS);
		await change({ barcode: "4011", info: { brand: "A" } });
		await settle(sender);
		expect(sent.map(({ clientId }) => clientId)).toEqual([locked]);
		// Everything that it has is locked, but the product itself is new to the client.
		expect(await told(locked, sent[0]!)).toEqual(["4011"]);
		// Changes that a client cannot see are skipped, not checked again and again.
		expect((await row(filtered))?.position).toBe((await row(locked))?.position);
	});

	test("neither a lease nor a pause that was begun before the clock was set back holds a webhook", async () => {
		const { clock, change, set, node, clientId } = await setUp();
		await set(clientId);
		const { sender, sent } = node();
		await change({ barcode: "1001", info: { brand: "A" } });
		await settle(sender);
		clock.advance(-HOUR_MS);
		await change({ barcode: "1001", info: { brand: "B" } });
		await settle(sender);
		expect(sent).toHaveLength(2);
		clock.advance(SECOND_MS);
		const { answer, release } = heldAnswer();
		const killed = node(() => answer);
		await change({ barcode: "1001", info: { brand: "C" } });
		await killed.sender.round();
		clock.advance(-HOUR_MS);
		await settle(sender);
		expect([killed.sent.length, sent.length]).toEqual([1, 3]);
		release();
		await killed.sender.idle();
	});

	test("a killed node's lease is taken over when it runs out, with the same id and body", async () => {
		const { clock, change, set, node, clientId } = await setUp();
		await set(clientId);
		const { answer, release } = heldAnswer();
		const killed = node(() => answer);
		const other = node();
		await change({ barcode: "1001", info: { brand: "A" } });
		await killed.sender.round();
		clock.advance(LEASE_MS - 1);
		await settle(other.sender);
		expect([killed.sent.length, other.sent.length]).toEqual([1, 0]);
		clock.advance(1);
		await settle(other.sender);
		expect(other.sent).toHaveLength(1);
		expect([other.sent[0]!.id, other.sent[0]!.body]).toEqual([killed.sent[0]!.id, killed.sent[0]!.body]);
		// The outcome of the first sender no longer counts.
		release();
		await killed.sender.idle();
		clock.advance(SECOND_MS);
		await settle(other.sender);
		expect(other.sent).toHaveLength(1);
	});

	test("nodes share the work: of many webhooks each is sent to once, by one of them", async () => {
		const { change, set, client, node } = await setUp();
		const clients = await Promise.all(Array.from({ length: 20 }, () => client()));
		for (const clientId of clients) await set(clientId);
		const nodes = [node(), node(), node()];
		await change({ barcode: "1001", info: { brand: "A" } });
		await Promise.all(nodes.map(({ sender }) => settle(sender)));
		const told = nodes.flatMap(({ sent }) => sent.map(({ clientId }) => clientId));
		expect(told.sort()).toEqual([...clients].sort());
	});

	test("nothing else is sent to an endpoint that takes its time, and others do not wait for it", async () => {
		const { clock, change, set, client, node, row } = await setUp();
		const [slow, quick] = [await client(), await client()];
		for (const clientId of [slow, quick]) await set(clientId);
		const { answer, release } = heldAnswer();
		const { sender, sent } = node(({ url }) => (url.includes(slow) ? answer : { status: 200 }));
		for (const barcode of ["1001", "1002", "1003"]) {
			await change({ barcode, info: { brand: "A" } });
			await sender.round();
			await vi.waitFor(
				() => expect(sent.filter(({ clientId }) => clientId === quick).length).toBe(Number(barcode) - 1000),
				PATIENCE_MS,
			);
			await vi.waitFor(async () => {
				expect(await row(quick)).toMatchObject({ lease_id: null });
				const rows = sent.length;
				await sender.round();
				expect(sent).toHaveLength(rows);
			}, PATIENCE_MS);
			clock.advance(2 * SECOND_MS);
		}
		expect(sent.filter(({ clientId }) => clientId === slow)).toHaveLength(1);
		release();
		await sender.idle();
	});

	test("a webhook set again while an event waits sends it at once, to the new address", async () => {
		const { change, set, told, node, row, clock, clientId } = await setUp();
		await set(clientId, "https://old.example/");
		const { sender, sent } = node(({ url }) => (url.includes("old") ? refusing() : { status: 200 }));
		await change({ barcode: "1001", info: { brand: "A" } });
		await settle(sender);
		await set(clientId, "https://new.example/");
		expect(await row(clientId)).toMatchObject({ event_failures: 0, last_failure_at: null });
		clock.advance(SECOND_MS);
		await settle(sender);
		expect(sent.map(({ url }) => url)).toEqual(["https://old.example/", "https://new.example/"]);
		expect(sent[1]!.id).toBe(sent[0]!.id);
		expect(await told(clientId, sent[1]!)).toEqual(["1001"]);
	});

	test("an attempt that ends after its webhook was removed or replaced leaves no trace", async () => {
		const { db, change, set, node, row, clientId } = await setUp();
		await set(clientId);
		const { answer, release } = heldAnswer();
		const { sender, sent } = node(() => answer);
		await change({ barcode: "1001", info: { brand: "A" } });
		await sender.round();
		expect(sent).toHaveLength(1);
		await db.write(removeOwnWebhook, { clientId });
		await set(clientId);
		release();
		await sender.idle();
		expect(await row(clientId)).toMatchObject({ last_success_at: null, attempts_made: 0 });
		expect(await lastAttempts(db.read, clientId)).toEqual([]);
	});

	describe("a test event", () => {
		test("is sent once with both cursors at the head, and its outcome is recorded", async () => {
			const { clock, change, set, test: askTest, told, node, row, db, clientId } = await setUp();
			expect(await askTest(clientId)).toBe("not_set");
			await change({ barcode: "1001", info: { brand: "A" } });
			await set(clientId);
			const { sender, sent } = node(refusing);
			expect(await askTest(clientId)).toBe("requested");
			expect(await askTest(clientId)).toBe("too_soon");
			await settle(sender);
			clock.advance(HOUR_MS);
			await settle(sender);
			expect(sent).toHaveLength(1);
			expect(await row(clientId)).toMatchObject({ active: 1, event_failures: 0, test_id: null });
			expect(await lastAttempts(db.read, clientId)).toMatchObject([
				{ number: 1, is_test: 1, event_id: sent[0]!.id, status: 500, reason: "server_error_status" },
			]);
			const { type, data } = JSON.parse(sent[0]!.body);
			expect([type, data.next_cursor]).toEqual(["products.changed", data.cursor]);
			await change({ barcode: "1002", info: { brand: "A" } });
			clock.advance(SECOND_MS);
			await settle(sender);
			expect(await told(clientId, { data: { ...data, next_cursor: sent[1]!.data.next_cursor } })).toEqual([
				"1002",
			]);
			expect(await askTest(clientId)).toBe("requested");
		});

		test("does not wait for an event whose retry is hours away, nor change when that is", async () => {
			const { clock, change, set, test: askTest, node, row, clientId } = await setUp();
			await set(clientId);
			const { sender, sent } = node(refusing);
			await change({ barcode: "1001", info: { brand: "A" } });
			for (const seconds of [0, 5, 300, 1800]) {
				clock.advance(seconds * SECOND_MS);
				await settle(sender);
			}
			expect(sent).toHaveLength(4);
			clock.advance(2 * SECOND_MS);
			const before = await row(clientId);
			expect(before!.retry_at! - clock.now()).toBeGreaterThan(HOUR_MS);
			await askTest(clientId);
			await settle(sender);
			expect(sent).toHaveLength(5);
			const { event_id, retry_at, event_failures } = before!;
			expect(await row(clientId)).toMatchObject({ event_id, retry_at, event_failures });
		});
	});

	test("sends a revoked client nothing more, not even a waiting event", async () => {
		const { db, clock, change, set, node, row, switchedOff, clientId } = await setUp();
		await set(clientId);
		const { sender, sent } = node(refusing);
		await change({ barcode: "1001", info: { brand: "A" } });
		await settle(sender);
		await db.write(revokeClient, { clientId, nowMs: clock.now() });
		clock.advance(5 * SECOND_MS);
		await settle(sender);
		expect(sent).toHaveLength(1);
		expect(switchedOff).toEqual(["client_disabled"]);
		expect(await row(clientId)).toMatchObject({ active: 0, last_failure_reason: "client_disabled" });
	});

	test("only the last attempts are kept", async () => {
		const { db, clock, change, set, node, clientId } = await setUp();
		await set(clientId);
		const { sender } = node();
		for (let time = 0; time < ATTEMPTS_KEPT + 5; time++) {
			await change({ barcode: "1001", info: { brand: String(time) } });
			await settle(sender);
			clock.advance(SECOND_MS);
		}
		const numbers = (await lastAttempts(db.read, clientId)).map(({ number }) => number);
		expect(numbers).toEqual(Array.from({ length: ATTEMPTS_KEPT }, (_, place) => ATTEMPTS_KEPT + 5 - place));
	});

	test("after a database error, the lease expires and the event is sent again", async () => {
		const { db, clock, change, set, node, faults, clientId } = await setUp();
		await set(clientId);
		const { sender, sent } = node(async () => {
			if (sent.length === 1) vi.spyOn(db, "write").mockRejectedValueOnce(new Error("gone"));
			return { status: 200 };
		});
		await change({ barcode: "1001", info: { brand: "A" } });
		await settle(sender);
		expect(faults).toEqual([new Error("gone")]);
		clock.advance(LEASE_MS);
		await settle(sender);
		expect(sent.map(({ id }) => id)).toEqual([sent[0]!.id, sent[0]!.id]);
	});
});
