import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { seal, unseal } from "./sealed.ts";
import type { KeyPair } from "./secrets.ts";

const keys: KeyPair = [randomBytes(32), randomBytes(32)];

test("a sealed value opens under the same key and the previous one, but not after two rotations", () => {
	const sealed = seal("JBSWY3DPEHPK3PXP", "acct_a", keys);
	expect(unseal(sealed, "acct_a", keys)).toBe("JBSWY3DPEHPK3PXP");
	expect(unseal(sealed, "acct_a", [randomBytes(32), keys[0]])).toBe("JBSWY3DPEHPK3PXP");
	expect(() => unseal(sealed, "acct_a", [randomBytes(32), randomBytes(32)])).toThrow("does not open");
});

test("reveals nothing of the secret, and no two sealed values are equal", () => {
	const sealed = seal("JBSWY3DPEHPK3PXP", "acct_a", keys);
	expect(Buffer.from(sealed, "base64url").toString("latin1")).not.toContain("JBSWY3DP");
	expect(seal("JBSWY3DPEHPK3PXP", "acct_a", keys)).not.toBe(sealed);
});

test("does not open for another account, or if a bit was altered", () => {
	const sealed = seal("JBSWY3DPEHPK3PXP", "acct_a", keys);
	expect(() => unseal(sealed, "acct_b", keys)).toThrow();
	const bytes = Buffer.from(sealed, "base64url");
	for (const place of [0, 14, bytes.length - 1]) {
		const altered = Buffer.from(bytes);
		altered[place]! ^= 1;
		expect(() => unseal(altered.toString("base64url"), "acct_a", keys)).toThrow();
	}
	expect(() => unseal("", "acct_a", keys)).toThrow();
});
