import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { writeFeedCursor } from "../../src/catalogue/changes/feed-cursor.ts";
import { feedCounters } from "../../src/catalogue/changes/metrics.ts";
import { applyMetadata } from "../../src/catalogue/writing/apply-metadata.ts";
import type { ClientPolicy } from "../../src/clients/policy/client.ts";
import { revokeClient } from "../../src/clients/policy/store.ts";
import { setMaintenance } from "../../src/platform/maintenance.ts";
import { expectError } from "../support/answers.ts";
import { type Answer, startService, type TestClient, type TestService } from "../support/service.ts";

let packshot: TestService;
let client: TestClient;
beforeAll(async () => {
	packshot = await startService();
});
afterAll(() => packshot.close());
// Each test gets a fresh minute and its own client, so that tests do not affect each other.
beforeEach(async () => {
	packshot.clock.advance(60_000);
	client = await follower();
});

const follower = (policy: Partial<ClientPolicy> = {}) => packshot.client(policy, "0");

async function changes(query = "", caller = client): Promise<Answer> {
	return packshot.call(`/changes${query && `?${query}`}`, { client: caller });
}

/** A cursor for the current position. */
async function cursorNow(caller = client): Promise<string> {
	return (await changes("", caller)).body.next_cursor;
}

/** The changes after a cursor. */
async function newSince(cursor: string, more = "", caller = client) {
	const answer = await changes(`cursor=${cursor}${more && `&${more}`}`, caller);
	expect([answer.status, answer.body.error]).toEqual([200, undefined]);
	return answer.body;
}

const barcodesIn = (body: { data: { barcode: string }[] }) => body.data.map(({ barcode }) => barcode);

let products = 0;
const newBarcode = () => String(10_000_000 + ++products);

async function newProduct(brand = "A"): Promise<string> {
	const barcode = newBarcode();
	await packshot.product({ barcode, info: { brand } });
	return barcode;
}

describe("GET /changes", () => {
	test("200 without a cursor: no entries, and a cursor for changes from now on, free of charge", async () => {
		await newProduct();
		const now = await changes();
		expect([now.status, Object.keys(now.body)]).toEqual([200, ["data", "next_cursor", "has_more", "meta"]]);
		expect(now.body).toMatchObject({ data: [], has_more: false, meta: { credits_debited: 0 } });
		const barcode = await newProduct();
		await packshot.picture(barcode, "front");
		const changedAt = new Date(packshot.clock.now()).toISOString();
		const later = await newSince(now.body.next_cursor);
		expect(later.data).toEqual([
			{ barcode, changed_at: changedAt, changed: ["info"], removed: false },
			{ barcode, changed_at: changedAt, changed: ["images.front"], removed: false },
		]);
		expect(await packshot.balance(client)).toBe(0);
	});

	test("following next_cursor lists every change exactly once, at any limit", async () => {
		const start = await cursorNow();
		const made: string[] = [];
		for (let count = 0; count < 7; count++) made.push(await newProduct());
		for (const limit of [1, 3, 7, 1000]) {
			const seen: string[] = [];
			for (let cursor = start, more = true; more; ) {
				const page = await newSince(cursor, `limit=${limit}`);
				expect(page.data.length).toBeLessThanOrEqual(limit);
				seen.push(...barcodesIn(page));
				[cursor, more] = [page.next_cursor, page.has_more];
			}
			expect(seen).toEqual(made);
		}
	});

	test("returns 100 entries by default", async () => {
		const cursor = await cursorNow();
		await packshot.product(...Array.from({ length: 101 }, () => ({ barcode: newBarcode(), info: {} })));
		const page = await newSince(cursor);
		expect([page.data.length, page.has_more]).toEqual([100, true]);
	});

	test("applies scope filter and locks, and shows a product leaving the scope as removed", async () => {
		const mine = await follower({ brands: ["Mine"], locks: ["nutrition"] });
		const cursor = await cursorNow(mine);
		const barcode = await newProduct("Other");
		await packshot.product({ barcode, info: { brand: "Mine" } });
		await packshot.product({ barcode, nutrition: { calories: "1" } });
		await packshot.product({ barcode, info: { brand: "Other" } });
		const page = await newSince(cursor, "", mine);
		expect(page.data).toMatchObject([
			{ barcode, changed: ["info"], removed: false },
			{ barcode, changed: [], removed: true },
		]);
		expect((await newSince(cursor)).data).toHaveLength(4);
	});

	test.each([
		["limit=0"],
		["limit=1001"],
		["limit=many"],
		["wait=-1"],
		["wait=31"],
		["cursor="],
		["cursor=nonsense"],
		["cursor[]=x"],
	])("400 bad_request for %s", async (query) => {
		expectError(await changes(query), "bad_request");
	});

	test("400 bad_request for an altered cursor and for a listing's cursor", async () => {
		await newProduct();
		await newProduct();
		const listing = await packshot.call("/products?per_page=1&cursor=", { client });
		const ofListing = listing.body.pagination.next_cursor;
		expect(ofListing).toMatch(/./);
		expectError(await changes(`cursor=${ofListing}`), "bad_request");
		const cursor = await cursorNow();
		const altered = (cursor.startsWith("A") ? "B" : "A") + cursor.slice(1);
		expectError(await changes(`cursor=${altered}`), "bad_request");
	});

	test("a cursor is not bound to the client it was issued to: what it shows is decided when it is read", async () => {
		const cursor = await cursorNow(await follower({ brands: ["Mine"] }));
		const barcodes = [await newProduct("Mine"), await newProduct("Other")];
		expect(barcodesIn(await newSince(cursor))).toEqual(barcodes);
		const other = await follower({ brands: ["Other"] });
		expect(barcodesIn(await newSince(cursor, "", other))).toEqual(barcodes.slice(1));
	});
});

