import fc from "fast-check";
import { expect, test } from "vitest";
import { type CardPicture, groupPictures, inOrderTaken } from "./index.ts";

const START_MS = Date.UTC(2027, 2, 1, 9);

/** Pictures with the pauses before them, in seconds, and the barcode read from each. */
function card(...taken: readonly (readonly [pauseS: number, barcode?: string])[]): CardPicture[] {
	let atMs = START_MS;
	return taken.map(([pauseS, barcode], at) => {
		atMs += pauseS * 1000;
		return { name: `IMG_${at}.JPG`, takenAtMs: atMs, barcodes: barcode === undefined ? [] : [barcode] };
	});
}

const eleven = ["00", "11", "22", "33", "44", "55", "66", "77", "a", "b", "c"];

test("front and back of each product are found by pauses and barcode, whichever side was taken first", () => {
	const backLast = groupPictures(card(...eleven.flatMap((code) => [[20], [3, code]] as const)));
	expect(backLast).toEqual(
		eleven.map((barcode, at) => ({ barcode, front: 2 * at, back: 2 * at + 1, others: [], doubts: [] })),
	);
	const backFirst = groupPictures(card(...eleven.flatMap((code) => [[20, code], [3]] as const)));
	expect(backFirst).toMatchObject(eleven.map((_, at) => ({ front: 2 * at + 1, back: 2 * at, doubts: [] })));
});

test("a missing back, a doubled front, an unreadable barcode and one read twice are doubtful; the others are not", () => {
	const normal = eleven.flatMap((code) => [[20], [3, code]] as const);
	const groups = groupPictures(
		card(...normal, [20], [20], [3], [3, "88"], [20], [3], [20], [3, "66"], [20, "99"]),
	);
	expect(groups.map(({ doubts }) => doubts.length > 0)).toEqual([
		...eleven.map((code) => code === "66"),
		...[true, true, true, true, true],
	]);
	expect(groups.slice(11)).toEqual([
		{ barcode: null, front: 22, back: null, others: [], doubts: ["no_barcode"] },
		{ barcode: "88", front: 24, back: 25, others: [23], doubts: ["several_pictures"] },
		{ barcode: null, front: 26, back: 27, others: [], doubts: ["no_barcode", "sides_unclear"] },
		{ barcode: "66", front: 28, back: 29, others: [], doubts: ["barcode_twice"] },
		{ barcode: "99", front: null, back: 30, others: [], doubts: ["no_front"] },
	]);
});

test("without times, or with pauses of all lengths, barcodes separate groups, and none is certain", () => {
	const untimed = card(...eleven.flatMap((code) => [[20], [3, code]] as const)).map((picture) => ({
		...picture,
		takenAtMs: null,
	}));
	expect(groupPictures(untimed)).toMatchObject(
		eleven.map((barcode, at) => ({ barcode, front: 2 * at, back: 2 * at + 1, doubts: ["no_times"] })),
	);
	const even = groupPictures(card(...eleven.flatMap((code) => [[5], [5, code]] as const)));
	expect(even.map(({ barcode, doubts }) => [barcode, ...doubts])).toEqual(
		eleven.map((barcode) => [barcode, "pauses_unclear"]),
	);
});

test("where few barcodes can be read, clear pauses separate groups, and none is certain", () => {
	const taken = eleven.flatMap(
		(code, at) => [[20], at % 2 === 0 ? ([3, code] as const) : ([3] as const)] as const,
	);
	const groups = groupPictures(card(...taken));
	expect(groups.map(({ front, back, doubts }) => [front, back, doubts[0]])).toEqual(
		eleven.map((_, at) => [2 * at, 2 * at + 1, "few_barcodes"]),
	);
});

test("pictures are in the order in which they were taken, or of the camera's numbers", () => {
	const named = (name: string, takenAtMs: number | null) => ({ name, takenAtMs });
	expect(inOrderTaken([named("b", 1), named("a", 2)]).map(({ name }) => name)).toEqual(["b", "a"]);
	const byNumber = [named("IMG_10.JPG", null), named("IMG_9.JPG", 1)];
	expect(inOrderTaken(byNumber).map(({ name }) => name)).toEqual(["IMG_9.JPG", "IMG_10.JPG"]);
});

/** A product as it is photographed: how often each side, how long the pauses are, and whether its barcode can be read. */
const product = (within: fc.Arbitrary<number>, between: fc.Arbitrary<number>) =>
	fc.record({
		fronts: fc.oneof(
			{ weight: 8, arbitrary: fc.constant(1) },
			{ weight: 2, arbitrary: fc.constantFrom(0, 2) },
		),
		backs: fc.oneof(
			{ weight: 8, arbitrary: fc.constant(1) },
			{ weight: 2, arbitrary: fc.constantFrom(0, 2) },
		),
		isReadable: fc.integer({ min: 0, max: 4 }).map((draw) => draw > 0),
		before: between,
		pauses: fc.array(within, { minLength: 4, maxLength: 4 }),
	});

/** Photographers of every pace, and some whose two kinds of pauses overlap. */
const photographed = fc
	.tuple(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 60 }))
	.chain(([slowest, quickest, more]) =>
		fc.array(
			product(fc.integer({ min: 1, max: slowest }), fc.integer({ min: quickest, max: quickest + more })),
			{ minLength: 5, maxLength: 60 },
		),
	);

test("with a fifth of the barcodes unreadable, no group with two products is certain", () => {
	let certain = 0;
	fc.assert(
		fc.property(photographed, (products) => {
			const unreadable = products.filter(({ isReadable }) => !isReadable).length;
			fc.pre(unreadable <= Math.ceil(products.length / 5));
			const owners: number[] = [];
			const taken = products.flatMap(({ fronts, backs, isReadable, before, pauses }, at) =>
				Array.from({ length: fronts + backs }, (_, side) => {
					owners.push(at);
					const pause = side === 0 ? before : (pauses[side] ?? before);
					return side >= fronts && isReadable ? ([pause, String(at)] as const) : ([pause] as const);
				}),
			);
			for (const { front, back, others, doubts } of groupPictures(card(...taken))) {
				if (doubts.length > 0) continue;
				certain++;
				const shown = [front, back, ...others].filter((place) => place !== null);
				expect(new Set(shown.map((place) => owners[place])).size).toBe(1);
			}
		}),
		{ numRuns: 1000 },
	);
	expect(certain).toBeGreaterThan(500);
});
