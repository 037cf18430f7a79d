import { expect, test } from "vitest";
import { type ClientPolicy, isActive, isAddressAllowed } from "./client.ts";
import { policyProblem } from "./policy-rules.ts";
import { defaultPolicy } from "./service.ts";

const knownLocks = (key: string) => (key === "nutrition" ? undefined : `"${key}" cannot be locked`);
const problem = (change: Partial<ClientPolicy>) =>
	policyProblem({ ...defaultPolicy, name: "Client", ...change }, knownLocks);

test("the default policy is valid", () => {
	expect(problem({})).toBeUndefined();
});

test.each<[Partial<ClientPolicy>, RegExp]>([
	[{ name: "" }, /name/],
	[{ name: "   " }, /name/],
	[{ name: "a".repeat(201) }, /name/],
	[{ allowlist: ["10.0.0.0/8", "10.0.0.0/33"] }, /"10.0.0.0\/33" is not an address or CIDR/],
	[{ allowlist: ["10.1"] }, /"10.1" is not an address/],
	[{ locks: ["nutrition", "price"] }, /"price" cannot be locked/],
	[{ barcodePrefixes: ["729", "72a"] }, /"72a" is not a barcode prefix/],
	[{ barcodePrefixes: [""] }, /barcode prefix/],
	[{ barcodePrefixes: ["1".repeat(15)] }, /barcode prefix/],
	[{ requestsPerMinute: 0 }, /requests per minute/],
	[{ requestsPerMinute: 1.5 }, /requests per minute/],
	[{ requestsPerDay: 1_000_000_001 }, /requests per day/],
	[{ requestsPerDay: Number.NaN }, /requests per day/],
	[{ urlTtlSeconds: 0 }, /URL lifetime/],
	[{ urlTtlSeconds: 7 * 86_400 + 1 }, /URL lifetime/],
	[{ multiUseUrls: true }, /enterprise/],
	[{ watermark: "waived" }, /enterprise/],
])("rejects %j and names the problem", (change, named) => {
	expect(problem(change)).toMatch(named);
});

test.each<[Partial<ClientPolicy>]>([
	[{ name: "a".repeat(200) }],
	[{ allowlist: ["10.0.0.0/8", "::1", "::ffff:192.0.2.1"] }],
	[{ locks: ["nutrition"] }],
	[{ barcodePrefixes: ["0", "1".repeat(14)] }],
	[{ requestsPerMinute: 1, requestsPerDay: 1_000_000_000 }],
	[{ urlTtlSeconds: 1 }],
	[{ watermark: "invisible" }],
	[{ tier: "enterprise", multiUseUrls: true, watermark: "waived" }],
])("accepts %j", (change) => {
	expect(problem(change)).toBeUndefined();
});

test("a client is active until it is revoked or expires", () => {
	expect(isActive({ revokedAtMs: null, expiresAtMs: null }, 5)).toBe(true);
	expect(isActive({ revokedAtMs: null, expiresAtMs: 6 }, 5)).toBe(true);
	expect(isActive({ revokedAtMs: null, expiresAtMs: 5 }, 5)).toBe(false);
	expect(isActive({ revokedAtMs: 9, expiresAtMs: null }, 5)).toBe(false);
});

test("an empty allowlist admits every address", () => {
	expect(isAddressAllowed({ allowedRanges: [] }, "192.0.2.1")).toBe(true);
});
