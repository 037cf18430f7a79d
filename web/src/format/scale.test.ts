import { expect, test } from "vitest";
import { scaleTop } from "./scale.ts";

test.each([
	[0, 0.01],
	[0.05, 0.06],
	[0.3, 0.4],
	[1, 1],
	[28.35, 40],
	[61, 80],
	[99, 100],
	[1200, 2000],
])("the scale of at most %d credits a day ends at %d", (most, top) => {
	expect(scaleTop(most, false)).toBe(top);
});

test.each([
	[0, 2],
	[1, 2],
	[3, 4],
	[17, 20],
])("the scale of at most %d calls a day ends at %d, of which half are whole calls, too", (most, top) => {
	expect(scaleTop(most, true)).toBe(top);
});
