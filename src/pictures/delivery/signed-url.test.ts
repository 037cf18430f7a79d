import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { VARIANTS } from "../../catalogue/fields/scopes.ts";
import type { KeyPair } from "../../platform/secrets.ts";
import { readSignedUrl, signUrl, type UrlGrant } from "./signed-url.ts";

const keys: KeyPair = [randomBytes(32), randomBytes(32)];

const grant: UrlGrant = {
	urlId: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
	expiresAtMs: 1_800_000_000_000,
	clientId: "ps_client_abcdefghij2345672345",
	barcode: "00012345678905",
	variant: "front_clean",
	address: "2001:db8:1234:5678:9abc:def0:1234:5678",
	multiUse: false,
	sizePx: null,
};
const token = signUrl(grant, keys);

test("any signed grant reads back unchanged", () => {
	const grants = fc.record<UrlGrant>({
		urlId: fc.string(),
		expiresAtMs: fc.maxSafeNat(),
		clientId: fc.string(),
		barcode: fc.stringMatching(/^[0-9]{4,14}$/),
		variant: fc.constantFrom(...VARIANTS),
		address: fc.oneof(fc.ipV4(), fc.ipV6()),
		multiUse: fc.boolean(),
		sizePx: fc.option(fc.nat()),
	});
	fc.assert(
		fc.property(grants, (any) => {
			expect(readSignedUrl(signUrl(any, keys), keys)).toEqual(any);
		}),
	);
});

test("a token needs no escaping in a path and is shorter than 400 characters", () => {
	expect(token).toMatch(/^[A-Za-z0-9_.-]+$/);
	expect(token.length).toBeLessThan(400);
});

test("after a rotation, the previous key is accepted but not the one before it", () => {
	const next: KeyPair = [randomBytes(32), keys[0]];
	expect(readSignedUrl(token, next)).toEqual(grant);
	expect(readSignedUrl(token, [randomBytes(32), next[0]])).toBeUndefined();
	expect(readSignedUrl(signUrl(grant, next), keys)).toBeUndefined();
});

describe("an invalid token is rejected", () => {
	const characters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.=+/%~ é\0"];

	test("with any character replaced", () => {
		fc.assert(
			fc.property(fc.nat(token.length - 1), fc.constantFrom(...characters), (place, character) => {
				fc.pre(token[place] !== character);
				const altered = token.slice(0, place) + character + token.slice(place + 1);
				expect(readSignedUrl(altered, keys)).toBeUndefined();
			}),
			{ numRuns: 1000 },
		);
	});

	test("if truncated at either end", () => {
		for (let length = 1; length <= token.length; length++) {
			expect(readSignedUrl(token.slice(0, -length), keys)).toBeUndefined();
			expect(readSignedUrl(token.slice(length), keys)).toBeUndefined();
		}
	});

	test("with anything added", () => {
		for (const extra of ["A", "=", ".", ".AAAA", " ", "\n"]) {
			expect(readSignedUrl(token + extra, keys)).toBeUndefined();
			expect(readSignedUrl(extra + token, keys)).toBeUndefined();
		}
	});

	test("in another encoding of the same bytes", () => {
		const [payload = "", signature = ""] = token.split(".");
		const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
		// With 32 bytes, two bits of the last character are unused.
		const last = alphabet.indexOf(signature.at(-1) ?? "");
		const respelt = signature.slice(0, -1) + alphabet[last ^ 1];
		expect(Buffer.from(respelt, "base64url")).toEqual(Buffer.from(signature, "base64url"));
		expect(readSignedUrl(`${payload}.${respelt}`, keys)).toBeUndefined();
		expect(readSignedUrl(`${payload}=.${signature}`, keys)).toBeUndefined();
	});

	test("if its payload belongs to another signature", () => {
		const [, signature] = token.split(".");
		const [payload] = signUrl({ ...grant, barcode: "4011" }, keys).split(".");
		expect(readSignedUrl(`${payload}.${signature}`, keys)).toBeUndefined();
	});

	test("if it is any other text", () => {
		fc.assert(fc.property(fc.string(), (text) => readSignedUrl(text, keys) === undefined));
	});
});
