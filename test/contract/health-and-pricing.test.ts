import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actions, defaultPriceUnits } from "../../src/billing/prices/actions.ts";
import { DAY_MS } from "../../src/platform/time/durations.ts";
import { announce } from "../support/operator.ts";
import { startService, type TestService } from "../support/service.ts";

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService();
});
afterAll(() => packshot.close());

describe("GET /health", () => {
	test("200 for anybody, free of charge", async () => {
		const { status, headers, body } = await packshot.call("/health");
		expect(status).toBe(200);
		expect(body).toEqual({
			status: "ok",
			version: expect.stringMatching(/^\d+\.\d+\.\d+/),
			api_version: "1.11.0",
			time: new Date(packshot.clock.now()).toISOString(),
			checks: { database: "ok", images: "ok" },
		});
		expect(headers.get("x-credits-debited")).toBe("0");
		expect(headers.get("x-ratelimit-limit-minute")).toBe("1200");
	});

	test("ignores the token, even an invalid one", async () => {
		expect((await packshot.call("/health", { token: "nonsense" })).status).toBe(200);
	});
});

describe.each(["/health", "/pricing", "/health/"])("HEAD %s", (path) => {
	test("has the headers of GET and no body, for monitors", async () => {
		const head = await packshot.call(path, { method: "HEAD" });
		const { headers, bytes } = await packshot.call(path);
		expect([head.status, head.bytes.length]).toEqual([200, 0]);
		expect(head.headers.get("content-type")).toBe(headers.get("content-type"));
		expect(head.headers.get("content-length")).toBe(String(bytes.length));
		const left = (given: Headers) => Number(given.get("x-ratelimit-remaining-minute"));
		expect(left(head.headers) - left(headers)).toBe(1);
	});
});

describe("while long queries run", () => {
	test("200 at once: the health check waits for none of them", async () => {
		const { scan } = packshot.installation.db;
		const long = sql`with recursive counted(number) as
			(select 1 union all select number + 1 from counted where number < 3000000) select count(*) as rows from counted`;
		let underWay = 2;
		// On a busy machine PostgreSQL may cancel such a query, which does not matter to the health check.
		const queries = Promise.allSettled([1, 2].map(() => long.execute(scan).finally(() => underWay--)));
		const { status, body } = await packshot.call("/health");
		expect([status, body.status, underWay]).toEqual([200, "ok", 2]);
		await queries;
	});
});

describe("GET /pricing", () => {
	test("200 lists every action with its default price", async () => {
		const { status, body } = await packshot.call("/pricing");
		expect(status).toBe(200);
		expect(Object.keys(body).sort()).toEqual([
			"actions",
			"currency",
			"descriptions",
			"formula",
			"notes",
			"pricing_model",
			"upcoming",
		]);
		expect(body.currency).toBe("credits");
		expect(body.actions).toEqual(
			Object.fromEntries(actions.map((action) => [action, defaultPriceUnits(action) / 10_000])),
		);
		expect(Object.keys(body.descriptions).sort()).toEqual([...actions].sort());
	});

	test("an announced price is listed under upcoming until it takes effect, then under actions, and is charged", async () => {
		const { clock } = packshot;
		await packshot.product({ barcode: "4600" });
		const effectiveAtMs = clock.now() + 30 * DAY_MS;
		const order = { units: 1234, effectiveAtMs, nowMs: clock.now(), immediately: false };
		await announce(packshot.installation.db, { action: "products.head", ...order });
		clock.advance(5000);
		const announced = await packshot.call("/pricing");
		expect(announced.body.actions["products.head"]).toBe(0.05);
		expect(announced.body.upcoming).toEqual([
			{ action: "products.head", price: 0.1234, effective_from: new Date(effectiveAtMs).toISOString() },
		]);

		clock.set(effectiveAtMs - 1);
		const before = await packshot.call("/products/4600", { client: await packshot.client(), method: "HEAD" });
		expect(before.headers.get("x-credits-debited")).toBe("0.05");
		clock.set(effectiveAtMs);
		const after = await packshot.call("/products/4600", { client: await packshot.client(), method: "HEAD" });
		expect(after.headers.get("x-credits-debited")).toBe("0.1234");
		const inForce = await packshot.call("/pricing");
		expect(inForce.body.actions["products.head"]).toBe(0.1234);
		expect(inForce.body.upcoming).toEqual([]);
	});
});
