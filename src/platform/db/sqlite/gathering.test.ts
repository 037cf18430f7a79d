import { expect, test } from "vitest";
import { createGathering } from "./gathering.ts";

/** Writes arrive one at a time, whenever they are received. */
function gathered(wanted: number, arriving: number): { readonly waiting: number; readonly tookMs: number } {
	const enough = new SharedArrayBuffer(4);
	new Int32Array(enough)[0] = wanted;
	let waiting = 1;
	let left = arriving;
	const gather = createGathering(enough, () => {
		if (left-- > 0) waiting++;
	});
	const beganMs = performance.now();
	gather(() => waiting);
	return { waiting, tookMs: performance.now() - beganMs };
}

test("takes in what has arrived, and waits for nothing where none are wanted", () => {
	expect(gathered(0, 10).waiting).toBe(2);
});

test("stops once enough writes wait", () => {
	expect(gathered(3, 10).waiting).toBe(3);
});

test("waits two milliseconds at most", () => {
	const { waiting, tookMs } = gathered(1000, 2);
	expect(waiting).toBe(3);
	expect(tookMs).toBeGreaterThanOrEqual(1.9);
});
