import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { CellPlan } from "../marks/cells.ts";
import { flatten } from "../marks/flip-list.ts";
import { packFlips } from "../marks/packed-flips.ts";
import {
	decodePrepared,
	deliveredSizeBytes,
	encodePrepared,
	openPrepared,
	preparedHeaderLength,
} from "./prepared.ts";
import { PreparedPictureError } from "./prepared-errors.ts";
import { encodeFirstForm } from "./prepared-first-form.testing.ts";

/** A base of random bytes, with cells that each change one byte. */
const pictures = fc
	.record({
		base: fc.uint8Array({ minLength: 64, maxLength: 600 }),
		cellCount: fc.nat(30),
		format: fc.constantFrom("jpeg", "png"),
	})
	.map(({ base, cellCount, format }) => ({ base, plan: planFor(base, cellCount, format) }));

function planFor(base: Uint8Array, cellCount: number, format: "jpeg" | "png"): CellPlan {
	const picture = { width: 320, height: 8, sizeBytes: base.length };
	const cells = Array.from({ length: cellCount }, (_, i) => ({
		x: i * 8,
		y: 0,
		width: 8,
		height: 8,
		patches: [{ offset: 2 * i + (i % 2), xor: 1 + (i % 255) }],
	}));
	if (format === "jpeg") return { ...picture, format, cells };
	const checksums = { adlerOffset: base.length - 8, crcOffset: base.length - 4 };
	const near = cells.filter(({ patches }) => patches[0]!.offset < base.length - 8);
	return {
		...picture,
		format,
		checksums,
		cells: near.map((cell, i) => ({ ...cell, crc: i * 7919, adlerA: i, adlerB: 2 * i })),
	};
}

const sound = ({ base, plan }: { base: Uint8Array; plan: CellPlan }) =>
	plan.cells.every((cell) => cell.patches.every((patch) => patch.offset < base.length));

/** The current stored form, and that of earlier versions. */
const forms = [
	["in the current format", encodePrepared],
	["in the format of earlier versions", encodeFirstForm],
] as const;

describe.each(forms)("a prepared picture %s", (_, encode) => {
	it("comes back as it was written", () => {
		fc.assert(
			fc.property(pictures.filter(sound), ({ base, plan }) => {
				const read = decodePrepared(encode(base, plan));
				expect(Buffer.from(read.base).equals(base)).toBe(true);
				const opened = openPrepared(encode(base, plan));
				expect(Buffer.from(opened.base).equals(base)).toBe(true);
				expect(opened.flips).toEqual(packFlips(flatten(plan)));
				const start = encode(base, plan).subarray(0, preparedHeaderLength);
				expect(deliveredSizeBytes(start)).toBe(base.length);
				expect(read).toMatchObject({
					format: plan.format,
					contentType: `image/${plan.format}`,
					width: 320,
					height: 8,
				});
				expect(read.flips.cellCount).toBe(plan.cells.length);
				expect([...read.flips.offsets]).toEqual(
					plan.cells.flatMap(({ patches }) => patches.map(({ offset }) => offset)),
				);
			}),
			{ numRuns: 60 },
		);
	});
});

describe("a prepared picture", () => {
	it("cannot be written with another picture's cells", () => {
		const base = new Uint8Array(100);
		expect(() => encodePrepared(base.subarray(1), planFor(base, 3, "jpeg"))).toThrow(RangeError);
	});
});

describe.each(forms)("damage to a prepared picture %s is detected", (_, encode) => {
	const blobs = pictures.filter(sound).map(({ base, plan }) => encode(base, plan));

	it("when any single bit is flipped", () => {
		fc.assert(
			fc.property(blobs, fc.nat(), fc.nat(7), (blob, at, bit) => {
				blob[at % blob.length]! ^= 1 << bit;
				expect(() => decodePrepared(blob)).toThrow(PreparedPictureError);
				expect(() => openPrepared(blob)).toThrow(PreparedPictureError);
			}),
			{ numRuns: 300 },
		);
	});

	it("when bytes are missing or appended", () => {
		fc.assert(
			fc.property(blobs, fc.nat(), (blob, length) => {
				expect(() => decodePrepared(blob.subarray(0, length % blob.length))).toThrow(PreparedPictureError);
				expect(() => decodePrepared(Buffer.concat([blob, blob.subarray(0, 1 + (length % 9))]))).toThrow(
					PreparedPictureError,
				);
			}),
			{ numRuns: 100 },
		);
	});

	it("when the bytes are something else entirely", () => {
		fc.assert(
			fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
				expect(() => decodePrepared(bytes)).toThrow(PreparedPictureError);
			}),
		);
	});

	it("when the header of one picture is followed by the content of another", () => {
		const [one, other] = [Buffer.alloc(100, 1), Buffer.alloc(100, 2)];
		const [first, second] = [one, other].map((base) => encode(base, planFor(base, 3, "jpeg")));
		const at = encode === encodePrepared ? 36 : 112;
		const mixed = Buffer.concat([first!.subarray(0, at), second!.subarray(at)]);
		expect(() => decodePrepared(mixed)).toThrow("damaged base");
	});
});
