import { createHash } from "node:crypto";
import sharp, { type Sharp } from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { codeword } from "../marks/codeword.ts";
import { deliver } from "../marks/deliver.ts";
import { flatten } from "../marks/flip-list.ts";
import { planJpeg } from "../marks/jpeg/plan.ts";
import { preparePng } from "../marks/png/prepare.ts";
import { type Attribution, attributeLeaks, attributeReadings } from "./attribute-leaks.ts";
import { drawnPicture } from "./drawn-picture.ts";
import { identity } from "./homography.ts";
import type { KnownImage } from "./known-image.ts";
import type { LeakMatch } from "./leak-reading.ts";
import { createRandomNumbers, normalNumber } from "./random.ts";
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

describe("a leak of a photograph that was delivered in two styles and two sizes", () => {
	let images: KnownImage[];
	const original = () => drawnPicture(1, 480, 480).blur(0.7);
	beforeAll(async () => {
		const stamp = Buffer.from(
			'<svg width="480" height="480"><text x="60" y="280" font-size="90" fill="#fff" fill-opacity="0.35">SHOP</text></svg>',
		);
		const plain = await original().png().toBuffer();
		const drawn = await sharp(plain)
			.composite([{ input: stamp }])
			.png()
			.toBuffer();
		const small = await sharp(plain).resize(360).png().toBuffer();
		const made = { drawn, unseen: plain, "unseen/360": small };
		images = await Promise.all(
			Object.entries(made).map(async ([imageId, pixels]) => {
				const base = await sharp(pixels).jpeg({ quality: 88 }).toBuffer();
				return { imageId, photograph: "one", base, flips: planJpeg(base) };
			}),
		);
	});
	const copies = (...of: [client: number, imageId: string][]) =>
		of.map(([client, imageId]) => deliveredTo(client, images.find((one) => one.imageId === imageId)!));

	test("names all four who mixed two copies of each style", async () => {
		const files = copies([3, "drawn"], [50, "drawn"], [120, "unseen"], [200, "unseen"]);
		const raws = await Promise.all(files.map((file) => sharp(file).raw().toBuffer()));
		const mean = raws[0]!.map((_, i) => Math.round(raws.reduce((sum, raw) => sum + raw[i]!, 0) / 4));
		const leak = await sharp(mean, { raw: { width: 480, height: 480, channels: 3 } })
			.jpeg({ quality: 85 })
			.toBuffer();
		const attribution = await attributeLeaks([leak], images, clients);
		expect(accused(attribution)).toEqual(["client-120", "client-200", "client-3", "client-50"]);
		expect(attribution.guesses).toBe(3);
	});

	test.each(["drawn", "unseen", "unseen/360"])("names its client and the image %s", async (imageId) => {
		const [copy] = copies([7, imageId]);
		const attribution = await attributeLeaks(
			[await sharp(copy).jpeg({ quality: 70 }).toBuffer()],
			images,
			clients,
		);
		expect(accused(attribution)).toEqual(["client-7"]);
		expect(attribution.candidates[0]?.imageIds).toEqual([imageId]);
		expect(attribution.matches[0]?.imageId).toBe(imageId);
	});

	test("counts readings that were discarded for these as guesses", async () => {
		const [copy] = copies([7, "unseen"]);
		const leak = await sharp(copy).jpeg({ quality: 20 }).toBuffer();
		const { readings, candidates } = await attributeLeaks([leak], images, clients);
		const again = await attributeReadings(readings, clients, { discarded: [6] });
		const [one, other] = [candidates, again.candidates].map(
			([first]) => first?.falsePositiveProbability ?? 0,
		);
		expect(again.guesses).toBe(9);
		expect((other as number) / (one as number)).toBeCloseTo(3);
	});

	test("names its client if it was cut from its white and put on a page, though a cut-out resembles it more", async () => {
		const rgba = await drawnPicture(1, 480, 480, "none").blur(0.7).raw().toBuffer();
		const { base, plan } = preparePng(rgba, 480, 480);
		const cutOut = { imageId: "cut-out", base, flips: flatten(plan) };
		const [copy] = copies([9, "unseen"]);
		const body = Buffer.from(
			'<svg width="480" height="480"><rect x="29" y="29" width="422" height="422" rx="24"/></svg>',
		);
		const cut = await sharp(copy)
			.ensureAlpha()
			.composite([{ input: body, blend: "dest-in" }])
			.png()
			.toBuffer();
		const page = drawnPicture(40, 900, 700, "#286").composite([{ input: cut, left: 210, top: 120 }]);
		const leak = await page.jpeg({ quality: 85 }).toBuffer();
		const attribution = await attributeLeaks([leak], [cutOut, ...images], clients);
		expect(accused(attribution)).toEqual(["client-9"]);
		expect(attribution.matches[0]?.imageId).toBe("unseen");
	});
});

