import { writeFileSync } from "node:fs";
import { demoProducts } from "@packshot/demo/catalogue";
import sharp from "sharp";
import { findObject } from "../src/cutout/index.ts";
import { photographOnWhite, type TruePicture } from "./photographs.ts";

/**
 * How well packs are cut out: `tsx studio/bench/cutouts.ts [HOW_MANY] [FOLDER]` draws packs of the demo on white, cuts them out, and compares with their true
 * outlines. Pictures of the worst go to the folder.
 */
const [howMany = "40", folder] = process.argv.slice(2);

/** CIE 1976, D65. */
function lab(r: number, g: number, b: number): [number, number, number] {
	const linear = [r, g, b].map((level) =>
		level / 255 <= 0.04045 ? level / 255 / 12.92 : ((level / 255 + 0.055) / 1.055) ** 2.4,
	);
	const [lr = 0, lg = 0, lb = 0] = linear;
	const f = (value: number) => (value > 0.008856 ? Math.cbrt(value) : 7.787 * value + 16 / 116);
	const x = f((0.4124 * lr + 0.3576 * lg + 0.1805 * lb) / 0.95047);
	const y = f(0.2126 * lr + 0.7152 * lg + 0.0722 * lb);
	const z = f((0.0193 * lr + 0.1192 * lg + 0.9505 * lb) / 1.08883);
	return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

/** Overlap by coverage, and the mean difference of colour where both are partly covered. */
function compare(
	{ rgba: truth, sizePx }: TruePicture,
	found: Uint8Array,
): { iou: number; edgeError: number } {
	let [both, either, edges, error] = [0, 0, 0, 0];
	for (let place = 0; place < sizePx * sizePx; place++) {
		const [a, b] = [truth[place * 4 + 3] ?? 0, found[place * 4 + 3] ?? 0];
		both += Math.min(a, b);
		either += Math.max(a, b);
		if (a < 13 || a > 242 || b < 13) continue;
		const [first, second] = [truth, found].map((picture) =>
			lab(picture[place * 4] ?? 0, picture[place * 4 + 1] ?? 0, picture[place * 4 + 2] ?? 0),
		);
		// What is hardly covered shows hardly any colour.
		edges += a;
		error += a * Math.hypot(...[0, 1, 2].map((at) => (first?.[at] ?? 0) - (second?.[at] ?? 0)));
	}
	return { iou: either === 0 ? 0 : both / either, edgeError: edges === 0 ? 0 : error / edges };
}

const measured: { name: string; iou: number; edgeError: number; refused?: string }[] = [];
for (const [at, product] of demoProducts().slice(0, Number(howMany)).entries()) {
	const picture = await photographOnWhite(product, "front", { sizePx: 900, seed: at });
	const startedAt = performance.now();
	const found = await findObject(picture.jpeg);
	const ms = Math.round(performance.now() - startedAt);
	const { barcode, info } = product.record;
	const name = `${barcode} ${info?.product_name}`;
	if ("refused" in found) measured.push({ name, iou: 0, edgeError: 0, refused: found.refused });
	else measured.push({ name, ...compare(picture, found.rgba) });
	const last = measured.at(-1);
	console.log(name, last?.refused ?? `${last?.iou.toFixed(4)} ${last?.edgeError.toFixed(2)}`, `${ms} ms`);
	if (folder !== undefined && (last?.iou ?? 0) < 0.985) {
		writeFileSync(`${folder}/${barcode}.png`, await sharp(picture.jpeg).png().toBuffer());
		if (!("refused" in found)) {
			const raw = { width: found.width, height: found.height, channels: 4 } as const;
			writeFileSync(
				`${folder}/${barcode}-cut.png`,
				await sharp(found.rgba, { raw }).flatten({ background: "#c0c" }).png().toBuffer(),
			);
		}
	}
}
const cut = measured
	.filter(({ refused }) => refused === undefined)
	.map(({ iou }) => iou)
	.sort((a, b) => a - b);
const errors = measured.filter(({ refused }) => refused === undefined).map(({ edgeError }) => edgeError);
console.log({
	packs: measured.length,
	refused: measured.length - cut.length,
	medianIou: cut[cut.length >> 1],
	worstIou: cut[0],
	meanEdgeError: errors.reduce((sum, error) => sum + error, 0) / errors.length,
});
