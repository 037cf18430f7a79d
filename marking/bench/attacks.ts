import sharp, { type OutputInfo, type Sharp } from "sharp";
import { compose, type Homography, inverse, scaling } from "../src/attribution/homography.ts";
import type { Plane } from "../src/attribution/plane.ts";
import { createRandomNumbers, normalNumber } from "../src/attribution/random.ts";
import { resize } from "../src/attribution/resample.ts";
import { warp } from "../src/attribution/warp.ts";

/** What a leaker does to the available copies: usually one, several for collusion. All are opaque and of equal size. */
export interface Attack {
	readonly name: string;
	readonly copies: number;
	apply(copies: Buffer[], seed: number): Promise<Buffer>;
}

/** Every attack of the robustness table, in table order. */
export const attacks: readonly Attack[] = [
	edit("none", (copy) => copy.png({ compressionLevel: 1 })),
	edit("JPEG q50", (copy) => copy.jpeg({ quality: 50 })),
	edit("JPEG q30", (copy) => copy.jpeg({ quality: 30 })),
	edit("JPEG q10", (copy) => copy.jpeg({ quality: 10 })),
	scaled("half size", 0.5, (copy) => copy.jpeg({ quality: 90 })),
	scaled("half size, q50", 0.5, (copy) => copy.jpeg({ quality: 50 })),
	scaled("quarter size", 0.25, (copy) => copy.jpeg({ quality: 90 })),
	scaled("eighth size", 0.125, (copy) => copy.jpeg({ quality: 90 })),
	edit("WebP q40", (copy) => copy.webp({ quality: 40 })),
	edit("AVIF", (copy) => copy.avif()),
	cropped("crop 50 %, q50", 0.5),
	cropped("crop 25 %, q50", 0.25),
	cropped("crop 10 %, q50", 0.1),
	edit("turned 2°", (copy) => copy.rotate(2, { background: "#fff" }).jpeg({ quality: 75 })),
	edit("turned −2°", (copy) => copy.rotate(-2, { background: "#fff" }).jpeg({ quality: 75 })),
	edit("mirrored", (copy) => copy.flop().jpeg({ quality: 75 })),
	edit("brighter, contrast", (copy) => copy.linear(1.2, 12).jpeg({ quality: 80 })),
	edit("gamma 1.6", (copy) => copy.gamma(1.6, 1).jpeg({ quality: 80 })),
	edit("greyscale", (copy) => copy.greyscale().jpeg({ quality: 80 })),
	{ name: "noise σ10", copies: 1, apply: ([copy], seed) => noisy(copy as Buffer, seed, 10) },
	{
		name: "screenshot, PNG",
		copies: 1,
		apply: async ([copy], seed) => (await page(copy as Buffer, seed)).png().toBuffer(),
	},
	{
		name: "screenshot, q70",
		copies: 1,
		apply: async ([copy], seed) => (await page(copy as Buffer, seed)).jpeg({ quality: 70 }).toBuffer(),
	},
	{ name: "photo of a screen", copies: 1, apply: ([copy], seed) => photoOfScreen(copy as Buffer, seed) },
	collusion("average of 2", 2),
	collusion("average of 3", 3),
	collusion("average of 5", 5),
	edit("blur σ3", (copy) => copy.blur(3).jpeg({ quality: 90 })),
];

/** Attacks on pictures that are already small. */
export const smallPictureAttacks = attacks.filter(({ name }) =>
	["none", "JPEG q50", "JPEG q30", "half size", "half size, q50", "crop 50 %, q50", "WebP q40"].includes(
		name,
	),
);

export function edit(name: string, treat: (copy: Sharp) => Sharp): Attack {
	return { name, copies: 1, apply: ([copy]) => treat(sharp(copy)).toBuffer() };
}

function scaled(name: string, factor: number, encode: (copy: Sharp) => Sharp): Attack {
	return {
		name,
		copies: 1,
		async apply([copy]) {
			const { width } = await sharp(copy).metadata();
			return encode(sharp(copy).resize(Math.max(1, Math.round(width * factor)))).toBuffer();
		},
	};
}

/** Keeps `share` of the area, somewhere near the middle: the corners of a packshot are white. */
function cropped(name: string, share: number): Attack {
	return {
		name,
		copies: 1,
		async apply([copy], seed) {
			const random = createRandomNumbers(seed);
			const size = await sharp(copy).metadata();
			const [width, height] = [size.width, size.height].map((side) =>
				Math.round(side * Math.sqrt(share)),
			) as [number, number];
			const place = (room: number) => Math.round(room * (0.3 + 0.4 * random()));
			const area = { left: place(size.width - width), top: place(size.height - height), width, height };
			return sharp(copy).extract(area).jpeg({ quality: 50 }).toBuffer();
		},
	};
}

