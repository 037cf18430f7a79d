import { createHash } from "node:crypto";
import sharp, { type Sharp } from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { codeword } from "../marks/codeword.ts";
import { deliver } from "../marks/deliver.ts";
import { flatten } from "../marks/flip-list.ts";
import { planJpeg } from "../marks/jpeg/plan.ts";
import { preparePng } from "../marks/png/prepare.ts";
import { type Attribution, attributeLeaks, type KnownImage } from "./attribute-leaks.ts";
import { drawnPicture } from "./drawn-picture.ts";
import { identificationThreshold } from "./score.ts";

const clients = Array.from({ length: 300 }, (_, i) => ({
	clientId: `client-${i}`,
	markSeed: createHash("sha256").update(`seed ${i}`).digest(),
}));

function deliveredTo(client: number, { imageId, base, flips }: KnownImage): Buffer {
	const { markSeed } = clients[client] as (typeof clients)[0];
	return Buffer.from(deliver(base, flips, codeword(markSeed, imageId, flips.cellCount)));
}

function accused({ candidates }: Attribution): string[] {
	return candidates
		.filter(({ falsePositiveProbability }) => falsePositiveProbability < identificationThreshold)
		.map(({ clientId }) => clientId)
		.sort();
}

describe("a leaked JPEG", () => {
	let image: KnownImage;
	beforeAll(async () => {
		const base = await drawnPicture(1, 480, 480).blur(0.7).jpeg({ quality: 88 }).toBuffer();
		image = { imageId: "jpeg-1", base, flips: planJpeg(base) };
	});

	test.each<[string, (copy: Sharp) => Sharp]>([
		["as delivered", (copy) => copy.keepMetadata()],
		["recompressed", (copy) => copy.jpeg({ quality: 50 })],
		["at half size", (copy) => copy.resize(240).jpeg({ quality: 70 })],
		[
			"cropped to a quarter",
			(copy) => copy.extract({ left: 130, top: 100, width: 240, height: 240 }).jpeg({ quality: 70 }),
		],
		["rotated", (copy) => copy.rotate(2, { background: "#fff" }).jpeg({ quality: 75 })],
		["mirrored, as WebP", (copy) => copy.flop().webp({ quality: 60 })],
		["in greyscale and brightened", (copy) => copy.greyscale().linear(1.1, 10).jpeg({ quality: 80 })],
	])("%s identifies only its client", async (name, treat) => {
		const copy = deliveredTo(7, image);
		const leak = name === "as delivered" ? copy : await treat(sharp(copy)).toBuffer();
		const attribution = await attributeLeaks([leak], [image], clients);
		expect(attribution.verdict).toBe("identified");
		expect(accused(attribution)).toEqual(["client-7"]);
	});

	test("averaged from three copies identifies all three clients", async () => {
		const copies = await Promise.all(
			[3, 50, 200].map((client) => sharp(deliveredTo(client, image)).raw().toBuffer()),
		);
		const [one, two, three] = copies as [Buffer, Buffer, Buffer];
		const mean = one.map((value, i) => Math.round((value + (two[i] ?? 0) + (three[i] ?? 0)) / 3));
		const leak = await sharp(mean, { raw: { width: 480, height: 480, channels: 3 } })
			.jpeg({ quality: 80 })
			.toBuffer();
		expect(accused(await attributeLeaks([leak], [image], clients))).toEqual([
			"client-200",
			"client-3",
			"client-50",
		]);
	});

	test("delivered to an unknown client accuses nobody", async () => {
		const leak = await sharp(deliveredTo(7, image)).jpeg({ quality: 80 }).toBuffer();
		const others = clients.filter(({ clientId }) => clientId !== "client-7");
		expect(await attributeLeaks([leak], [image], others)).toMatchObject({ verdict: "inconclusive" });
	});

	test("without marks accuses nobody", async () => {
		const leak = await sharp(image.base).jpeg({ quality: 80 }).toBuffer();
		expect(await attributeLeaks([leak], [image], clients)).toMatchObject({ verdict: "inconclusive" });
	});

	test("of another picture matches nothing", async () => {
		const leak = await drawnPicture(2, 480, 480).jpeg().toBuffer();
		expect(await attributeLeaks([leak], [image], clients)).toMatchObject({
			matches: [undefined],
			candidates: [],
			verdict: "inconclusive",
		});
	});

	test("is matched to the right version of the same picture", async () => {
		const base = await drawnPicture(1, 480, 480).blur(0.7).jpeg({ quality: 84 }).toBuffer();
		const newer = { imageId: "jpeg-2", base, flips: planJpeg(base) };
		const leak = await sharp(deliveredTo(9, newer)).jpeg({ quality: 75 }).toBuffer();
		const attribution = await attributeLeaks([leak], [image, newer], clients);
		expect(attribution.matches[0]?.imageId).toBe("jpeg-2");
		expect(accused(attribution)).toEqual(["client-9"]);
	});
});

describe("a leaked transparent PNG", () => {
	let image: KnownImage;
	beforeAll(async () => {
		const rgba = await drawnPicture(3, 420, 420, "none").blur(0.7).raw().toBuffer();
		const { base, plan } = preparePng(rgba, 420, 420);
		image = { imageId: "png-1", base, flips: flatten(plan) };
	});

	test.each(["#fff", "#000", "#c63"])("flattened onto %s identifies only its client", async (background) => {
		const leak = await sharp(deliveredTo(11, image)).flatten({ background }).jpeg({ quality: 70 }).toBuffer();
		expect(accused(await attributeLeaks([leak], [image], clients))).toEqual(["client-11"]);
	});

	test("flattened onto white inside a dark frame identifies only its client", async () => {
		const leak = await sharp(deliveredTo(11, image))
			.flatten({ background: "#fff" })
			.extend({ top: 40, bottom: 60, left: 50, right: 30, background: "#111" })
			.jpeg({ quality: 75 })
			.toBuffer();
		expect(accused(await attributeLeaks([leak], [image], clients))).toEqual(["client-11"]);
	});

	test("still transparent, at half size, identifies only its client", async () => {
		const leak = await sharp(deliveredTo(11, image)).resize(210).png().toBuffer();
		expect(accused(await attributeLeaks([leak], [image], clients))).toEqual(["client-11"]);
	});
});
