import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { bitsOfKey } from "../marks/codeword.ts";
import { identity } from "./homography.ts";
import type { LeakMatch } from "./leak-reading.ts";
import { mayBeMixed } from "./name-colluders.ts";
import { createRandomNumbers, normalNumber } from "./random.ts";

const imageId = "one";
const cells = 4000;
const keyOf = (client: number) => createHash("sha256").update(`key ${client}`).digest();

/** Reads the mean of some clients' copies, of which so much is left of every change that the reading expects. */
function reading(clients: readonly number[], left: number, run: number): LeakMatch {
	const random = createRandomNumbers(run);
	const copies = clients.map((client) => bitsOfKey(keyOf(client), imageId, cells));
	const softness = new Float32Array(cells).map((_, cell) => {
		const flipped = copies.reduce((sum, bits) => sum + (bits[cell] as number), 0) / copies.length;
		return Math.tanh(left * (2 * flipped - 1) + normalNumber(random));
	});
	const certainty = new Float32Array(cells).fill(Math.tanh(1));
	return { imageId, softness, certainty, alignment: { mapping: identity, correlation: 1 }, sidePx: 600 };
}

describe.each([1, 0.6])("a leak with %d of every change left", (left) => {
	test("is not mixed if it is one client's copy", () => {
		for (let run = 0; run < 20; run++) expect(mayBeMixed(reading([1], left, run), [keyOf(1)])).toBe(false);
	});

	test.each([2, 3])("may be mixed if it is the mean of %d copies", (copies) => {
		const clients = [1, 2, 3].slice(0, copies);
		for (let run = 0; run < 20; run++) expect(mayBeMixed(reading(clients, left, run), [keyOf(1)])).toBe(true);
	});
});

test("a leak that names nobody or several clients may always be mixed", () => {
	expect(mayBeMixed(reading([1], 1, 1), [])).toBe(true);
	expect(mayBeMixed(reading([1], 1, 1), [keyOf(1), keyOf(2)])).toBe(true);
});
