import type { CataloguePicture } from "../../../../api/routes.ts";

export type Turn = CataloguePicture["turn"];
export type Crop = NonNullable<CataloguePicture["crop"]>;

/** How many pixels are cut off at each edge of the turned picture. */
export interface Cuts {
	readonly left: number;
	readonly top: number;
	readonly right: number;
	readonly bottom: number;
}

export interface Size {
	readonly width: number;
	readonly height: number;
}

export const NO_CUTS: Cuts = { left: 0, top: 0, right: 0, bottom: 0 };

/** The smallest part that can be kept. */
const LEAST_PX = 16;

export function cutsOf(crop: Crop | null, { width, height }: Size): Cuts {
	if (crop === null) return NO_CUTS;
	const { left, top } = crop;
	return { left, top, right: width - left - crop.width, bottom: height - top - crop.height };
}

/** What is left; null if nothing is cut off, undefined if too little is left. */
export function cropOf({ left, top, right, bottom }: Cuts, size: Size): Crop | null | undefined {
	if (left + top + right + bottom === 0) return null;
	const [width, height] = [size.width - left - right, size.height - top - bottom];
	return width < LEAST_PX || height < LEAST_PX ? undefined : { left, top, width, height };
}

/** The same cuts after another turn by 90° clockwise. */
export function turnedCuts({ left, top, right, bottom }: Cuts): Cuts {
	return { left: bottom, top: left, right: top, bottom: right };
}

/** A point of the picture, from 0 to 1 in each direction. */
export interface Point {
	readonly x: number;
	readonly y: number;
}

/** Cuts that leave the rectangle between two points. */
export function cutsBetween(one: Point, other: Point, { width, height }: Size): Cuts {
	const [left, right] = [Math.min(one.x, other.x), Math.max(one.x, other.x)];
	const [top, bottom] = [Math.min(one.y, other.y), Math.max(one.y, other.y)];
	return {
		left: Math.round(left * width),
		top: Math.round(top * height),
		right: Math.round((1 - right) * width),
		bottom: Math.round((1 - bottom) * height),
	};
}
