import sharp from "sharp";
import type { CellAreas } from "./cell-evidence.ts";

/** Evidence to present to a person: the leak, and how well one client's bits explain it. */
export interface EvidencePicture {
	readonly leak: Uint8Array;
	readonly base: Uint8Array;
	readonly areas: CellAreas;
	/** What the leak reveals about each cell, −1…1. */
	readonly softness: Float32Array;
	/** The candidate's bits. */
	readonly codeword: Uint8Array;
}

/** Height of both halves in pixels. */
const height = 900;
const gap = 12;
/** Pixels of the base's longer edge that are shown: enough to recognise it, but no copy of it without a mark. */
const shownBase = 320;

const agreeing = [0, 150, 60];
const disagreeing = [210, 30, 30];

/**
 * A PNG of the leak beside a coarse copy of the base, whose cells are tinted green where the leak agrees with the candidate's codeword and red where it disagrees,
 * more strongly the more certain it is. For the source the picture is green, for an innocent client it is speckled.
 */
export async function drawEvidence(evidence: EvidencePicture): Promise<Buffer> {
	const left = await sharp(evidence.leak, { failOn: "none" })
		.autoOrient()
		.flatten({ background: "#fff" })
		.resize({ height })
		.png()
		.toBuffer({ resolveWithObject: true });
	const right = await drawCells(evidence);
	const leftWidth = left.info.width;
	const width = leftWidth + gap + right.info.width;
	return sharp({ create: { width, height, channels: 3, background: "#fff" } })
		.composite([
			{ input: left.data, left: 0, top: 0 },
			{ input: right.data, left: leftWidth + gap, top: 0 },
		])
		.png()
		.toBuffer();
}

async function drawCells({ base, areas, softness, codeword }: EvidencePicture) {
	const { width, height: baseHeight } = await sharp(base).metadata();
	const tint = tintCells({ width, height: baseHeight }, areas, softness, codeword);
	const coarse = await sharp(base)
		.flatten({ background: "#fff" })
		.greyscale()
		.resize(shownBase, shownBase, { fit: "inside", withoutEnlargement: true })
		.png()
		.toBuffer();
	const pale = await sharp(coarse)
		.resize(width, baseHeight, { fit: "fill" })
		.linear(0.5, 120)
		.toColourspace("srgb")
		.png()
		.toBuffer();
	const tinted = await sharp(pale)
		.composite([{ input: tint, raw: { width, height: baseHeight, channels: 4 } }])
		.png()
		.toBuffer();
	return sharp(tinted).resize({ height }).png().toBuffer({ resolveWithObject: true });
}

/** RGBA pixels: every cell in its colour, with an opacity according to the leak's certainty. */
function tintCells(
	size: { width: number; height: number },
	areas: CellAreas,
	softness: Float32Array,
	codeword: Uint8Array,
): Buffer {
	const pixels = Buffer.alloc(4 * size.width * size.height);
	for (let cell = 0; cell < areas.cellCount; cell++) {
		const soft = softness[cell] ?? 0;
		const [r = 0, g = 0, b = 0] = soft > 0 === (codeword[cell] === 1) ? agreeing : disagreeing;
		const alpha = Math.round(200 * Math.abs(soft));
		const right = (areas.x[cell] ?? 0) + (areas.cellWidth[cell] ?? 0);
		const bottom = (areas.y[cell] ?? 0) + (areas.cellHeight[cell] ?? 0);
		for (let y = areas.y[cell] ?? 0; y < bottom; y++) {
			for (let x = areas.x[cell] ?? 0; x < right; x++) pixels.set([r, g, b, alpha], 4 * (y * size.width + x));
		}
	}
	return pixels;
}
