import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addUpDays } from "../../src/billing/usage/add-up-days.ts";
import type { Call } from "../../src/clients/pages/calls-contract.ts";
import { signIn } from "../support/credentials.ts";
import { fundedKey, newPerson } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

/** The calls of a key, and why some were refused. */

let packshot: TestService;
let administrator: Awaited<ReturnType<typeof newPerson>>;
beforeAll(async () => {
	const settings = { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000", PACKSHOT_SESSION_IDLE_MINUTES: "525600" };
	packshot = await startService({ settings });
	administrator = await newPerson(packshot, { isAdministrator: true });
	await packshot.product({ barcode: "4011", info: { brand: "Dole" } });
});
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(60_000));

async function caller() {
	const person = await newPerson(packshot);
	const { path, token } = await fundedKey(packshot, administrator, person);
	const calls = async (query: Record<string, string> = {}) =>
		(await person.ask("GET /keys/{client_id}/calls", { path, query })).body as {
			data: Call[];
			next: string | null;
		};
	const get = async (url: string, token_ = token) => {
		packshot.clock.advance(1000);
		return packshot.call(url, { token: token_ });
	};
	return { person, path, token, calls, get };
}

describe("the calls of a key", () => {
	test("say what each was about, what it cost and why it was refused", async () => {
		const { get, calls } = await caller();
		const read = await get("/products/4011");
		await get("/products/9999");
		await get("/products/x%00y");
		const { data, next } = await calls();
		expect(next).toBe(null);
		expect(data.map(({ status, error, barcode }) => [status, error, barcode])).toEqual([
			[400, "invalid_barcode", null],
			[404, "not_found", "9999"],
			[200, null, "4011"],
		]);
		expect(data[2]).toMatchObject({
			request_id: read.body.meta.request_id,
			method: "GET",
			route: "/api/v1/products/:barcode",
			address: "127.0.0.1",
			credits: 0.1,
			what: "Product 4011: product facts",
			lines: [{ action: "products.get.info", quantity: 1, price: 0.1, credits: 0.1 }],
		});
	});

	test("are found by request id, barcode, outcome, error and day", async () => {
		const { get, calls } = await caller();
		const first = (await get("/products/4011")).body.meta.request_id;
		await get("/products/9999");
		const day = new Date(packshot.clock.now()).toISOString().slice(0, 10);
		const before = new Date(packshot.clock.now() - 86_400_000).toISOString().slice(0, 10);
		const counts = async (query: Record<string, string>) => (await calls(query)).data.length;
		expect((await calls({ request_id: first })).data.map(({ request_id }) => request_id)).toEqual([first]);
		expect(await counts({ request_id: "req_01M7YAMQ13KWXW9JTMYCWPVZS7" })).toBe(0);
		expect(await counts({ request_id: "nothing of the kind" })).toBe(0);
		expect(await counts({ barcode: "9999" })).toBe(1);
		expect(await counts({ barcode: "99" })).toBe(0);
		expect(await counts({ outcome: "ok" })).toBe(1);
		expect(await counts({ outcome: "error" })).toBe(1);
		expect(await counts({ error: "not_found" })).toBe(1);
		expect(await counts({ error: "bad_request" })).toBe(0);
		expect(await counts({ from: day })).toBe(2);
		expect(await counts({ to: before })).toBe(0);
	});

	test("are paginated, each listed once, even those of the same millisecond", async () => {
		const { token, calls } = await caller();
		const ids: string[] = [];
		for (let count = 0; count < 7; count++) {
			ids.push((await packshot.call("/products/4011", { token })).body.meta.request_id);
		}
		const seen: string[] = [];
		for (let after: string | null = ""; after !== null; ) {
			const page: { data: Call[]; next: string | null } = await calls({
				limit: "3",
				...(after ? { after } : {}),
			});
			seen.push(...page.data.map(({ request_id }) => request_id));
			after = page.next;
		}
		expect(seen.toSorted()).toEqual(ids.toSorted());
	});

	test.each([
		{ after: "x" },
		{ limit: "0" },
		{ limit: "201" },
		{ outcome: "x" },
		{ barcode: "000000000000000" },
		{ error: "a\0b" },
		{ from: "x" },
	])("400 for %j", async (query) => {
		const { person, path } = await caller();
		const refused = await person.ask("GET /keys/{client_id}/calls", { path, query: query as never });
		expect([refused.status, refused.body.error]).toEqual([400, "bad_request"]);
	});

	test("of versions that recorded no details are listed without them", async () => {
		const { get, calls, path } = await caller();
		await get("/products/9999");
		await packshot.alter(
			`update audit set barcode = null, error = null where client_id = '${path.client_id}'`,
		);
		expect((await calls()).data[0]).toMatchObject({ status: 404, barcode: null, error: null });
	});
});

