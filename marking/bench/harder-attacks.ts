import sharp from "sharp";
import { createRandomNumbers } from "../src/attribution/random.ts";
import { type Attack, collusion, edit, mixture, rawsOf } from "./attacks.ts";

const pixelChoices: Record<string, Parameters<typeof mixture>[2]> = {
	minimum: (values) => values.reduce((least, value) => Math.min(least, value)),
	maximum: (values) => values.reduce((most, value) => Math.max(most, value)),
	median: (values) => values.toSorted()[values.length >> 1] ?? 0,
	"random pixels": (values, random) => values[Math.floor(random() * values.length)] ?? 0,
};

/** Attacks beyond the ordinary: the table in which marks begin to fail. */
export const harderAttacks: readonly Attack[] = [
	edit("two tones", (copy) => copy.greyscale().threshold(128).png()),
	edit("blur σ4", (copy) => copy.blur(4).jpeg({ quality: 90 })),
	edit("WebP q20", (copy) => copy.webp({ quality: 20 })),
	edit("denoised and sharpened", (copy) =>
		copy.median(5).blur(0.8).sharpen({ sigma: 1.5, m2: 3 }).jpeg({ quality: 80 }),
	),
	{ name: "shrunk three times", copies: 1, apply: ([copy]) => shrunkThrice(copy as Buffer) },
	{ name: "in a flyer, text over it", copies: 1, apply: ([copy], seed) => flyer(copy as Buffer, seed) },
	...[3, 5, 10, 20].flatMap((count) => [
		// The averages of fewer copies are among the ordinary attacks.
		...(count < 10 ? [] : [collusion(`average of ${count}`, count)]),
		...Object.entries(pixelChoices).map(([name, choose]) => mixture(`${name} of ${count}`, count, choose)),
		{ name: `mosaic of ${count}`, copies: count, apply: mosaic },
	]),
];

/** Side of a mosaic's tiles in pixels. */
const tilePx = 32;

/** Takes every tile from a randomly chosen copy. */
async function mosaic(files: readonly Buffer[], seed: number): Promise<Buffer> {
	const raws = await rawsOf(files);
	const { info } = raws[0];
	const random = createRandomNumbers(seed);
	const across = Math.ceil(info.width / tilePx);
	const owners = Array.from({ length: across * Math.ceil(info.height / tilePx) }, () =>
		Math.floor(random() * files.length),
	);
	const mixed = raws[0].data.map((_, i) => {
		const pixel = Math.floor(i / info.channels);
		const [x, y] = [pixel % info.width, Math.floor(pixel / info.width)];
		const tile = Math.floor(y / tilePx) * across + Math.floor(x / tilePx);
		return raws[owners[tile] ?? 0]?.data[i] ?? 0;
	});
	return sharp(mixed, { raw: info }).jpeg({ quality: 75 }).toBuffer();
}

/** Passed from shop to shop, each of which shrinks it and saves it again. */
async function shrunkThrice(copy: Buffer): Promise<Buffer> {
	const { width } = await sharp(copy).metadata();
	const first = await sharp(copy)
		.resize(Math.round(width * 0.7))
		.jpeg({ quality: 80 })
		.toBuffer();
	const second = await sharp(first)
		.resize(Math.round(width * 0.45))
		.webp({ quality: 75 })
		.toBuffer();
	return sharp(second)
		.resize(Math.round(width * 0.3))
		.jpeg({ quality: 70 })
		.toBuffer();
}

/** An advertisement: the picture on a coloured page with other content, a price, and a line of text across it. */
async function flyer(copy: Buffer, seed: number): Promise<Buffer> {
	const random = createRandomNumbers(seed);
	const shown = await sharp(copy).resize({ height: 560 }).png().toBuffer();
	const { width } = await sharp(shown).metadata();
	const [left, top] = [80 + Math.round(60 * random()), 180];
	const boxes = Array.from(
		{ length: 6 },
		(_, i) =>
			`<rect x="${760 + 30 * random()}" y="${120 + 130 * i}" width="360" height="96" fill="#fff7d6"/>`,
	);
	const page = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="960"><rect width="1200" height="960" fill="#d33a2c"/>
		<rect x="40" y="40" width="1120" height="90" fill="#ffd21f"/>${boxes.join("")}</svg>`;
	const middle = left + width / 2;
	const over = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="960" font-family="sans-serif" font-weight="bold">
		<text x="${middle}" y="${top + 330}" font-size="92" fill="#fff" stroke="#000" stroke-width="3" text-anchor="middle">THIS WEEK</text>
		<circle cx="${middle + 0.3 * width}" cy="${top + 110}" r="85" fill="#ffd21f"/>
		<text x="${middle + 0.3 * width}" y="${top + 128}" font-size="54" fill="#c00" text-anchor="middle">3.99</text></svg>`;
	return sharp(Buffer.from(page))
		.composite([
			{ input: shown, left, top },
			{ input: Buffer.from(over), left: 0, top: 0 },
		])
		.flatten()
		.jpeg({ quality: 80 })
		.toBuffer();
}
