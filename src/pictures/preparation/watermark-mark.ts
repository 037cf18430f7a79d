import sharp from "sharp";
import { LOGO_PIXELS } from "./rasterise-logo.ts";
import { textPath } from "./text-outlines.ts";

/** One watermark as SVG content centred on the origin, at full opacity. */
export type Mark = {
	svg: string;
	widthPx: number;
	heightPx: number;
	/** How far outline and halo reach beyond width and height. */
	edgePx: number;
};

const TRACKING_EM = 0.12;
/** Open Sans: half of a capital's height of 0.714 em, to centre the line on the origin. */
const HALF_CAPITAL_EM = 0.357;

/** A mark that would leave the picture as it is. */
export class InvisibleMarkError extends Error {
	override name = "InvisibleMarkError";
}

/** The text in white with a dark outline: visible on dark and on white. @throws InvisibleMarkError when none of its characters can be drawn. */
export function textMark(text: string, widthPx: number, maxHeightPx: number): Mark {
	const natural = textPath(text, { ...textOutlines(100), x: 0, y: 0 });
	if (natural.d === "") throw new InvisibleMarkError("nothing in the watermark's text can be drawn");
	const sizePx = Math.min((100 * widthPx) / Math.max(natural.widthPx, 1), maxHeightPx);
	const line = textPath(text, { ...textOutlines(sizePx), x: 0, y: HALF_CAPITAL_EM * sizePx });
	const outlinePx = Math.max(0.8, 0.055 * sizePx);
	return {
		svg:
			`<path d="${line.d}" fill="none" stroke="#000" stroke-opacity=".9" stroke-width="${outlinePx}" stroke-linejoin="round"/>` +
			`<path d="${line.d}" fill="#fff" fill-opacity=".85"/>`,
		widthPx: line.widthPx,
		heightPx: line.heightPx,
		edgePx: outlinePx,
	};
}

function textOutlines(sizePx: number) {
	return { sizePx, weight: 700 as const, anchor: "middle" as const, trackingPx: TRACKING_EM * sizePx };
}

/**
 * The logo in its own colours, with a dark halo around a light logo and a light one around a dark logo.
 * @param logo a PNG.
 * Throws `InvisibleMarkError` when it is fully transparent, and sharp's error when it cannot be read.
 */
export async function logoMark(logo: Uint8Array, maxWidthPx: number, maxHeightPx: number): Promise<Mark> {
	const { data, info } = await rasterise(logo, maxWidthPx, maxHeightPx);
	const haloPx = Math.max(0.8, 0.012 * info.width);
	const edgePx = Math.ceil(2 * haloPx);
	const colour = (await meanLightness(data)) > 127 ? "#000" : "#fff";
	// Drawn once here, since a filter would be evaluated for every repetition.
	const haloed = await sharp(Buffer.from(haloSvg(data, info, { haloPx, edgePx, colour })))
		.png()
		.toBuffer();
	const [width, height] = [info.width + 2 * edgePx, info.height + 2 * edgePx];
	const svg = imageTag(haloed, { x: -width / 2, y: -height / 2, width, height });
	return { svg, widthPx: info.width, heightPx: info.height, edgePx };
}

function rasterise(logo: Uint8Array, maxWidthPx: number, maxHeightPx: number) {
	const box = { width: Math.max(1, Math.round(maxWidthPx)), height: Math.max(1, Math.round(maxHeightPx)) };
	return sharp(logo, { limitInputPixels: LOGO_PIXELS, failOn: "error" })
		.autoOrient()
		.resize({ ...box, fit: "inside" })
		.ensureAlpha()
		.toColourspace("srgb")
		.png()
		.toBuffer({ resolveWithObject: true });
}

type Size = { width: number; height: number };

function haloSvg(
	logo: Buffer,
	{ width, height }: Size,
	halo: { haloPx: number; edgePx: number; colour: string },
): string {
	const image = imageTag(logo, { x: halo.edgePx, y: halo.edgePx, width, height });
	return (
		`<svg ${SVG_NAMESPACES} width="${width + 2 * halo.edgePx}" height="${height + 2 * halo.edgePx}">` +
		`<filter id="halo" filterUnits="userSpaceOnUse" x="0" y="0" width="100%" height="100%">` +
		`<feMorphology in="SourceAlpha" operator="dilate" radius="${halo.haloPx}"/>` +
		`<feGaussianBlur stdDeviation="${halo.haloPx / 2}" result="edge"/>` +
		`<feFlood flood-color="${halo.colour}"/><feComposite operator="in" in2="edge"/></filter>` +
		`<g filter="url(#halo)">${image}</g>${image}</svg>`
	);
}

/** Namespaces that an SVG containing an `imageTag` needs. */
export const SVG_NAMESPACES = `xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"`;

function imageTag(png: Buffer, { x, y, width, height }: Size & { x: number; y: number }): string {
	const href = `data:image/png;base64,${png.toString("base64")}`;
	return `<image x="${x}" y="${y}" width="${width}" height="${height}" xlink:href="${href}"/>`;
}

/** Mean lightness of the opaque part, 0 to 255. Throws `InvisibleMarkError` when nothing is opaque. */
async function meanLightness(logo: Buffer): Promise<number> {
	const pixels = await sharp(logo).raw().toBuffer();
	let sum = 0;
	let weight = 0;
	for (let at = 0; at + 3 < pixels.length; at += 4) {
		const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.subarray(at, at + 4);
		sum += alpha * (0.299 * red + 0.587 * green + 0.114 * blue); // ITU-R BT.601
		weight += alpha;
	}
	if (weight === 0) throw new InvisibleMarkError("the watermark's logo is transparent all over");
	return sum / weight;
}
