import { expect, test } from "vitest";
import { LEASE_MS, leaseLeftMs } from "./lease.ts";

test("a lease lasts until its end, and no longer than a new one would", () => {
	const now = Date.UTC(2027, 4, 10);
	expect(leaseLeftMs(null, now)).toBe(0);
	expect(leaseLeftMs(now, now)).toBe(0);
	expect(leaseLeftMs(now + 1, now)).toBe(1);
	expect(leaseLeftMs(now + LEASE_MS, now)).toBe(LEASE_MS);
	expect(leaseLeftMs(now + LEASE_MS + 1, now)).toBe(0);
	expect(LEASE_MS).toBeLessThanOrEqual(30_000);
});
