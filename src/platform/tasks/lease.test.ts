import { expect, test } from "vitest";
import { LEASE_MS, leaseLeftMs } from "./lease.ts";

test("a lease lasts until its end, and at most 30 s: a longer one was written before the clock was set back", () => {
	const now = Date.UTC(2027, 4, 10);
	expect(leaseLeftMs(null, now)).toBe(0);
	expect(leaseLeftMs(now, now)).toBe(0);
	expect(leaseLeftMs(now + 1, now)).toBe(1);
	expect(leaseLeftMs(now + LEASE_MS, now)).toBe(LEASE_MS);
	expect(leaseLeftMs(now + 30_001, now)).toBe(0);
	expect(LEASE_MS).toBeLessThanOrEqual(30_000);
});

test("a lease that is renewed after a claim has looked at the clock is held", () => {
	const now = Date.UTC(2027, 4, 10);
	expect(leaseLeftMs(now + 100 + LEASE_MS, now)).toBe(100 + LEASE_MS);
});
