import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { openSecrets, SecretError, sameSecret, secretSettings, storedHashes } from "./secrets.ts";
import { readSettings } from "./settings.ts";

let file: string;
beforeEach(() => {
	const folder = mkdtempSync(join(tmpdir(), "packshot-secrets-"));
	file = join(folder, "inner", "secret");
	onTestFinished(() => rmSync(folder, { recursive: true }));
});

const MASTER = "a master secret of more than 32 characters";
const open = (environment: Record<string, string> = { PACKSHOT_SECRET: MASTER }) =>
	openSecrets(readSettings(secretSettings, environment), file);
const hex = (keys: readonly Buffer[]) => keys.map((key) => key.toString("hex"));

describe("keys", () => {
	test("come from the master secret alone, the same every time", () => {
		expect(open()).toEqual(open());
		expect(open().tokenKeys).not.toEqual(open({ PACKSHOT_SECRET: `${MASTER}.` }).tokenKeys);
	});

	test("are 256 bits, and no two are equal", () => {
		const { tokenKeys, urlKeys, hashKeys } = open();
		const all = [...tokenKeys, ...urlKeys, ...hashKeys];
		expect(all.map((key) => key.length)).toEqual(Array(6).fill(32));
		expect(new Set(hex(all)).size).toBe(6);
	});

	test("are rotated individually: the previous one stays accepted, the others do not change", () => {
		const before = open();
		const after = open({ PACKSHOT_SECRET: MASTER, PACKSHOT_TOKEN_KEY_GENERATION: "2" });
		expect(hex(after.tokenKeys)[1]).toBe(hex(before.tokenKeys)[0]);
		expect(hex(before.tokenKeys)).not.toContain(hex(after.tokenKeys)[0]);
		expect(after.urlKeys).toEqual(before.urlKeys);
		expect(after.hashKeys).toEqual(before.hashKeys);
	});

	test("are dropped after two rotations", () => {
		const [oldest] = hex(open().urlKeys);
		const { urlKeys } = open({ PACKSHOT_SECRET: MASTER, PACKSHOT_URL_KEY_GENERATION: "3" });
		expect(hex(urlKeys)).not.toContain(oldest);
	});
});

describe("the master secret", () => {
	test("is generated once, readable only by its owner, and reused", () => {
		const first = open({});
		expect(statSync(file).mode & 0o777).toBe(0o600);
		expect(readFileSync(file, "utf8").trim()).toMatch(/^[\w-]{64}$/);
		expect(open({})).toEqual(first);
	});

	test("from the environment takes precedence over the file and does not create one", () => {
		open();
		expect(() => statSync(file)).toThrow(/ENOENT/);
		open({});
		expect(open()).not.toEqual(open({}));
	});

	test("is rejected if it is too short or its file is empty", () => {
		expect(() => open({ PACKSHOT_SECRET: "a".repeat(31) })).toThrow(SecretError);
		open({});
		writeFileSync(file, "\n");
		expect(() => open({})).toThrow(SecretError);
	});
});

describe("stored hashes", () => {
	test("match under the current and the previous key, and do not contain the secret", () => {
		const { hashKeys } = open();
		const rotated = open({ PACKSHOT_SECRET: MASTER, PACKSHOT_HASH_KEY_GENERATION: "2" }).hashKeys;
		const [stored] = storedHashes("an api key", hashKeys);
		expect(stored).toMatch(/^[\w-]{43}$/);
		expect(storedHashes("an api key", rotated)[1]).toBe(stored);
		expect(storedHashes("an api kez", rotated)).not.toContain(stored);
	});

	test("two secrets are equal exactly when all their characters are", () => {
		fc.assert(fc.property(fc.string(), fc.string(), (a, b) => sameSecret(a, b) === (a === b)));
		fc.assert(fc.property(fc.string(), (text) => sameSecret(text, text)));
	});
});
