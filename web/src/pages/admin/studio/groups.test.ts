import { expect, test } from "vitest";
import { type Group, joinGroups, movePicture, neighbourOf, setSide, splitGroup } from "./groups.ts";

const ORDER = [0, 1, 2, 3, 4, 5];
const group = (front: number | null, back: number | null, ...others: number[]): Group => ({
	barcode: null,
	front,
	back,
	others,
	state: "confirmed",
});
const sides = (groups: readonly Group[]) => groups.map(({ front, back, others }) => [front, back, ...others]);

test("a picture takes the side that is missing where it is moved to, and both groups are to be confirmed again", () => {
	const moved = movePicture([group(0, 1, 2), group(3, null), group(4, 5)], 2, 1);
	expect(sides(moved)).toEqual([
		[0, 1],
		[3, 2],
		[4, 5],
	]);
	expect(moved.map(({ state }) => state)).toEqual(["open", "open", "confirmed"]);
	expect(sides(movePicture([group(0, 1), group(2, null)], 2, 0))).toEqual([[0, 1, 2]]);
	expect(sides(movePicture([group(0, 1), group(2, null)], 1, undefined))).toEqual([
		[0, null],
		[1, null],
		[2, null],
	]);
});

test("front and back are swapped by naming one of them; a picture that was left out replaces one", () => {
	expect(sides(setSide([group(0, 1)], 0, "back"))).toEqual([[1, 0]]);
	expect(sides(setSide([group(0, 1, 2)], 2, "front"))).toEqual([[2, 1, 0]]);
	expect(sides(setSide([group(0, 1)], 1, "others"))).toEqual([[0, null, 1]]);
});

test("a group is split where somebody says, and joined with another", () => {
	expect(sides(splitGroup([group(0, 3, 1, 2)], 2, ORDER))).toEqual([
		[0, null, 1],
		[2, 3],
	]);
	expect(sides(splitGroup([group(0, 1)], 0, ORDER))).toEqual([[0, 1]]);
	const named = { ...group(1, null), barcode: "4011" };
	expect(joinGroups([group(0, null), named], 0, 1)).toEqual([
		{ barcode: "4011", front: 0, back: 1, others: [], state: "open" },
	]);
});

test("neighbours are those taken right before and after, wherever they stand", () => {
	const groups = [group(2, 3), group(0, 1), group(4, 5)];
	expect([-1, 1].map((step) => neighbourOf(groups, 0, step as 1 | -1, ORDER))).toEqual([1, 2]);
	expect(neighbourOf(groups, 2, 1, ORDER)).toBeUndefined();
});
