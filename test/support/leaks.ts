import sharp, { type Sharp } from "sharp";
import { seeded as randomNumbers } from "../../demo/src/random.ts";

/** What somebody does to copies of a picture before they turn up elsewhere. */
export interface Treatment {
	readonly name: string;
	/** Whether another treatment stands for it where time is short. */
	readonly isLikeAnother?: boolean;
	/** Takes a client's file; `seed` varies positions, colours and noise. */
	apply(copy: Uint8Array, seed: number): Promise<Buffer>;
}

const onWhite = (copy: Uint8Array) => sharp(copy).flatten({ background: "#fff" });
const saved = (picture: Sharp, quality = 75) => picture.jpeg({ quality }).toBuffer();
const treat = (name: string, apply: (copy: Sharp) => Sharp): Treatment => ({
	name,
	// Encoded in between, since sharp turns and crops in an order of its own.
	apply: async (copy) => saved(apply(sharp(await onWhite(copy).png({ compressionLevel: 1 }).toBuffer()))),
});

const alike = (treatment: Treatment): Treatment => ({ ...treatment, isLikeAnother: true });

/** Everyday leaks. */
export const everydayTreatments: readonly Treatment[] = [
	alike(treat("saved again", (copy) => copy)),
	{ name: "cut from its white, in a flyer", apply: inFlyer },
	alike({ name: "in a collage of four", apply: inCollage }),
	alike({ name: "printed and scanned", apply: printedAndScanned }),
	alike({ name: "in a screenshot of a page", apply: inScreenshot }),
];

/** The same picture, turned, mirrored or inverted. */
export const turnedTreatments: readonly Treatment[] = [
	alike(treat("turned by a quarter", (copy) => copy.rotate(90))),
	alike(treat("turned by half", (copy) => copy.rotate(180))),
	alike(treat("turned by three quarters", (copy) => copy.rotate(270))),
	treat("mirrored left to right", (copy) => copy.flop()),
	alike(treat("mirrored top to bottom", (copy) => copy.flip())),
	alike(treat("a negative", (copy) => copy.negate())),
	alike(treat("turned by 20°", (copy) => copy.rotate(20, { background: "#fff" }))),
	alike(treat("turned by 45°", (copy) => copy.rotate(45, { background: "#ddd" }))),
];

/** Small parts of a picture. */
export const croppedTreatments: readonly Treatment[] = [
	alike({ name: "a crop of 4 %", apply: (copy, seed) => cropped(copy, 0.04, seed) }),
	alike({ name: "a crop of 2 %", apply: (copy, seed) => cropped(copy, 0.02, seed) }),
];

/** The pixel-wise mean of several clients' files of one size. */
export async function mixed(copies: readonly Uint8Array[]): Promise<Buffer> {
	const raws = await Promise.all(
		copies.map((copy) => onWhite(copy).removeAlpha().raw().toBuffer({ resolveWithObject: true })),
	);
	const [first] = raws;
	if (!first) throw new Error("nothing to mix");
	const mean = first.data.map((_, i) =>
		Math.round(raws.reduce((sum, { data }) => sum + (data[i] ?? 0), 0) / raws.length),
	);
	return saved(sharp(mean, { raw: first.info }), 80);
}

/** A coloured page full of other things. */
function page(seed: number, width: number, height: number): Buffer {
	const random = randomNumbers(seed);
	const colour = () => `hsl(${Math.round(360 * random())} 60% ${Math.round(30 + 50 * random())}%)`;
	const boxes = Array.from({ length: 60 }, () => {
		const [x, y] = [width * random(), height * random()];
		const [w, h] = [20 + 160 * random(), 8 + 60 * random()];
		return `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${colour()}" transform="rotate(${40 * random() - 20})"/>`;
	});
	return Buffer.from(
		`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${colour()}"/>${boxes.join("")}</svg>`,
	);
}

async function inFlyer(copy: Uint8Array, seed: number): Promise<Buffer> {
	const random = randomNumbers(seed + 1);
	const shown = await sharp(await cutFromWhite(copy))
		.resize({ height: 560 })
		.png()
		.toBuffer();
	const [left, top] = [40 + Math.round(250 * random()), 40 + Math.round(100 * random())];
	const price = Buffer.from(
		`<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="760" font-family="sans-serif" font-weight="bold"><text x="${left + 280}" y="${top + 520}" font-size="54" fill="#fff" stroke="#000" stroke-width="2" text-anchor="middle">ONLY 3.99</text></svg>`,
	);
	const flyer = sharp(page(seed, 1000, 760)).composite([{ input: shown, left, top }, { input: price }]);
	return saved(flyer.flatten(), 80);
}

