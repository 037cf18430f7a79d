import { describe, expect, test } from "vitest";
import { fakeService, networkError, refusal } from "./fake-service.testing.ts";

const OK = { body: { credit_balance: 5 } };
const FREE = { "x-credits-debited": "0" };
const waits = (calls: readonly { readonly atMs: number }[]) =>
	calls.slice(1).map(({ atMs }, index) => atMs - (calls[index]?.atMs ?? 0));

describe("a call that got a response", () => {
	test.each([
		[408, "bad_request"],
		[429, "rate_limited"],
		[500, "internal_error"],
		[502, "upstream_error"],
		[503, "service_unavailable"],
		[504, "gateway_timeout"],
	])("is retried after %i %s", async (status, code) => {
		const { packshot, calls, settle } = fakeService([refusal(status, code), OK]);
		expect((await settle(packshot.account.balance())).credit_balance).toBe(5);
		expect(calls.map(({ name }) => name)).toEqual(["GET /balance", "GET /balance"]);
	});

	test.each([
		[400, "bad_request"],
		[402, "insufficient_credits"],
		[403, "client_disabled"],
		[404, "not_found"],
		[409, "idempotency_key_mismatch"],
		[410, "signed_url_consumed"],
		[422, "invalid_metadata_key"],
	])("is not retried after %i %s", async (status, code) => {
		const { packshot, calls, failure } = fakeService([refusal(status, code)]);
		expect(await failure(packshot.metadata.fields())).toMatchObject({ code, status });
		expect(calls).toHaveLength(1);
	});

	test("is attempted 4 times at most, or as often as configured", async () => {
		const down = Array.from({ length: 9 }, () => refusal(503, "service_unavailable"));
		const service = fakeService(down);
		expect(await service.failure(service.packshot.account.balance())).toMatchObject({ status: 503 });
		expect(service.calls).toHaveLength(4);
		await service.failure(service.packshot.account.balance({ maxAttempts: 2 }));
		expect(service.calls).toHaveLength(6);
	});

	test("is not retried if it is a health check", async () => {
		const checks = { database: "ok", images: "unreachable" };
		const { packshot, calls, failure } = fakeService([refusal(503, "service_unavailable", { checks })]);
		expect(await failure(packshot.health())).toMatchObject({ code: "service_unavailable", checks });
		expect(calls).toHaveLength(1);
	});
});

describe("the wait before a retry", () => {
	test("grows from half a second to at most eight seconds, with jitter", async () => {
		const down = Array.from({ length: 8 }, () => refusal(500, "internal_error"));
		const { packshot, calls, failure } = fakeService(down, { maxAttempts: 8 });
		await failure(packshot.account.balance());
		const most = [500, 1000, 2000, 4000, 8000, 8000, 8000];
		for (const [index, wait] of waits(calls).entries()) {
			expect(wait).toBeGreaterThanOrEqual((most[index] ?? 0) / 2);
			expect(wait).toBeLessThanOrEqual(most[index] ?? 0);
		}
		expect(waits(calls)).toHaveLength(7);
	});

	test("is never shorter than Retry-After", async () => {
		const busy = refusal(429, "rate_limited", { headers: { "retry-after": "17" } });
		const { packshot, calls, settle } = fakeService([busy, OK]);
		await settle(packshot.account.balance());
		expect(waits(calls)[0]).toBeGreaterThan(17_000);
		expect(waits(calls)[0]).toBeLessThanOrEqual(17_500);
	});

	test("honours a Retry-After given as a date by a proxy", async () => {
		const headers = { "retry-after": new Date(20_000).toUTCString() };
		const { packshot, calls, settle } = fakeService([{ status: 503, body: "<h1>Busy</h1>", headers }, OK]);
		await settle(packshot.account.balance());
		expect(waits(calls)[0]).toBeGreaterThan(20_000);
	});

	test("does not start when it would exceed the call's total timeout", async () => {
		const locked = refusal(429, "rate_limited", { headers: { "retry-after": "300" } });
		const { packshot, calls, failure } = fakeService([locked]);
		expect(await failure(packshot.account.balance())).toMatchObject({ retryAfterSeconds: 300 });
		expect(calls).toHaveLength(1);
	});
});

