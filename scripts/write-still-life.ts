import { fileURLToPath } from "node:url";
import { demoProducts } from "@packshot/demo/catalogue";
import { renderPackshot } from "@packshot/demo/render";
import sharp, { type OverlayOptions } from "sharp";

/** Writes the still life of the sign-in page: products of the demo, cut out and put side by side, for wide screens and for phones. */

const WIDTH = 1240;
const HEIGHT = 640;
const FOLDER = fileURLToPath(new URL("../web/src/shell/", import.meta.url));

interface Placed {
	readonly barcode: string;
	/** Of its left edge and of its base. */
	readonly x: number;
	readonly foot: number;
	readonly height: number;
}

/** From back to front. */
const placed: readonly Placed[] = [
	{ barcode: "2990000040114", x: 60, foot: 540, height: 430 },
	{ barcode: "2990000040015", x: 905, foot: 540, height: 500 },
	{ barcode: "2990000010063", x: 560, foot: 545, height: 345 },
	{ barcode: "2990000030016", x: 430, foot: 555, height: 530 },
	{ barcode: "2990000020017", x: 1010, foot: 560, height: 400 },
	{ barcode: "2990000040022", x: 270, foot: 600, height: 235 },
	{ barcode: "2990000060013", x: 770, foot: 600, height: 170 },
	{ barcode: "4131", x: 600, foot: 615, height: 150 },
];

const scene = sharp({
	create: { width: WIDTH, height: HEIGHT, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
}).composite((await Promise.all(placed.map(layersOf))).flat());
const drawn = await scene.png().toBuffer();
await write("still-life.webp", 720);
await write("still-life-small.webp", 480);

async function write(name: string, width: number): Promise<void> {
	const { size } = await sharp(drawn)
		.resize({ width })
		.webp({ quality: 50, alphaQuality: 50, effort: 6, smartSubsample: true })
		.toFile(`${FOLDER}${name}`);
	console.info(`${name}: ${Math.round(size / 1024)} KB`);
}

/** A product and its shadow on the ground. */
async function layersOf({ barcode, x, foot, height }: Placed): Promise<OverlayOptions[]> {
	const product = demoProducts().find(({ record }) => record.barcode === barcode);
	if (!product) throw new Error(`no ${barcode} in the demo catalogue`);
	const cutOut = sharp(await renderPackshot(product, "front_clean")).trim();
	const { data, info } = await cutOut.resize({ height }).png().toBuffer({ resolveWithObject: true });
	return [
		{ input: await shadowOf(info.width), left: x - 30, top: foot - 45 },
		{ input: data, left: x, top: foot - info.height },
	];
}

function shadowOf(width: number): Promise<Buffer> {
	const [w, h] = [width + 60, 80];
	return sharp(
		Buffer.from(
			`<svg width="${w}" height="${h}"><ellipse cx="${w / 2}" cy="${h / 2}" rx="${width / 2}" ry="16" fill="#02171b" fill-opacity=".6"/></svg>`,
		),
	)
		.blur(9)
		.png()
		.toBuffer();
}