describe("410 cursor_expired", () => {
	const expired = async (cursor: string) => expectError(await changes(`cursor=${cursor}`), "cursor_expired");
	const place = async () => {
		const [state] = await packshot.installation.db.read
			.selectFrom("service_state")
			.select("value")
			.where("name", "=", "change_position")
			.execute();
		return Number(state?.value);
	};

	test("for a position not reached yet", async () => {
		await newProduct();
		const { secrets, db } = packshot.installation;
		const [epoch] = await db.read
			.selectFrom("service_state")
			.select("value")
			.where("name", "=", "cursor_epoch")
			.execute();
		const at = (position: number) =>
			writeFeedCursor({ epoch: epoch?.value ?? "", position }, secrets.cursorKeys);
		expect((await changes(`cursor=${at(await place())}`)).status).toBe(200);
		await expired(at((await place()) + 1));
	});

	test("for a position whose changes are no longer kept, but not for the next one", async () => {
		const old = await cursorNow();
		await newProduct();
		const next = await cursorNow();
		await newProduct();
		await packshot.alter(`delete from product_change where position < ${await place()}`);
		await expired(old);
		expect((await changes(`cursor=${next}`)).status).toBe(200);
	});

	test("for a cursor issued before a restore", async () => {
		const cursor = await cursorNow();
		await packshot.alter("update service_state set value = 'another' where name = 'cursor_epoch'");
		await expired(cursor);
		expect((await changes(`cursor=${await cursorNow()}`)).status).toBe(200);
	});
});

/** The duration of a call. */
async function timed<T>(call: Promise<T>): Promise<{ answer: T; ms: number }> {
	const began = performance.now();
	return { answer: await call, ms: performance.now() - began };
}

/** Waits until this many requests are waiting for a change. */
async function areHeld(count: number): Promise<void> {
	await expect.poll(() => feedCounters.held).toBe(count);
}

