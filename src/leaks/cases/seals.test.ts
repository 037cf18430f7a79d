import { expect, test } from "vitest";
import { areSealsOf, factsDigest, newSeals, SEALS } from "./seals.ts";

test("the seals of one digest are not those of another, and all of them are needed", () => {
	const seals = newSeals();
	const digest = factsDigest(Buffer.from("some facts"));
	const disclosed = seals.disclosed(digest);
	expect(areSealsOf(digest, seals.commitments, disclosed)).toBe(true);
	for (let pair = 0; pair < SEALS.pairs; pair++) {
		const other = Buffer.from(digest);
		other[pair >> 3]! ^= 0x80 >> (pair & 7);
		expect(areSealsOf(other, seals.commitments, disclosed)).toBe(false);
		expect(areSealsOf(digest, seals.commitments, disclosed.with(pair, "00".repeat(32)))).toBe(false);
	}
	expect(areSealsOf(digest, seals.commitments.subarray(32), disclosed)).toBe(false);
	expect(areSealsOf(digest, seals.commitments, disclosed.slice(1))).toBe(false);
});