/** Makes the white that reaches the edge transparent, as an editor's magic wand does. */
async function cutFromWhite(copy: Uint8Array): Promise<Buffer> {
	const { data, info } = await onWhite(copy).removeAlpha().raw().toBuffer({ resolveWithObject: true });
	const { width, height } = info;
	const alpha = Buffer.alloc(width * height, 255);
	const isWhite = (at: number) => data.subarray(3 * at, 3 * at + 3).every((value) => value > 232);
	const open: number[] = [];
	for (let x = 0; x < width; x++) open.push(x, (height - 1) * width + x);
	for (let y = 0; y < height; y++) open.push(y * width, y * width + width - 1);
	for (let at = open.pop(); at !== undefined; at = open.pop()) {
		if (alpha[at] === 0 || !isWhite(at)) continue;
		alpha[at] = 0;
		if (at % width > 0) open.push(at - 1);
		if (at % width < width - 1) open.push(at + 1);
		if (at >= width) open.push(at - width);
		if (at < width * (height - 1)) open.push(at + width);
	}
	return sharp(data, { raw: { width, height, channels: 3 } })
		.joinChannel(alpha, { raw: { width, height, channels: 1 } })
		.png({ compressionLevel: 1 })
		.toBuffer();
}

async function inCollage(copy: Uint8Array, seed: number): Promise<Buffer> {
	const side = 460;
	const shown = await onWhite(copy)
		.resize(side, side, { fit: "contain", background: "#fff" })
		.png()
		.toBuffer();
	const others = await Promise.all(
		[1, 2, 3].map((i) =>
			sharp(page(seed + i, side, side))
				.png()
				.toBuffer(),
		),
	);
	const places = [0, 1, 2, 3].map((i) => ({
		left: 10 + (i % 2) * (side + 10),
		top: 10 + Math.floor(i / 2) * (side + 10),
	}));
	const tiles = [shown, ...others].map((input, i) => ({ input, ...places[(i + seed) % 4] }));
	const size = 2 * side + 30;
	const ground = sharp({ create: { width: size, height: size, channels: 3, background: "#456" } });
	return saved(ground.composite(tiles as { input: Buffer; left: number; top: number }[]), 80);
}

/** Faded and tinted by paper and ink, with a printer's dots, a slight turn on the glass, and a scanner's softness and noise. */
async function printedAndScanned(copy: Uint8Array, seed: number): Promise<Buffer> {
	const random = randomNumbers(seed);
	const printed = await onWhite(copy)
		.modulate({ saturation: 0.85 })
		.gamma(1.3, 1)
		.linear(0.86, 18)
		.tint("#fff6e8")
		.png()
		.toBuffer();
	const soft = sharp(printed).blur(0.7).removeAlpha().raw();
	const { data, info } = await soft.toBuffer({ resolveWithObject: true });
	const scanned = Uint8ClampedArray.from(data, (value, i) => {
		const [x, y] = [Math.floor(i / 3) % info.width, Math.floor(i / 3 / info.width)];
		return value + 5 * (random() + random() + random() - 1.5) + 4 * Math.sin(1.9 * x) * Math.sin(1.9 * y);
	});
	const paper = "#f3efe6";
	const turned = sharp(scanned, { raw: info }).rotate(3 * (random() - 0.5), { background: paper });
	return saved(turned.blur(0.5).extend({ top: 60, bottom: 90, left: 40, right: 70, background: paper }), 78);
}

async function inScreenshot(copy: Uint8Array, seed: number): Promise<Buffer> {
	const shown = await onWhite(copy).resize({ height: 480 }).png().toBuffer();
	const screen = sharp(page(seed, 1280, 720)).composite([{ input: shown, left: 500, top: 90 }]);
	return saved(screen.flatten(), 70);
}

/** The most detailed of some places near the middle: nobody shows a blank. */
async function cropped(copy: Uint8Array, share: number, seed: number): Promise<Buffer> {
	const random = randomNumbers(seed);
	const whole = await onWhite(copy).png({ compressionLevel: 1 }).toBuffer();
	const size = await sharp(whole).metadata();
	const [width, height] = [size.width, size.height].map((side) => Math.round(side * Math.sqrt(share))) as [number, number]; // biome-ignore format: a pair
	const crops = Array.from({ length: 6 }, () => {
		const at = (room: number) => Math.round(room * (0.3 + 0.4 * random()));
		const area = { left: at(size.width - width), top: at(size.height - height), width, height };
		return sharp(whole).extract(area);
	});
	const detail = await Promise.all(crops.map(async (crop) => (await crop.clone().stats()).entropy));
	return saved(crops[detail.indexOf(Math.max(...detail))] as Sharp, 70);
}
