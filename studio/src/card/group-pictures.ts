import { clearPauses } from "./pauses.ts";

/** What is known of a picture of a card. */
export interface CardPicture {
	/** As the camera named it, with its folders. */
	readonly name: string;
	/** When it was taken, by the camera's clock; null if the file does not say. */
	readonly takenAtMs: number | null;
	/** The barcodes read from it, each once. */
	readonly barcodes: readonly string[];
}

/** Pictures that belong to one product, by their places in the order of the card. */
export interface PictureGroup {
	/** Null if none was read: a person types it. */
	readonly barcode: string | null;
	readonly front: number | null;
	readonly back: number | null;
	/** Further pictures, which are not imported. */
	readonly others: readonly number[];
	/** Why a person should look at it; empty if it is certain. */
	readonly doubts: readonly Doubt[];
}

export type Doubt =
	| "no_barcode"
	| "several_barcodes"
	| "barcode_twice"
	| "no_times"
	| "pauses_unclear"
	| "few_barcodes"
	| "several_pictures"
	| "no_front"
	| "sides_unclear"
	| "order_unusual";

/** Orders pictures as they were taken: by time where every one has one, otherwise by name, numbers by their value. */
export function inOrderTaken<T extends Pick<CardPicture, "name" | "takenAtMs">>(pictures: readonly T[]): T[] {
	const byName = (a: T, b: T) => naturally.compare(a.name, b.name);
	const hasTimes = pictures.every(({ takenAtMs }) => takenAtMs !== null);
	if (!hasTimes) return pictures.toSorted(byName);
	return pictures.toSorted((a, b) => (a.takenAtMs ?? 0) - (b.takenAtMs ?? 0) || byName(a, b));
}

const naturally = new Intl.Collator("en", { numeric: true });

/**
 * Groups the pictures of a card by product. Pictures of one product are taken quickly one after the other; then the next product is put up, which takes
 * longer. Where these pauses are told apart clearly they separate the groups, otherwise the barcodes do, by their order. A group is certain only if
 * times, count and barcode all say the same: one with two products never is, however many barcodes could not be read.
 * @param pictures in the order in which they were taken. @returns the groups in that order
 */
export function groupPictures(pictures: readonly CardPicture[]): PictureGroup[] {
	const pauses = clearPauses(pictures.map(({ takenAtMs }) => takenAtMs));
	const byPauses = pauses && splitAt(pictures, pauses.cuts);
	const said = byPauses && saidByBarcodes(pictures, byPauses);
	const runs = byPauses && said?.isPlausible ? byPauses : splitByBarcodes(pictures);
	const hasTimes = pictures.every(({ takenAtMs }) => takenAtMs !== null);
	const doubtsAbout = (run: readonly number[]): Doubt[] => {
		if (!hasTimes) return ["no_times"];
		if (!said?.isPlausible || !run.slice(1).every((place) => pauses?.isSurelyShort(place)))
			return ["pauses_unclear"];
		return said.isConfirmed ? [] : ["few_barcodes"];
	};
	const groups = runs.map((run) => groupOf(pictures, run, doubtsAbout(run)));
	const isBackLast = 2 * groups.filter(hasBackLast).length >= groups.length;
	return groups.map((group) => {
		const isUnusual = group.front !== null && group.back !== null && hasBackLast(group) !== isBackLast;
		const doubts: Doubt[] = [];
		if (isTwice(groups, group)) doubts.push("barcode_twice");
		if (isUnusual) doubts.push("order_unusual");
		return { ...group, doubts: [...group.doubts, ...doubts] };
	});
}

/** Shares of groups: those that may show two barcodes, since somebody was quick once, and those that have to show one. */
const MOST_MIXED = 0.02;
const LEAST_READ = 0.6;
/** The share of groups that have to be a front and a back. */
const LEAST_PAIRS = 0.5;

