import { createHash } from "node:crypto";
import sharp, { type Sharp } from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { codeword } from "../marks/codeword.ts";
import { deliver } from "../marks/deliver.ts";
import { flatten } from "../marks/flip-list.ts";
import { type GlobalMark, globalMark, withoutGlobalCodeword } from "../marks/global-mark.ts";
import { planJpeg } from "../marks/jpeg/plan.ts";
import { preparePng } from "../marks/png/prepare.ts";
import { attributeLeaks } from "./attribute-leaks.ts";
import { drawnPicture } from "./drawn-picture.ts";
import type { KnownImage } from "./known-image.ts";

const seedOf = (text: string) => createHash("sha256").update(text).digest();
const clients = ["ann", "ben", "cleo"].map((clientId) => ({ clientId, markSeed: seedOf(clientId) }));

type MarkedImage = KnownImage & { readonly global: GlobalMark };

function deliveredTo(client: string, { imageId, base, flips, global }: KnownImage): Buffer {
	return deliver(base, flips, codeword(seedOf(client), imageId, flips.cellCount, global));
}

/** Large enough to have the twenty or more reserved cells that are needed, of which a PNG has fewer, and to be no preview at half size. */
const sides = { jpeg: 720, png: 800 };

/** The photograph as somebody else may have published it: encoded from the same pixels, but not by this service. */
const original = {
	jpeg: () => drawnPicture(1, sides.jpeg, sides.jpeg).blur(0.7),
	png: () => drawnPicture(3, sides.png, sides.png, "none").blur(0.7),
};

async function jpegImage(): Promise<MarkedImage> {
	const base = await original.jpeg().jpeg({ quality: 88 }).toBuffer();
	const flips = planJpeg(base);
	return { imageId: "jpeg-1", base, flips, global: globalMark(seedOf("x"), "jpeg-1", flips.cellCount) };
}

async function pngImage(): Promise<MarkedImage> {
	const { base, plan } = preparePng(await original.png().raw().toBuffer(), sides.png, sides.png);
	const flips = flatten(plan);
	return { imageId: "png-1", base, flips, global: globalMark(seedOf("x"), "png-1", flips.cellCount) };
}

const treatments: [string, (copy: Sharp, side: number) => Sharp][] = [
	["saved as JPEG", (copy) => copy.flatten({ background: "#fff" }).jpeg({ quality: 70 })],
	[
		"at half size",
		(copy, side) =>
			copy
				.flatten({ background: "#fff" })
				.resize(side / 2)
				.jpeg({ quality: 85 }),
	],
	["smoothed", (copy) => copy.flatten({ background: "#fff" }).median(3).jpeg({ quality: 85 })],
];

describe.each([
	["JPEG", jpegImage, original.jpeg, sides.jpeg],
	["PNG", pngImage, () => original.png().png(), sides.png],
] as const)("a %s", (_, make, unmarked, side) => {
	let image: MarkedImage;
	beforeAll(async () => {
		image = await make();
	});

	test("as it was delivered is recognised as delivered", async () => {
		const { origin } = await attributeLeaks([deliveredTo("stranger", image)], [image], clients);
		expect(origin?.verdict).toBe("delivered");
	});

	test.each(treatments)(
		"%s is recognised as delivered (if smoothed: not as elsewhere) though no client is identified",
		async (_name, treat) => {
			const leak = await treat(sharp(deliveredTo("stranger", image)), side).toBuffer();
			const { verdict, origin } = await attributeLeaks([leak], [image], clients);
			expect(verdict).toBe("inconclusive");
			expect(origin?.verdict).not.toBe("elsewhere");
			if (_name !== "smoothed") expect(origin?.verdict).toBe("delivered");
		},
	);

	test.each(treatments.slice(0, 2))(
		"of the same photograph from elsewhere, %s, is recognised as such",
		async (_name, treat) => {
			const leak = await treat(sharp(await unmarked().toBuffer()), side).toBuffer();
			const { verdict, origin } = await attributeLeaks([leak], [image], clients);
			expect([verdict, origin?.verdict]).toEqual(["inconclusive", "elsewhere"]);
		},
	);

	test("without the global codeword is recognised as delivered only if its client is identified", async () => {
		const waived = { ...image, global: withoutGlobalCodeword(image.global) };
		const save = (copy: Buffer) =>
			sharp(copy).flatten({ background: "#fff" }).jpeg({ quality: 80 }).toBuffer();
		const named = await attributeLeaks([await save(deliveredTo("ben", waived))], [image], clients);
		expect([named.verdict, named.origin?.verdict]).toEqual(["identified", "delivered"]);
		const unnamed = await attributeLeaks([await save(deliveredTo("stranger", waived))], [image], clients);
		expect([unnamed.verdict, unnamed.origin?.verdict]).toEqual(["inconclusive", "unclear"]);
	});

	test("identifies its client whether it was delivered before or after cells were reserved", async () => {
		const { global: _global, ...before } = image;
		for (const from of [before, image]) {
			const copy = sharp(deliveredTo("cleo", from)).flatten({ background: "#fff" }).jpeg({ quality: 75 });
			const found = await attributeLeaks([await copy.toBuffer()], [before, image], clients);
			expect([found.verdict, found.candidates[0]?.clientId]).toEqual(["identified", "cleo"]);
		}
	});
});