export function collusion(name: string, copies: number): Attack {
	return mixture(name, copies, (values) =>
		Math.round(values.reduce((sum, value) => sum + value, 0) / values.length),
	);
}

/** Colluders combine their values of every pixel into one. */
export function mixture(
	name: string,
	copies: number,
	choose: (values: Uint8Array, random: () => number) => number,
): Attack {
	return {
		name,
		copies,
		async apply(files, seed) {
			const raws = await rawsOf(files);
			const random = createRandomNumbers(seed);
			const values = new Uint8Array(files.length);
			const mixed = raws[0].data.map((_, i) => {
				raws.forEach(({ data }, copy) => {
					values[copy] = data[i] ?? 0;
				});
				return choose(values, random);
			});
			return sharp(mixed, { raw: raws[0].info }).jpeg({ quality: 75 }).toBuffer();
		},
	};
}

type Raw = { data: Buffer; info: OutputInfo };

export async function rawsOf(files: readonly Buffer[]): Promise<[Raw, ...Raw[]]> {
	const raws = await Promise.all(
		files.map((file) => sharp(file).raw().toBuffer({ resolveWithObject: true })),
	);
	return raws as [Raw, ...Raw[]];
}

async function noisy(copy: Buffer, seed: number, deviation: number): Promise<Buffer> {
	const { data, info } = await sharp(copy).raw().toBuffer({ resolveWithObject: true });
	const random = createRandomNumbers(seed);
	const values = Uint8ClampedArray.from(data, (value) => value + deviation * normalNumber(random));
	return sharp(values, { raw: info }).jpeg({ quality: 85 }).toBuffer();
}

/** A web page with other content that shows the picture at about half a laptop's height. */
async function page(copy: Buffer, seed: number): Promise<Sharp> {
	const random = createRandomNumbers(seed);
	const shown = await sharp(copy)
		.resize({ height: 480 + Math.round(200 * random()) })
		.png()
		.toBuffer();
	const rows = Array.from(
		{ length: 14 },
		(_, i) => `<rect x="40" y="${150 + 38 * i}" width="${200 + 180 * random()}" height="14" fill="#444"/>`,
	);
	const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1440" height="800"><rect width="1440" height="800" fill="#f4f4f6"/>
		<rect width="1440" height="64" fill="#234"/><rect x="30" y="90" width="470" height="680" fill="#fff"/>${rows.join("")}</svg>`;
	return sharp(Buffer.from(drawing))
		.composite([{ input: shown, left: 540 + Math.round(80 * random()), top: 80 }])
		.flatten();
}

/** Mild perspective and rotation, uneven light, a slightly soft lens, sensor noise, JPEG: a phone photo of a screen, without moiré. */
async function photoOfScreen(copy: Buffer, seed: number): Promise<Buffer> {
	const random = createRandomNumbers(seed);
	const wobble = (reach: number) => reach * (2 * random() - 1);
	const { data, info } = await sharp(copy)
		.greyscale()
		.resize(900, 900, { fit: "inside" })
		.raw()
		.toBuffer({ resolveWithObject: true });
	const [width, height] = [info.width + 160, info.height + 160];
	const shown: Plane = {
		width: info.width,
		height: info.height,
		values: new Float32Array(info.width * info.height).map((_, i) => data[i * info.channels] ?? 0),
	};
	const view: Homography = [
		1 + wobble(0.05),
		wobble(0.04),
		60,
		wobble(0.04),
		1 + wobble(0.05),
		60,
		wobble(6e-5),
		wobble(6e-5),
		1,
	];
	const seen = warp(
		resize(shown, info.width, info.height),
		inverse(compose(view, scaling(1, 1))),
		width,
		height,
	);
	const photo = Uint8ClampedArray.from(seen.values, (value, i) => {
		const light = 0.85 + 0.15 * ((i % width) / width);
		return (Number.isNaN(value) ? 25 : 12 + 0.9 * value * light) + 4 * normalNumber(random);
	});
	const camera = await sharp(photo, { raw: { width, height, channels: 1 } })
		.blur(0.8)
		.png()
		.toBuffer();
	return sharp(camera).jpeg({ quality: 70 }).toBuffer();
}
