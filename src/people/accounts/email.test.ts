import { describe, expect, test } from "vitest";
import { emailKey, normalEmail } from "./email.ts";

test.each([
	[" Boss@Example.COM ", "boss@example.com"],
	["o'brien+spring@mail.example.co.uk", "o'brien+spring@mail.example.co.uk"],
	["shop@xn--mller-kva.example", "shop@xn--mller-kva.example"],
	["root@localhost", "root@localhost"],
])("%s is normalised to %s", (text, email) => {
	expect(normalEmail(text)).toBe(email);
});

describe("rejects an email address with", () => {
	test.each([
		["a Cyrillic letter that looks like a Latin one", "b\u043ess@example.com"],
		["the Kelvin sign, which lowercases to k", "\u212Aate@example.com"],
		["full-width letters", "ｂoss@example.com"],
		["a look-alike domain", "boss@ex\u0430mple.com"],
		["a letter with an accent", "josé@example.com"],
		["a zero-width space", "bo\u200bss@example.com"],
		["a bidirectional override", "boss\u202e@example.com"],
		["NUL", "bo\0ss@example.com"],
		["no host", "boss@"],
		["two hosts", "boss@a@b"],
		["a host that ends in a hyphen", "boss@example-"],
	])("%s", (_what, text) => {
		expect(normalEmail(text)).toBeUndefined();
	});
});

test("an account from an earlier version is found by an address with non-ASCII letters", () => {
	expect(emailKey(" Jose\u0301@Example.com")).toBe("josé@example.com");
});
