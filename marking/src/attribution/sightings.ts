import sharp from "sharp";
import { fingerprint } from "./fingerprint.ts";
import type { KnownImage } from "./known-image.ts";
import { describeLeak, type Manners } from "./leak-description.ts";
import { type Likeness, likeness } from "./likeness.ts";
import type { Plane } from "./plane.ts";

/** The images of one photograph, and how much the leak looks like it in the views of a manner. */
export interface PossibleSight {
	readonly images: readonly KnownImage[];
	readonly manner: Manners;
	readonly likeness: Likeness;
}

/** In the only manner that is wanted or, without one, first in the manner in which any photograph is like the leak, and in each manner the most similar photograph first. */
export async function* sightingsOf(
	leak: Plane,
	photographs: readonly (readonly KnownImage[])[],
	only?: Manners,
): AsyncGenerator<PossibleSight[]> {
	const prints = await Promise.all(
		photographs.map(async (images) => ({ images, print: await printOf(images) })),
	);
	const inManner = (manner: Manners): PossibleSight[] => {
		const description = describeLeak(leak, manner);
		return prints
			.map(({ images, print }) => ({ images, manner, likeness: likeness(description, print) }))
			.sort((a, b) => b.likeness.cornerEvidence - a.likeness.cornerEvidence);
	};
	if (only) return void (yield inManner(only));
	const usual = inManner("usual");
	if (isAlike(usual)) yield usual;
	const unusual = inManner("unusual");
	if (isAlike(usual)) yield unusual;
	else yield* isAlike(unusual) ? [unusual, usual] : [usual, unusual];
}

function isAlike(sightings: readonly PossibleSight[]): boolean {
	return sightings.some(({ likeness: found }) => found.alike);
}

/** The fingerprint of the largest image. */
async function printOf(images: readonly KnownImage[]): Promise<Uint8Array> {
	const width = Math.max(...images.map(({ flips }) => flips.width));
	const largest = images.find(({ flips }) => flips.width === width);
	const decoded = sharp(largest?.base).toColourspace("srgb").raw();
	const { data, info } = await decoded.toBuffer({ resolveWithObject: true });
	return fingerprint({
		pixels: data,
		width: info.width,
		height: info.height,
		channels: info.channels === 4 ? 4 : 3,
	});
}
