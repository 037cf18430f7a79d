import type { Raster } from "@packshot/marking/prepare";
import type { QualityNote } from "../store/quality-notes.ts";
import { shrunk } from "./resize.ts";
import { sharpness } from "./sharpness.ts";
import { findSilhouette, type Silhouette, type Spans } from "./silhouette.ts";

/** Pixels of the longer edge at which sharpness is measured: about the size in which shops show a picture. */
export const SHARPNESS_PX = 800;
/** Pixels of the longer edge below which a picture is too small for a shop's page. */
const LEAST_EDGE_PX = 500;
/**
 * Thresholds measured on packshots at 800 pixels: sharp ones score 0.5 to 2, blurred by a Gaussian of
 * 1.2 pixels 0.2 to 0.35, of 2 pixels 0.1 to 0.2, of 3 pixels 0.05 to 0.12. At some 1.7 pixels small print is lost.
 */
const LEAST_SHARPNESS = 0.2;
/** How far the product's centre may be from the picture's, as a share of the side: margins of 5 % and 15 %. */
const MOST_OFF_CENTRE = 0.05;
/** A line with a smaller share of product than this contains only a speck of dust. */
const DUST = 0.01;

/** One picture at the sizes in which it is judged. */
export interface JudgedPicture {
	/** Longer edge of the imported picture, in pixels. */
	readonly edgePx: number;
	/** At least `SHARPNESS_PX`, unless the picture itself is smaller. */
	readonly detailed: Raster;
	/** For the shape: some 320 pixels. */
	readonly small: Raster;
}

/** Notes what an operator might want to photograph again; nothing is refused because of it. */
export async function judgeQuality({ edgePx, detailed, small }: JudgedPicture): Promise<QualityNote[]> {
	const silhouette = findSilhouette(small);
	const sharp = sharpness(await shrunk(detailed, SHARPNESS_PX), silhouette);
	const notes: QualityNote[] = [];
	if (sharp !== undefined && sharp < LEAST_SHARPNESS) notes.push("blurred");
	if (edgePx < LEAST_EDGE_PX) notes.push("under_500_px");
	// If part of the product is cut off, the centre of the rest says nothing.
	if (silhouette.isAtEdge) notes.push("clipped");
	else if (isOffCentre(silhouette)) notes.push("not_centred");
	if (!silhouette.isOnWhite) notes.push("background_not_white");
	return notes;
}

function isOffCentre({ spans }: Silhouette): boolean {
	if (!spans) return false;
	const { rows, columns } = spans;
	const [down, across] = [offCentre(rows, columns.count.length), offCentre(columns, rows.count.length)];
	return Math.max(down, across) > MOST_OFF_CENTRE;
}

/** Distance between the centre of the lines that contain the product and the centre of all lines, as a share of all lines. */
function offCentre({ count }: Spans, lineLength: number): number {
	const isTaken = (pixels: number) => pixels > DUST * lineLength;
	const [start, end] = [count.findIndex(isTaken), count.findLastIndex(isTaken)];
	return start < 0 ? 0 : Math.abs((start + end + 1) / 2 / count.length - 0.5);
}
