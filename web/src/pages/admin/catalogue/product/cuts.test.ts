import { expect, test } from "vitest";
import { cropOf, cutsBetween, cutsOf, NO_CUTS, turnedCuts } from "./cuts.ts";

const size = { width: 400, height: 300 };
const crop = { left: 10, top: 20, width: 300, height: 200 };

test("cuts and the rectangle that they leave are the same in two forms", () => {
	expect(cutsOf(crop, size)).toEqual({ left: 10, top: 20, right: 90, bottom: 80 });
	expect(cropOf(cutsOf(crop, size), size)).toEqual(crop);
	expect([cutsOf(null, size), cropOf(NO_CUTS, size)]).toEqual([NO_CUTS, null]);
});

test("too little that is left is no crop", () => {
	expect(cropOf({ left: 200, top: 0, right: 190, bottom: 0 }, size)).toBeUndefined();
});

test("cuts turn along with the picture", () => {
	const cuts = { left: 1, top: 2, right: 3, bottom: 4 };
	expect(turnedCuts(cuts)).toEqual({ left: 4, top: 1, right: 2, bottom: 3 });
	expect(turnedCuts(turnedCuts(turnedCuts(turnedCuts(cuts))))).toEqual(cuts);
});

test("a rectangle may be drawn from any corner", () => {
	const cuts = { left: 40, top: 60, right: 100, bottom: 150 };
	expect(cutsBetween({ x: 0.1, y: 0.2 }, { x: 0.75, y: 0.5 }, size)).toEqual(cuts);
	expect(cutsBetween({ x: 0.75, y: 0.2 }, { x: 0.1, y: 0.5 }, size)).toEqual(cuts);
});
