import { deliver, NotADeliveryError, readCodeword } from "../marks/deliver.ts";
import { readCells } from "./cell-evidence.ts";
import { type Grounded, likelyGrounds, registerOnGround } from "./ground.ts";
import { compose, type Homography, identity, scaling, stretchAt } from "./homography.ts";
import type { KnownImage } from "./known-image.ts";
import type { Manners } from "./leak-description.ts";
import { withoutPaper } from "./paper.ts";
import { decodePicture, flatten, type Picture } from "./picture.ts";
import type { Plane } from "./plane.ts";
import { type Alignment, refineMapping } from "./refine.ts";
import { convincingCorrelation, fromAfar, type Guesses } from "./register.ts";
import type { CellEvidence } from "./score.ts";
import { type PossibleSight, sightingsOf } from "./sightings.ts";
import { isSquare, unusualViews, usualViews } from "./views.ts";

/** Where a leak shows a picture, and what it reveals about that picture's cells. */
export interface LeakMatch extends CellEvidence {
	readonly alignment: Alignment;
	/** The longer side in pixels that the whole picture has in the leak. */
	readonly sidePx: number;
}

/** How a leak is read. What is recorded of it makes another reading come out the same. */
export interface HowRead {
	/** In which views only; absent: in the unusual ones if the usual ones show nothing. */
	readonly manner?: Manners | undefined;
	/** Whether it is fitted more closely (`readCells`). */
	readonly isFitted?: boolean | undefined;
	/** Whether what mixing several copies leaves is read too, for `nameColluders`. */
	readonly isMixed?: boolean | undefined;
}

type HowFitted = Parameters<typeof readCells>[4];

/** Leaks with transparency are composited over white. */
const white = 255;

/**
 * Reads the cells of every given image that the leak could show: of each photograph that is found in it, all sizes and styles, since which of them
 * it was copied from cannot be seen. An image of which the leak is a delivered file, byte for byte, is the only one.
 * @throws sharp's error for a leak that is not a picture.
 */
export async function readLeakedCells(
	leakBytes: Uint8Array,
	images: readonly KnownImage[],
	{ manner, isFitted = false, isMixed = false }: HowRead = {},
): Promise<LeakMatch[]> {
	const exact = images.flatMap((image) => exactMatch(leakBytes, image) ?? []);
	if (exact.length > 0) return exact;
	const decoded = await decodePicture(leakBytes);
	const leak: Seen = { plane: flatten(decoded, white), isTransparent: decoded.opacity !== undefined };
	for await (const sightings of sightingsOf(leak.plane, byPhotograph(images), manner)) {
		const matches = await readSighted(leak, sightings, { isFitted, isMixed });
		if (matches.length > 0) return matches;
	}
	return [];
}

async function readSighted(
	leak: Seen,
	sightings: readonly PossibleSight[],
	how: HowFitted,
): Promise<LeakMatch[]> {
	const matches: LeakMatch[] = [];
	const missed: (readonly KnownImage[])[] = [];
	let first: Found | undefined;
	for (const sighting of sightings) {
		const found = await find(leak, sighting.images, hypothesesOf(sighting, first));
		first ??= found;
		if (found) matches.push(...(await readAll(sighting.images, found, how)));
		else missed.push(sighting.images);
	}
	// A photograph that shows the same as one that was found is there too, even if too little of it is left to find it by itself.
	for (const alike of first ? missed : []) {
		const found = first && (await findBeside(first, alike));
		if (found) matches.push(...(await readAll(alike, found, how)));
	}
	return matches;
}

/** Where to look for a photograph in a leak, or in its negative. */
interface Hypothesis extends Guesses {
	readonly isNegative: boolean;
	/** Where the leak shows this one, the photograph may be too. */
	readonly beside: Found | undefined;
	/** Whether that one was found beyond doubt. */
	readonly isSure: boolean;
	readonly place: Homography | undefined;
}

/**
 * Once one photograph has been found, others are looked for only where they resemble the leak or would fill it; once that is beyond doubt, only those
 * that are like the leak, where it shows the first one and where they resemble it: they are in the same frame, or beside it in a collage.
 */
function hypothesesOf({ manner, likeness: found }: PossibleSight, first: Found | undefined): Hypothesis[] {
	const isSure = first !== undefined && first.alignment.correlation > convincingCorrelation;
	if (isSure && !found.alike) return [];
	const isUsual = manner === "usual";
	const expected = first?.isNegative ?? found.place?.isNegative ?? false;
	const squares = (isUsual ? usualViews : first ? [] : unusualViews).filter(isSquare);
	return (isUsual ? [false] : [expected, !expected]).map((isNegative) => ({
		isNegative,
		isSure,
		beside: first?.isNegative === isNegative ? first : undefined,
		place: found.place?.isNegative === isNegative ? found.place.mapping : undefined,
		views: isSure && found.place ? [] : squares.filter((view) => view.isNegative === isNegative),
		byFeatures: isUsual && !first,
	}));
}