/**
 * Whether pauses may separate products, and whether barcodes confirm that they do: by chance, two lengths of pauses may seem to be two kinds, which shows
 * in groups with two barcodes only if enough of them could be read.
 */
function saidByBarcodes(pictures: readonly CardPicture[], runs: readonly (readonly number[])[]) {
	const counts = runs.map((run) => new Set(run.flatMap((place) => pictures[place]?.barcodes ?? [])).size);
	const mixed = counts.filter((count) => count > 1).length;
	const read = counts.filter((count) => count === 1).length;
	const pairs = runs.filter(({ length }) => length === 2).length;
	return {
		isPlausible: mixed <= MOST_MIXED * runs.length && pairs >= LEAST_PAIRS * runs.length,
		isConfirmed: read >= LEAST_READ * runs.length,
	};
}

/** @param cuts places before which a pause is. @returns the places between them */
function splitAt(pictures: readonly CardPicture[], cuts: readonly number[]): number[][] {
	const ends = [...cuts, pictures.length];
	return ends.map((end, at) => places(ends[at - 1] ?? 0, end)).filter((run) => run.length > 0);
}

/** Most people take the barcode last: a group ends with it, unless the first picture of the card shows one and the last does not. */
function splitByBarcodes(pictures: readonly CardPicture[]): number[][] {
	const isBarcodeFirst = hasBarcode(pictures[0]) && !hasBarcode(pictures.at(-1));
	const cuts = pictures.flatMap((picture, at) => {
		const before = pictures[at - 1];
		if (!before) return [];
		const isSame = picture.barcodes.some((barcode) => before.barcodes.includes(barcode));
		return hasBarcode(isBarcodeFirst ? picture : before) && !isSame ? [at] : [];
	});
	return splitAt(pictures, cuts);
}

function hasBarcode(picture: CardPicture | undefined): boolean {
	return (picture?.barcodes.length ?? 0) > 0;
}

function places(from: number, to: number): number[] {
	return Array.from({ length: to - from }, (_, at) => from + at);
}

function groupOf(
	pictures: readonly CardPicture[],
	run: readonly number[],
	unclear: readonly Doubt[],
): PictureGroup {
	const read = [...new Set(run.flatMap((place) => pictures[place]?.barcodes ?? []))];
	const barcode = read.length === 1 ? (read[0] ?? null) : null;
	const backs = run.filter((place) => hasBarcode(pictures[place]));
	const fronts = run.filter((place) => !hasBarcode(pictures[place]));
	const doubts = [...unclear, ...doubtsOf(read, fronts.length, backs.length)];
	return { barcode, ...sidesOf(fronts, backs, run), doubts };
}

/** The barcode stands on the back. Somebody who takes a side again was not content with it: the last one counts. */
function sidesOf(fronts: readonly number[], backs: readonly number[], run: readonly number[]) {
	const back = backs.at(-1) ?? (fronts.length > 1 ? fronts.at(-1) : undefined) ?? null;
	const front = fronts.findLast((place) => place !== back) ?? backs.find((place) => place !== back) ?? null;
	return { front, back, others: run.filter((place) => place !== front && place !== back) };
}

function doubtsOf(barcodes: readonly string[], fronts: number, backs: number): Doubt[] {
	const doubts: Doubt[] = [];
	if (barcodes.length === 0) doubts.push("no_barcode");
	if (barcodes.length > 1) doubts.push("several_barcodes");
	if (fronts + backs > 2) doubts.push("several_pictures");
	if (fronts === 0 && backs === 1) doubts.push("no_front");
	else if (fronts === 0 || (backs === 0 && fronts > 1)) doubts.push("sides_unclear");
	return doubts;
}

function isTwice(groups: readonly PictureGroup[], { barcode }: PictureGroup): boolean {
	return barcode !== null && groups.filter((group) => group.barcode === barcode).length > 1;
}

/** Whether the back was taken after the front, as most people always do, and others never. */
function hasBackLast({ front, back }: PictureGroup): boolean {
	return front !== null && back !== null && back > front;
}
