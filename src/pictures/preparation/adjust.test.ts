import { expect, test } from "vitest";
import type { Adjustment } from "../store/adjustment.ts";
import { adjusted } from "./adjust.ts";

/** A picture of 3 × 2 pixels, in shades from 1 to 6, row by row. */
const picture = {
	pixels: Buffer.from([1, 2, 3, 4, 5, 6].flatMap((shade) => [shade, shade, shade])),
	width: 3,
	height: 2,
	channels: 3 as const,
};

async function rows(adjustment: Adjustment): Promise<number[][] | string> {
	const made = await adjusted(picture, adjustment);
	if ("refused" in made) return made.refused;
	expect(made.pixels.length).toBe(made.width * made.height * made.channels);
	return Array.from({ length: made.height }, (_, row) =>
		Array.from({ length: made.width }, (_, at) => made.pixels[3 * (row * made.width + at)] ?? -1),
	);
}

test.each([
	[
		0,
		[
			[1, 2, 3],
			[4, 5, 6],
		],
	],
	[
		90,
		[
			[4, 1],
			[5, 2],
			[6, 3],
		],
	],
	[
		180,
		[
			[6, 5, 4],
			[3, 2, 1],
		],
	],
	[
		270,
		[
			[3, 6],
			[2, 5],
			[1, 4],
		],
	],
] as const)(
	"a picture is turned clockwise by %d degrees, and no pixel changes its value",
	async (turn, expected) => {
		expect(await rows({ turn, crop: null })).toEqual(expected);
	},
);

test("a rectangle is cut out of the turned picture", async () => {
	const crop = { left: 1, top: 1, width: 1, height: 2 };
	expect(await rows({ turn: 90, crop })).toEqual([[2], [3]]);
});

test("a rectangle that the picture does not contain is refused", async () => {
	const crop = { left: 1, top: 0, width: 2, height: 1 };
	expect(await rows({ turn: 90, crop })).toBe("it is cropped outside of its 2 × 3 pixels");
	expect(await rows({ turn: 0, crop })).toEqual([[2, 3]]);
});