describe("a lost response", () => {
	test("to a free call triggers a retry", async () => {
		const { packshot, calls, settle } = fakeService([networkError("ECONNRESET"), OK]);
		await settle(packshot.account.balance());
		expect(calls).toHaveLength(2);
	});

	test("to a billed read triggers no retry, as the read might be paid for twice", async () => {
		const { packshot, calls, failure } = fakeService([networkError("ECONNRESET")]);
		expect(await failure(packshot.products.get("4011"))).toMatchObject({
			code: "connection_failed",
			status: 0,
			mayHaveBeenCharged: true,
			cause: { message: "fetch failed" },
		});
		expect(calls).toHaveLength(1);
	});

	test("to a billed read triggers a retry if retryLostBilledReads is set", async () => {
		const { packshot, calls, settle } = fakeService([networkError("ECONNRESET"), OK]);
		await settle(packshot.products.get("4011", {}, { retryLostBilledReads: true }));
		expect(calls).toHaveLength(2);
	});

	test.each(["ECONNREFUSED", "ENOTFOUND", "UND_ERR_CONNECT_TIMEOUT"])(
		"is ruled out when nothing was sent: %s",
		async (code) => {
			const { packshot, calls, settle } = fakeService([networkError(code), OK]);
			await settle(packshot.products.get("4011"));
			expect(calls).toHaveLength(2);
		},
	);

	test("is assumed when a proxy answers a billed read with a 502 without credit headers", async () => {
		const proxy = { status: 502, body: "<h1>Bad Gateway</h1>", headers: { "content-type": "text/html" } };
		const { packshot, calls, failure } = fakeService([proxy]);
		expect(await failure(packshot.products.get("4011"))).toMatchObject({
			code: "upstream_error",
			rawCode: undefined,
			mayHaveBeenCharged: true,
		});
		expect(calls).toHaveLength(1);
	});

	test("is ruled out when the service itself states that the failed call was free", async () => {
		const { packshot, calls, settle } = fakeService([refusal(504, "gateway_timeout"), OK]);
		await settle(packshot.products.exists("4011"));
		expect(calls).toHaveLength(2);
	});

	test("that breaks off triggers a retry when its headers say that it was free", async () => {
		const broken = { body: new TypeError("terminated"), headers: FREE };
		const { packshot, calls, settle } = fakeService([broken, OK]);
		await settle(packshot.products.get("4011"));
		expect(calls).toHaveLength(2);
	});

	test("that breaks off triggers no retry when its headers say that it was charged", async () => {
		const broken = { body: new TypeError("terminated"), headers: { "x-credits-debited": "0.35" } };
		const { packshot, calls, failure } = fakeService([broken]);
		expect(await failure(packshot.products.get("4011"))).toMatchObject({
			code: "connection_failed",
			mayHaveBeenCharged: true,
			response: { creditsDebited: { exact: "0.35" } },
		});
		expect(calls).toHaveLength(1);
	});

	test("to a bulk check triggers a retry with the same idempotency key and body", async () => {
		const answer = { body: { results: {}, meta: { credits_debited: 0.02 } }, headers: FREE };
		const { packshot, calls, settle } = fakeService([networkError("ECONNRESET"), answer, answer]);
		await settle(packshot.products.bulkCheck(["4011", "4053"]));
		await settle(packshot.products.bulkCheck(["4011", "4053"]));
		const [first, second, other] = calls.map(({ headers, body }) => [headers["idempotency-key"], body]);
		expect(first).toEqual(second);
		expect(first?.[0]).toMatch(/^[A-Za-z0-9._~-]{20,255}$/);
		expect(other?.[0]).not.toBe(first?.[0]);
	});
});