describe("the wait parameter", () => {
	test("returns existing changes at once", async () => {
		const cursor = await cursorNow();
		const barcode = await newProduct();
		const { answer, ms } = await timed(newSince(cursor, "wait=30"));
		expect(barcodesIn(answer)).toEqual([barcode]);
		expect(ms).toBeLessThan(25_000);
	});

	test("holds an empty response until another process makes a change, for at least a second", async () => {
		const cursor = await cursorNow();
		const holding = timed(newSince(cursor, "wait=30"));
		await areHeld(1);
		const other = await packshot.openAgain();
		const barcode = newBarcode();
		await other.db.write(applyMetadata, {
			changes: [{ barcode, info: {} }],
			existingOnly: false,
		});
		await other.close();
		const { answer, ms } = await holding;
		expect(barcodesIn(answer)).toEqual([barcode]);
		expect(ms).toBeGreaterThanOrEqual(990);
		expect(ms).toBeLessThan(25_000);
	});

	test("is not ended by a change the client may not see, and next_cursor is past it", async () => {
		const mine = await follower({ brands: ["Mine"] });
		const cursor = await cursorNow(mine);
		const holding = timed(newSince(cursor, "wait=3", mine));
		await areHeld(1);
		await newProduct("Other");
		const { answer, ms } = await holding;
		expect([answer.data, answer.has_more]).toEqual([[], false]);
		expect(ms).toBeGreaterThanOrEqual(2990);
		const barcode = await newProduct("Mine");
		expect(barcodesIn(await newSince(answer.next_cursor, "", mine))).toEqual([barcode]);
		// A client that may see the hidden change does not get it from this cursor either.
		expect(barcodesIn(await newSince(answer.next_cursor))).toEqual([barcode]);
	});

	test("ends after the given time, with a cursor to continue from", async () => {
		const { answer, ms } = await timed(newSince(await cursorNow(), "wait=1"));
		expect([answer.data, answer.has_more]).toEqual([[], false]);
		expect(ms).toBeGreaterThanOrEqual(990);
		const barcode = await newProduct();
		expect(barcodesIn(await newSince(answer.next_cursor))).toEqual([barcode]);
	});

	test("holds two requests of a client and answers a third at once; another client's is held", async () => {
		const cursor = await cursorNow();
		const other = await follower();
		await other.token();
		const three = [1, 2, 3].map(() => newSince(cursor, "wait=30"));
		expect((await Promise.race(three)).data).toEqual([]);
		expect((await timed(newSince(cursor, "wait=1", other))).ms).toBeGreaterThanOrEqual(990);
		await newProduct();
		expect((await Promise.all(three)).map(({ data }) => data.length).sort()).toEqual([0, 1, 1]);
		expect((await timed(newSince(await cursorNow(), "wait=1"))).ms).toBeGreaterThanOrEqual(990);
	});

	test("counts a held request on arrival, and its headers show the limits at the time of the response", async () => {
		const limited = await follower({ requestsPerMinute: 4 });
		const cursor = await cursorNow(limited);
		const holding = changes(`cursor=${cursor}&wait=30`, limited);
		await areHeld(1);
		const meanwhile = await packshot.call("/balance", { client: limited });
		expect(meanwhile.headers.get("x-ratelimit-remaining-minute")).toBe("1");
		await packshot.call("/balance", { client: limited });
		await newProduct();
		expect((await holding).headers.get("x-ratelimit-remaining-minute")).toBe("0");
	});

	test("403 client_disabled when the client is revoked meanwhile", async () => {
		const holding = changes(`cursor=${await cursorNow()}&wait=30`);
		await areHeld(1);
		const { clientId } = client;
		await packshot.installation.db.write(revokeClient, { clientId, nowMs: packshot.clock.now() });
		packshot.clock.advance(5000);
		await newProduct();
		expectError(await holding, "client_disabled");
	});

	test("401 unauthenticated when the token expires meanwhile", async () => {
		const holding = changes(`cursor=${await cursorNow()}&wait=30`);
		await areHeld(1);
		packshot.clock.advance(3_600_000);
		await newProduct();
		expectError(await holding, "unauthenticated");
	});

	test("applies a lock that is set meanwhile", async () => {
		const barcode = await newProduct();
		const holding = changes(`cursor=${await cursorNow()}&wait=3`);
		await areHeld(1);
		await packshot.updateClient(client, { locks: ["info"] });
		packshot.clock.advance(5000);
		await packshot.product({ barcode, info: { brand: "B" } });
		expect((await holding).body.data).toEqual([]);
	});

	test("503 service_unavailable when maintenance begins meanwhile", async () => {
		const holding = changes(`cursor=${await cursorNow()}&wait=30`);
		await areHeld(1);
		await packshot.installation.db.write(setMaintenance, { message: "Back soon." });
		packshot.clock.advance(2000);
		await newProduct();
		try {
			const answer = await holding;
			expectError(answer, "service_unavailable");
			expect(answer.headers.get("retry-after")).not.toBeNull();
		} finally {
			await packshot.installation.db.write(setMaintenance, { message: null });
			packshot.clock.advance(2000);
		}
	});
});

describe("held requests", () => {
	test("do not count as load and have no deadline: other requests are answered alongside them", async () => {
		const small = await startService({
			settings: { PACKSHOT_REQUESTS_AT_ONCE: "3", PACKSHOT_REQUEST_SECONDS: "5" },
		});
		try {
			const clients = await Promise.all([1, 2, 3, 4].map(() => small.client()));
			for (const each of clients) await each.token();
			const holding: ReturnType<typeof small.call>[] = [];
			for (const each of clients) {
				holding.push(small.call("/changes?wait=30", { client: each }));
				// A request counts like any other until it is held.
				await areHeld(holding.length);
			}
			const beside = await small.call("/balance", { client: clients[0] as TestClient });
			expect(beside.status).toBe(200);
			// Longer than the deadline of every other request.
			await sleep(6000);
			await small.product({ barcode: newBarcode() });
			expect((await Promise.all(holding)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
		} finally {
			await small.close();
		}
	});

	test("are answered at once at shutdown", async () => {
		const closing = await startService();
		const caller = await closing.client();
		await caller.token();
		const holding = timed(closing.call("/changes?wait=30", { client: caller }));
		await areHeld(1);
		await closing.close();
		const { answer, ms } = await holding;
		expect([answer.status, answer.body.data]).toEqual([200, []]);
		expect(ms).toBeLessThan(25_000);
	});
});
