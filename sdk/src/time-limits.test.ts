import { describe, expect, test } from "vitest";
import { fakeService, refusal } from "./fake-service.testing.ts";

const OK = { body: { credit_balance: 5 } };

describe("time limits", () => {
	test("an attempt without a response is cancelled after 30 seconds and retried", async () => {
		const { packshot, calls, settle } = fakeService(["silence", OK]);
		await settle(packshot.account.balance());
		expect(calls[0]?.signal.aborted).toBe(true);
		expect(calls[1]?.atMs).toBeGreaterThan(30_000);
		expect(calls[1]?.atMs).toBeLessThanOrEqual(30_500);
	});

	test("a billed read that timed out is not retried", async () => {
		const { packshot, calls, failure } = fakeService(["silence"]);
		expect(await failure(packshot.products.get("4011", {}, { timeoutMs: 1000 }))).toMatchObject({
			code: "timed_out",
			message: "GET /products/4011: no answer within 1000 ms",
			mayHaveBeenCharged: true,
		});
		expect(calls).toHaveLength(1);
	});

	test("the whole call ends at its total timeout, however many attempts are left", async () => {
		const service = fakeService(["silence", "silence", "silence", "silence"]);
		const call = service.packshot.account.balance({
			timeoutMs: 4000,
			totalTimeoutMs: 10_000,
			maxAttempts: 9,
		});
		expect(await service.failure(call)).toMatchObject({ code: "timed_out" });
		expect([service.calls.length, service.now()]).toEqual([3, 10_000]);
		await service.advance(60_000);
		expect(service.calls).toHaveLength(3);
	});

	test("no timer is left behind that would keep the process alive", async () => {
		const { packshot, settle, timers } = fakeService([refusal(500, "internal_error"), OK]);
		await settle(packshot.account.balance());
		expect(timers()).toBe(0);
	});

	test("waiting for a sign-in counts towards the total timeout", async () => {
		const { packshot, calls, failure } = fakeService([], { auth: ["silence", "silence"] });
		expect(await failure(packshot.account.balance({ totalTimeoutMs: 2000 }))).toMatchObject({
			code: "timed_out",
			message: "signing in: no answer within 2000 ms",
			mayHaveBeenCharged: false,
		});
		expect(calls).toHaveLength(0);
	});
});

describe("an AbortSignal", () => {
	test("that is already aborted prevents any request", async () => {
		const { packshot, calls, auth, failure } = fakeService([]);
		const signal = AbortSignal.abort("no longer");
		expect(await failure(packshot.account.balance({ signal }))).toBe("no longer");
		expect([...calls, ...auth]).toEqual([]);
	});

	test("cancels the request in flight, and the call fails with its reason", async () => {
		const service = fakeService(["silence"]);
		const controller = new AbortController();
		const options = { signal: controller.signal };
		const call = service.packshot.products.get("4011", {}, options).catch((reason) => reason);
		await service.advance(10);
		controller.abort();
		expect(await call).toMatchObject({ name: "AbortError" });
		expect(service.calls[0]?.signal.aborted).toBe(true);
		expect(service.calls).toHaveLength(1);
	});

	test("ends the wait before a retry", async () => {
		const busy = refusal(429, "rate_limited", { headers: { "retry-after": "30" } });
		const service = fakeService([busy]);
		const controller = new AbortController();
		const call = service.packshot.account.balance({ signal: controller.signal }).catch((reason) => reason);
		await service.advance(10_000);
		controller.abort("enough");
		expect(await call).toBe("enough");
		await service.advance(60_000);
		expect(service.calls).toHaveLength(1);
	});

	test("of one call does not cancel the sign-in that other calls wait for", async () => {
		const granted = { body: { access_token: "late", refresh_token: "r", expires_in: 3600 } };
		const busy = refusal(503, "service_unavailable", { headers: { "retry-after": "5" } });
		const service = fakeService([OK], { auth: [busy, granted] });
		const controller = new AbortController();
		const impatient = service.packshot.account
			.balance({ signal: controller.signal })
			.catch((reason) => reason);
		const patient = service.packshot.account.balance();
		await service.advance(1000);
		controller.abort("enough");
		expect(await impatient).toBe("enough");
		expect(await service.settle(patient)).toMatchObject({ credit_balance: 5 });
		expect(service.calls[0]?.headers.authorization).toBe("Bearer late");
	});
});