describe("a leak that shows two photographs", () => {
	let images: KnownImage[];
	beforeAll(async () => {
		images = await Promise.all(
			[1, 3].map(async (seed) => {
				const base = await drawnPicture(seed, 480, 480).blur(0.7).jpeg({ quality: 88 }).toBuffer();
				return { imageId: `picture-${seed}`, photograph: `${seed}`, base, flips: planJpeg(base) };
			}),
		);
	});

	test.each([
		["side by side", 960, 480, 480],
		["one in a corner of the other", 480, 280, 200],
	])("%s names the clients of both", async (_, width, left, side) => {
		const [one, other] = images as [KnownImage, KnownImage];
		const small = await sharp(deliveredTo(9, other)).resize(side).png().toBuffer();
		const leak = await sharp({ create: { width, height: 480, channels: 3, background: "#fff" } })
			.composite([
				{ input: deliveredTo(7, one), left: 0, top: 0 },
				{ input: small, left, top: 0 },
			])
			.jpeg({ quality: 85 })
			.toBuffer();
		expect(accused(await attributeLeaks([leak], images, clients))).toEqual(["client-7", "client-9"]);
	});
});

describe("leaks that could each show many images", () => {
	const innocents = Array.from({ length: 3000 }, (_, i) => ({
		clientId: `innocent-${i}`,
		markSeed: createHash("sha256").update(`innocent ${i}`).digest(),
	}));
	const alignment = { mapping: identity, correlation: 0.9 };

	/** A reading in which the bits of a client, if any, are hidden by this much noise. */
	function reading(imageId: string, run: number, noise: number, clientId?: string): LeakMatch {
		const random = createRandomNumbers(run);
		const seed = innocents.find((one) => one.clientId === clientId)?.markSeed;
		const bits = seed && codeword(seed, imageId, 600);
		const softness = new Float32Array(600).map((_, cell) =>
			Math.tanh((bits ? 2 * (bits[cell] ?? 0) - 1 : 0) + noise * normalNumber(random)),
		);
		const certainty = new Float32Array(600).fill(1 / (1 + noise));
		return { imageId, softness, certainty, alignment, sidePx: 1000 };
	}
	const images = Array.from({ length: 16 }, (_, i) => `image-${i}`);

	test("name nobody among thousands of innocents", async () => {
		for (let run = 0; run < 10; run++) {
			const leaks = [0, 1].map((leak) => images.map((id, i) => reading(id, 1000 * run + 50 * leak + i, 1)));
			const { verdict, origin } = await attributeReadings(leaks, innocents);
			expect([verdict, origin?.verdict]).toEqual(["inconclusive", "unclear"]);
		}
	});

	test("name the client of one image, and one whom only several leaks together show", async () => {
		const noise = (leak: number) => images.map((id, i) => reading(id, 100 * leak + i, 1));
		const strong = [...noise(1), reading("own", 1, 1, "innocent-7")];
		const alone = await attributeReadings([strong], innocents);
		expect(accused(alone)).toEqual(["innocent-7"]);
		expect(alone.candidates[0]?.imageIds).toEqual(["own"]);
		const weak = ["a", "b", "c", "d"].map((id, i) => [reading(id, i, 3.2, "innocent-9")]);
		expect(accused(await attributeReadings(weak.slice(0, 1), innocents))).toEqual([]);
		const together = await attributeReadings(weak, innocents);
		expect(accused(together)).toEqual(["innocent-9"]);
		expect(together.candidates[0]?.imageIds).toEqual(["a", "b", "c", "d"]);
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
