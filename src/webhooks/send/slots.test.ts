import { expect, test } from "vitest";
import type { DueWebhook } from "./claims.ts";
import { createSlots } from "./slots.ts";

/** Places with a clock controlled by the test, in which everything that is chosen is begun. */
function setUp() {
	let nowMs = 0;
	const slots = createSlots(() => nowMs);
	const leaving: (() => void)[] = [];
	return {
		advance(milliseconds: number) {
			nowMs += milliseconds;
		},
		/** @returns the clients of the webhooks that were begun. */
		begin(due: readonly DueWebhook[]): string[] {
			const chosen = slots.choose(due);
			for (const webhook of chosen) leaving.push(slots.take(webhook));
			return chosen.map(({ clientId }) => clientId);
		},
		endAll() {
			for (const leave of leaving.splice(0)) leave();
		},
	};
}

let numbered = 0;
const due = (count: number, account: string, isSlow = false): DueWebhook[] =>
	Array.from({ length: count }, () => ({ clientId: `cl_${numbered++}`, account, isSlow }));
/** One webhook of each of so many accounts. */
const ofEach = (count: number, isSlow = false) =>
	Array.from({ length: count }, (_, place) => due(1, `${isSlow}_${place}`, isSlow)).flat();

test("one account has attempts in at most a quarter of the slots, until they end", () => {
	const { begin, advance, endAll } = setUp();
	const own = due(300, "one");
	expect(begin(own)).toEqual(own.slice(0, 64).map(({ clientId }) => clientId));
	advance(9000);
	expect(begin(own.slice(64))).toEqual([]);
	expect(begin(due(1, "another"))).toHaveLength(1);
	endAll();
	expect(begin(own.slice(64))).toHaveLength(64);
});

test("an attempt gives its place back after half a second, unless its endpoint was slow before", () => {
	const { begin, advance } = setUp();
	expect(begin(ofEach(300))).toHaveLength(256);
	expect(begin(ofEach(300, true))).toHaveLength(128);
	advance(499);
	expect(begin([...due(1, "a"), ...due(1, "b", true)])).toEqual([]);
	advance(1);
	expect(begin([...due(1, "a"), ...due(1, "b", true)])).toHaveLength(1);
});

test("endpoints that were slow take none of the others' slots, and the other way round", () => {
	const { begin } = setUp();
	expect(begin(ofEach(1000, true))).toHaveLength(128);
	expect(begin(ofEach(1000))).toHaveLength(256);
});

test("an account with fewer attempts in progress goes first, however many others are due", () => {
	const { begin, advance } = setUp();
	const many = Array.from({ length: 20 }, (_, place) => due(100, `account ${place}`)).flat();
	expect(begin(many)).toHaveLength(256);
	advance(500);
	const [late] = due(1, "late");
	expect(begin([...many, late!])[0]).toBe(late!.clientId);
});