/** A leak that is byte for byte a delivered file reveals every bit. */
function exactMatch(leak: Uint8Array, image: KnownImage): LeakMatch | undefined {
	const { imageId, base, flips, global } = image;
	try {
		const softness = Float32Array.from(readCodeword(leak, base, flips), (bit) => (bit === 1 ? 1 : -1));
		const certainty = new Float32Array(softness.length).fill(1);
		const alignment = { mapping: identity, correlation: 1 };
		const sidePx = Math.max(flips.width, flips.height);
		return { imageId, global, softness, certainty, alignment, sidePx };
	} catch (error) {
		if (error instanceof NotADeliveryError) return undefined;
		throw error;
	}
}

/** A leak as it is seen on white. */
interface Seen {
	readonly plane: Plane;
	readonly isTransparent: boolean;
}

/** Where the leak, or its negative, shows an image. */
interface Found extends Grounded {
	readonly of: KnownImage;
	readonly isNegative: boolean;
	readonly leak: Plane;
}

function byPhotograph(images: readonly KnownImage[]): KnownImage[][] {
	const photographs = new Map<string, KnownImage[]>();
	for (const image of images) {
		const key = image.photograph ?? image.imageId;
		photographs.set(key, [...(photographs.get(key) ?? []), image]);
	}
	return [...photographs.values()];
}

/** The largest image stands for all of its photograph; in the style that is found. */
async function find(
	leak: Seen,
	alike: readonly KnownImage[],
	hypotheses: readonly Hypothesis[],
): Promise<Found | undefined> {
	const largest = Math.max(...alike.map(({ flips }) => flips.width));
	const styles = new Map(
		alike.filter(({ flips }) => flips.width === largest).map((image) => [image.base, image]),
	);
	for (const { isNegative, beside, place, isSure, ...guesses } of hypotheses) {
		const plane = isNegative ? negativeOf(leak.plane) : leak.plane;
		for (const of of styles.values()) {
			const base = withoutPaper(await decodePicture(of.base));
			const unit = scaling(1 / of.flips.width, 1 / of.flips.height);
			const likely = beside ? [mappingOf(of, beside)] : [];
			const possible = place ? [compose(place, unit)] : [];
			const where = isSure ? { likely: [...likely, ...possible] } : { likely, possible };
			const grounds = leak.isTransparent ? [white] : likelyGrounds(base, plane);
			const tried = isSure && beside ? [beside.ground] : grounds;
			const found = registerOnGround(base, plane, tried, { ...guesses, ...where });
			if (found) return { ...found, of, isNegative, leak: plane };
		}
	}
	return undefined;
}

function negativeOf({ values, ...size }: Plane): Plane {
	return { ...size, values: values.map((value) => 255 - value) };
}

/** Finds a photograph by another one that shows the same in the same frame, such as a cut-out and the same on white. */
async function findBeside(found: Found, [of]: readonly KnownImage[]): Promise<Found | undefined> {
	if (!of) return undefined;
	const [one, other] = await Promise.all([found.of, of].map(({ base }) => decodePicture(base)));
	if (!one || !other) return undefined;
	const frame = scaling(one.luma.width / other.luma.width, one.luma.height / other.luma.height);
	const beside = refineMapping(flatten(other, white), flatten(one, white), frame, fromAfar);
	if (!beside || beside.correlation < sameFrame) return undefined;
	const alignment = { ...found.alignment, mapping: compose(found.alignment.mapping, beside.mapping) };
	return { ...found, alignment, of };
}

/** Correlation of two photographs that show the same, without leaks between them. */
const sameFrame = 0.6;

/** The position of an image in a leak in which the same photograph, perhaps in another size, was found. */
function mappingOf({ flips }: KnownImage, { of, alignment }: Found): Homography {
	return compose(alignment.mapping, scaling(of.flips.width / flips.width, of.flips.height / flips.height));
}

async function readAll(alike: readonly KnownImage[], found: Found, how: HowFitted): Promise<LeakMatch[]> {
	const matches: LeakMatch[] = [];
	const read = new Map<Uint8Array, Awaited<ReturnType<typeof readOne>>>();
	for (const image of alike) {
		// Copies of the same base yield the same reading, with or without reserved cells.
		const reading = read.get(image.base) ?? (await readOne(image, found, how));
		read.set(image.base, reading);
		matches.push({ ...reading, imageId: image.imageId, global: image.global });
	}
	return matches;
}

/** What the planner of PNG cells changes a channel by. */
const pngSteps = 2;

async function readOne(image: KnownImage, found: Found, how: HowFitted) {
	const { base: bytes, flips } = image;
	const mapping = mappingOf(image, found);
	const base = withoutPaper(await decodePicture(bytes));
	const flipped = await decodePicture(deliver(bytes, flips, new Uint8Array(flips.cellCount).fill(1)));
	const onGround = (picture: Picture) =>
		flatten({ ...picture, ...(base.opacity ? { opacity: base.opacity } : {}) }, found.ground);
	const pair = { base: onGround(base), flipped: onGround(flipped) };
	const marked = base.opacity ? { ...pair, opacity: base.opacity } : pair;
	const { alongX, alongY } = stretchAt(mapping, { x: flips.width / 2, y: flips.height / 2 });
	return {
		...readCells(found.leak, mapping, marked, flips, {
			...how,
			steps: flips.format === "png" ? pngSteps : undefined,
		}),
		alignment: { mapping, correlation: found.alignment.correlation },
		sidePx: Math.max(flips.width * alongX, flips.height * alongY),
	};
}
