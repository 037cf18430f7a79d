import { createHmac, createPrivateKey, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { KeyPair } from "../../platform/secrets.ts";
import { type AccessClaims, readAccessToken, signAccessToken } from "./access-token.ts";

const keys: KeyPair = [randomBytes(32), randomBytes(32)];
const claims: AccessClaims = {
	clientId: "ps_client_abcdefghij234567abcd",
	jti: "01ARZ3NDEKTSV4RRFFQ69G5FAV",
	keyVersion: 3,
	issuedAtSeconds: 1_810_000_000,
	expiresAtSeconds: 1_810_003_600,
};
const token = signAccessToken(claims, keys);
const [header = "", payload = "", signature = ""] = token.split(".");
/** Holds a character that base64 and base64url write differently, whatever its other claims. */
const spelledDifferently = signAccessToken({ ...claims, jti: "ÿÿÿ" }, keys);

const read = (text: string) => readAccessToken(text, keys);
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
const hmac = (message: string, key: Buffer = keys[0]) =>
	createHmac("sha256", key).update(message).digest("base64url");
const BASE64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

describe("a token signed here", () => {
	test("carries the claims that it was signed with", () => {
		fc.assert(
			fc.property(fc.string(), fc.nat(), fc.nat(), (jti, keyVersion, issuedAtSeconds) => {
				const any = { ...claims, jti, keyVersion, issuedAtSeconds };
				expect(read(signAccessToken(any, keys))).toEqual(any);
			}),
		);
	});

	test("is a JWT of about 300 characters", () => {
		expect(token.length).toBeGreaterThan(200);
		expect(token.length).toBeLessThan(400);
		expect(JSON.parse(Buffer.from(header, "base64url").toString())).toEqual({ alg: "HS256", typ: "JWT" });
		expect(signature).toBe(hmac(`${header}.${payload}`));
	});

	test("is also accepted under the previous key, but signed with the current one", () => {
		const rotated: KeyPair = [randomBytes(32), keys[0]];
		expect(readAccessToken(token, rotated)).toEqual(claims);
		expect(read(signAccessToken(claims, rotated))).toBeUndefined();
		expect(readAccessToken(token, [randomBytes(32), randomBytes(32)])).toBeUndefined();
	});
});

describe("an altered token is refused:", () => {
	test("with any character changed to any other", () => {
		const place = fc.nat({ max: token.length - 1 });
		const characters = fc.constantFrom(...BASE64URL, ".", "=", "+", "/", " ", "\u0000", "é");
		fc.assert(
			fc.property(place, characters, (index, character) => {
				const altered = token.slice(0, index) + character + token.slice(index + 1);
				expect(read(altered) !== undefined).toBe(altered === token);
			}),
			{ numRuns: 1000 },
		);
	});

	test("with the last character of any part changed, where base64 has spare bits", () => {
		for (const [index] of [header, payload, signature].entries()) {
			for (const character of BASE64URL) {
				const parts = [header, payload, signature];
				parts[index] = parts[index]?.slice(0, -1) + character;
				const altered = parts.join(".");
				expect(read(altered) !== undefined).toBe(altered === token);
			}
		}
	});

	test("with anything removed, inserted or reordered", () => {
		const places = fc.nat({ max: token.length });
		fc.assert(
			fc.property(places, places, fc.string(), (from, to, more) => {
				const altered = token.slice(0, from) + more + token.slice(to);
				expect(read(altered) !== undefined).toBe(altered === token);
			}),
			{ numRuns: 1000 },
		);
		for (const order of [
			[payload, header, signature],
			[signature, payload, header],
			[header, signature, payload],
		]) {
			expect(read(order.join("."))).toBeUndefined();
		}
	});

	test.each([
		["padding", `${header}.${payload}.${signature}=`],
		["plain base64", spelledDifferently.replaceAll("-", "+").replaceAll("_", "/")],
		["surrounding whitespace", ` ${token} `],
		["a line break", `${token}\n`],
		["a fourth part", `${token}.${signature}`],
		["an empty fourth part", `${token}.`],
		["the token twice", token + token],
	])("in another spelling, with %s", (_what, altered) => {
		expect(read(altered)).toBeUndefined();
	});

	test.each([
		["no signature", `${header}.${payload}.`],
		["no signature and no dot", `${header}.${payload}`],
		["no payload", `${header}..${signature}`],
		["no header", `.${payload}.${signature}`],
		["nothing but dots", ".."],
		["no characters at all", ""],
	])("with %s", (_what, altered) => {
		expect(read(altered)).toBeUndefined();
	});
});

describe("another header is refused despite a valid signature:", () => {
	test.each([
		["alg none", { alg: "none", typ: "JWT" }],
		["alg NONE", { alg: "NONE", typ: "JWT" }],
		["no alg", { typ: "JWT" }],
		["HS384", { alg: "HS384", typ: "JWT" }],
		["HS512", { alg: "HS512", typ: "JWT" }],
		["RS256", { alg: "RS256", typ: "JWT" }],
		["ES256", { alg: "ES256", typ: "JWT" }],
		["a list of algs", { alg: ["HS256"], typ: "JWT" }],
		["another typ", { alg: "HS256", typ: "at+jwt" }],
		["members in another order", { typ: "JWT", alg: "HS256" }],
		["a kid", { alg: "HS256", typ: "JWT", kid: "1" }],
		["a kid that is a path", { alg: "HS256", typ: "JWT", kid: "/dev/null" }],
		["a jwk", { alg: "HS256", typ: "JWT", jwk: { kty: "oct", k: "" } }],
		["a jku", { alg: "HS256", typ: "JWT", jku: "https://example.com/keys" }],
		["an x5u", { alg: "HS256", typ: "JWT", x5u: "https://example.com/cert" }],
		["critical extensions", { alg: "HS256", typ: "JWT", crit: ["b64"], b64: false }],
	])("%s", (_what, other) => {
		const message = `${encode(other)}.${payload}`;
		expect(read(`${message}.${hmac(message)}`)).toBeUndefined();
		expect(read(`${message}.`)).toBeUndefined();
		expect(read(`${message}.${signature}`)).toBeUndefined();
	});

	test("whitespace in its JSON", () => {
		const spaced = Buffer.from('{"alg": "HS256","typ":"JWT"}').toString("base64url");
		const message = `${spaced}.${payload}`;
		expect(read(`${message}.${hmac(message)}`)).toBeUndefined();
	});
});

test("an RSA signature over the same message is refused", () => {
	const { privateKey } = generateKeyPairSync("rsa", {
		modulusLength: 2048,
		privateKeyEncoding: { type: "pkcs8", format: "pem" },
		publicKeyEncoding: { type: "spki", format: "pem" },
	});
	const message = `${encode({ alg: "RS256", typ: "JWT" })}.${payload}`;
	const signed = sign("sha256", Buffer.from(message), createPrivateKey(privateKey)).toString("base64url");
	expect(read(`${message}.${signed}`)).toBeUndefined();
	expect(read(`${header}.${payload}.${signed}`)).toBeUndefined();
});

test("random text is refused and never throws", () => {
	const part = fc.string({ unit: fc.constantFrom(...BASE64URL, ".", "=") });
	fc.assert(
		fc.property(part, part, part, fc.string(), (a, b, c, text) => {
			for (const forged of [`${a}.${b}.${c}`, text, `${header}.${b}.${c}`])
				expect(read(forged)).toBeUndefined();
		}),
	);
});
