import { expect, test } from "vitest";
import { randomBase32, requestId, secretToken, ulid } from "./ids.ts";

test("ids have the documented shapes", () => {
	expect(requestId(1_700_000_000_000)).toMatch(/^req_[0-9A-HJKMNP-TV-Z]{26}$/);
	expect(randomBase32(20)).toMatch(/^[a-z2-7]{20}$/);
	expect(secretToken()).toMatch(/^[A-Za-z0-9_-]{44}$/);
});

test("no secret begins with a dash", () => {
	const secrets = Array.from({ length: 2000 }, secretToken);
	expect(secrets.filter((secret) => secret.startsWith("-"))).toEqual([]);
});

test("a ULID carries its time in the first ten characters", () => {
	expect(ulid(1_469_918_176_385).slice(0, 10)).toBe("01ARYZ6S41");
	expect(ulid(1000) < ulid(2000)).toBe(true);
});

test("ten thousand ids of one millisecond differ", () => {
	const ids = new Set(Array.from({ length: 10_000 }, () => ulid(5)));
	expect(ids.size).toBe(10_000);
});
