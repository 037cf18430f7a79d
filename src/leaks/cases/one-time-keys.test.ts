import { expect, test } from "vitest";
import { areKeysOf, factsDigest, KEY_PAIRS, newOneTimeKeys } from "./one-time-keys.ts";

test("the one-time keys of one digest are not those of another, and all of them are needed", () => {
	const keys = newOneTimeKeys();
	const digest = factsDigest(Buffer.from("some facts"));
	const disclosed = keys.disclosed(digest);
	expect(areKeysOf(digest, keys.commitments, disclosed)).toBe(true);
	for (let pair = 0; pair < KEY_PAIRS; pair++) {
		const other = Buffer.from(digest);
		other[pair >> 3]! ^= 0x80 >> (pair & 7);
		expect(areKeysOf(other, keys.commitments, disclosed)).toBe(false);
		expect(areKeysOf(digest, keys.commitments, disclosed.with(pair, "00".repeat(32)))).toBe(false);
	}
	expect(areKeysOf(digest, keys.commitments.subarray(32), disclosed)).toBe(false);
	expect(areKeysOf(digest, keys.commitments, disclosed.slice(1))).toBe(false);
});