describe("refusals of a key", () => {
	test("are counted by cause, including those decided at settlement", async () => {
		const { get, person, path } = await caller();
		await get("/products/9999");
		await get("/products/9999");
		await get("/products/4011");
		await person.ask("PATCH /keys/{client_id}", { path, body: { daily_cap_credits: 0.1 } });
		packshot.clock.advance(10_000);
		await get("/products/4011");
		const { body } = await person.ask("GET /keys/{client_id}/refusals", { path });
		expect(body.data).toEqual([
			{ error: "not_found", requests: 2 },
			{ error: "insufficient_credits", requests: 1 },
		]);
	});

	test("do not include days before the requested period", async () => {
		const { get, person, path } = await caller();
		await get("/products/9999");
		packshot.clock.advance(2 * 86_400_000);
		const refusals = async (days: string) =>
			(await person.ask("GET /keys/{client_id}/refusals", { path, query: { days: days as never } })).body
				.data;
		expect(await refusals("2")).toEqual([]);
		expect(await refusals("3")).toEqual([{ error: "not_found", requests: 1 }]);
	});
});

describe("the overview of an account", () => {
	test("adds up the keys of the account and nobody else's", async () => {
		const { get, person, path } = await caller();
		await get("/products/4011");
		await get("/products/9999");
		const second = await fundedKey(packshot, administrator, person);
		await packshot.call("/products/4011", { token: second.token });
		await person.ask("POST /keys/{client_id}/top-ups", { path, body: { credits: 5 } });
		const stranger = await caller();
		await stranger.get("/products/4011");

		const { body } = await person.ask("GET /overview");
		expect(body.credit_balance).toBe(199.8);
		expect(body.totals).toEqual({ requests: 3, credits_spent: 0.2, refused: 1 });
		expect(body.refusals).toEqual([{ error: "not_found", requests: 1 }]);
		expect(body.series).toHaveLength(30);
		const today = new Date(packshot.clock.now()).toISOString().slice(0, 10);
		expect(body.series.at(-1)).toEqual({ period: today, requests: 3, credits_spent: 0.2 });
		expect(body.waiting_top_ups).toMatchObject([{ client_id: path.client_id, credits: 5 }]);
	});

	test("tells of each balance how fast it is spent, by all keys that draw on it", async () => {
		const { get, person, path } = await caller();
		const second = await fundedKey(packshot, administrator, person);
		const keys = (await person.ask("GET /keys")).body.data;
		const idOf = (clientId: string) =>
			keys.find((key: { client_id: string }) => key.client_id === clientId)?.balance_id;
		const paces = async () => {
			const { balances } = (await person.ask("GET /overview")).body;
			return new Map(
				balances.map((each: { balance_id: string }) => [each.balance_id, each]) as [string, unknown][],
			);
		};
		const third = await fundedKey(packshot, administrator, person);
		await person.ask("PATCH /keys/{client_id}", {
			path: third.path,
			body: { balance: idOf(second.clientId) },
		});
		await get("/products/4011");
		for (const key of [second, third, second]) {
			const { body } = await signIn(packshot, key);
			await packshot.call("/products/4011", { token: body.access_token });
			packshot.clock.advance(24 * 60 * 60_000);
		}
		expect((await paces()).get(idOf(path.client_id))).toMatchObject({ credits_per_day: null });
		// 0.3 credits on three days, spread over a week.
		expect((await paces()).get(idOf(second.clientId))).toMatchObject({ credits_per_day: 0.0429 });
	});

	test("adds up the day's calls and refusals of all accounts for an administrator", async () => {
		await (await caller()).get("/products/4011");
		packshot.clock.advance(24 * 60 * 60_000);
		const before = (await administrator.ask("GET /admin/overview")).body;
		expect(before).toMatchObject({ requests: 0, credits_spent: 0, keys_in_use: 0, refused: 0, refusals: [] });
		const [one, other] = [await caller(), await caller()];
		await one.get("/products/4011");
		await other.get("/products/4011");
		await other.get("/products/9999");
		const { body } = await administrator.ask("GET /admin/overview");
		expect(body).toMatchObject({ requests: 3, credits_spent: 0.2, keys_in_use: 2, refused: 1 });
		expect(body.refusals).toEqual([{ error: "not_found", requests: 1 }]);
		expect(body.day).toBe(new Date(packshot.clock.now()).toISOString().slice(0, 10));
		expect(body).toMatchObject({ rate_limited: 0, faults: 0, latency: null });
		const yesterday = new Date(packshot.clock.now() - 24 * 60 * 60_000).toISOString().slice(0, 10);
		expect(body.is_complete).toBe(false);
		await addUpDays(packshot.installation.db, packshot.clock);
		const { series, is_complete } = (await administrator.ask("GET /admin/overview")).body;
		expect([series.length, is_complete]).toEqual([30, true]);
		expect(series.at(-2)).toMatchObject({ period: yesterday, faults: 0 });
		expect(series.at(-2)?.requests).toBeGreaterThan(0);
		expect(series.at(-1)).toEqual({
			period: body.day,
			requests: 3,
			credits_spent: 0.2,
			refused: 1,
			rate_limited: 0,
			faults: 0,
		});
		expect((await other.person.ask("GET /admin/overview")).body.error).toBe("role_missing");
	});

	test("is empty for an account without keys", async () => {
		const { body } = await (await newPerson(packshot)).ask("GET /overview");
		expect(body).toMatchObject({ credit_balance: 0, refusals: [], waiting_top_ups: [] });
		expect(body.totals).toEqual({ requests: 0, credits_spent: 0, refused: 0 });
	});
});
