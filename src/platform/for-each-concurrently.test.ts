import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { forEachConcurrently } from "./for-each-concurrently.ts";

interface Numbers {
	readonly items: AsyncGenerator<number>;
	/** Whether the source was closed before its last item. */
	wasEnded(): boolean;
}

function numbers(count: number): Numbers {
	let ended = false;
	async function* upTo() {
		try {
			for (let number = 0; number < count; number++) yield number;
		} finally {
			ended = true;
		}
	}
	return { items: upTo(), wasEnded: () => ended };
}

test("processes every item, with at most the given number at once", async () => {
	const done: number[] = [];
	let [underWay, most] = [0, 0];
	await forEachConcurrently(numbers(20).items, 3, async (number) => {
		most = Math.max(most, ++underWay);
		await nextTurn();
		underWay--;
		done.push(number);
	});
	expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, number) => number));
	expect(most).toBe(3);
});

test.each([0, 4, 19])("a fault at item %i is thrown, with others still in progress", async (bad) => {
	const work = async (number: number) => {
		await nextTurn();
		if (number === bad) throw new Error(`item ${number}`);
	};
	await expect(forEachConcurrently(numbers(20).items, 8, work)).rejects.toThrow(`item ${bad}`);
});

test("after an error, starts nothing more, lets running work finish and closes the source", async () => {
	const source = numbers(100);
	const [begun, ended]: [number[], number[]] = [[], []];
	const work = async (number: number) => {
		begun.push(number);
		await nextTurn();
		if (number === 1) throw new Error("no room");
		for (let turn = 0; turn < 5; turn++) await nextTurn();
		ended.push(number);
	};
	await expect(forEachConcurrently(source.items, 3, work)).rejects.toThrow("no room");
	expect(begun).toEqual([0, 1, 2]);
	expect(ended).toEqual([0, 2]);
	expect(source.wasEnded()).toBe(true);
});

test("rejects if the source fails", async () => {
	async function* failing() {
		yield 1;
		throw new Error("cannot be read");
	}
	await expect(forEachConcurrently(failing(), 2, async () => undefined)).rejects.toThrow("cannot be read");
});
