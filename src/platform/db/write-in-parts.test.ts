import { expect, test } from "vitest";
import { StorageUnavailable, TransactionTooLong } from "./database.ts";
import { writeInParts } from "./write-in-parts.ts";

/** A store that can commit only this many items in time, and keeps what it committed. */
function slowStore(fitting: number) {
	const committed: string[] = [];
	let attempts = 0;
	return {
		committed,
		attempts: () => attempts,
		async write(items: readonly string[]) {
			attempts++;
			if (items.length > fitting) throw new TransactionTooLong("too long");
			committed.push(...items);
			return items.map((item) => `${item} written`);
		},
	};
}

const LETTERS = [..."abcdefghijk"];

test.each([1, 2, 3, 5, 11, 12])(
	"halves a write that takes too long until %i items fit, in order",
	async (fitting) => {
		const store = slowStore(fitting);
		expect(await writeInParts(LETTERS, store.write)).toEqual(LETTERS.map((item) => `${item} written`));
		expect(store.committed).toEqual(LETTERS);
	},
);

test("tries a single item three times, then fails", async () => {
	const store = slowStore(0);
	await expect(writeInParts(["a"], store.write)).rejects.toThrow(TransactionTooLong);
	expect([store.attempts(), store.committed]).toEqual([3, []]);
});

test("one item that takes too long once is written at the second attempt", async () => {
	let attempts = 0;
	const write = async () => {
		if (++attempts === 1) throw new TransactionTooLong("too long");
		return ["written"];
	};
	expect(await writeInParts(["a"], write)).toEqual(["written"]);
});

test.each([
	["of all items", LETTERS, 1],
	["of the first half", LETTERS, 2],
	["of a single item", ["a"], 1],
])("any other error in the writing %s stops it at once", async (_what, items, fatalAttempt) => {
	let attempts = 0;
	const write = async () => {
		if (++attempts < fatalAttempt) throw new TransactionTooLong("too long");
		throw new StorageUnavailable("full");
	};
	await expect(writeInParts(items, write)).rejects.toThrow("full");
	expect(attempts).toBe(fatalAttempt);
});

test("writing no items writes nothing and returns no results", async () => {
	const written: (readonly string[])[] = [];
	const write = async (items: readonly string[]) => {
		written.push(items);
		return items;
	};
	expect(await writeInParts([], write)).toEqual([]);
	expect(written.flat()).toEqual([]);
});
