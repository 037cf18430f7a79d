import { CompiledQuery } from "kysely";
import { describe, expect, test } from "vitest";
import { command, defineBatchCommand, indexCommands } from "./command.ts";
import { sqliteTraits } from "./engine-traits.ts";
import { CommitUnknown, createGroupCommit, StoreGone, type Transact } from "./group-commit.ts";
import type { Tx } from "./tx.ts";

/** A store of numbers that commits all of a transaction or nothing. */
function numberStore() {
	const committed: number[] = [];
	const transactions: number[][] = [];
	let pending: number[] = [];
	let failure: { at: "begin" | "commit" } | undefined;
	let held: Promise<void> | undefined;

	let begun = 0;
	const transact: Transact = async (work) => {
		begun++;
		if (failure?.at === "begin") throw new Error("cannot begin");
		pending = [];
		const result = await work({} as Tx);
		if (failure?.at === "commit") throw new Error("cannot commit");
		await held;
		committed.push(...pending);
		transactions.push(pending);
		return result;
	};
	const commands = indexCommands([
		command<number, string>("add", async (_tx, number) => {
			if (number < 0) throw new Error(`${number} is negative`);
			pending.push(number);
			return `added ${number}`;
		}),
		defineBatchCommand<number, number>("sum", async (_tx, numbers) => {
			pending.push(...numbers);
			return numbers.map(() => numbers.length);
		}),
		command<number, string>("kept possible", async (_tx, number) => {
			pending.push(number);
			return `kept ${number}`;
		}),
		defineBatchCommand<number, number>("faulty", async () => []),
	]);
	const rescued: string[] = [];
	const commit = createGroupCommit({
		commands,
		traits: sqliteTraits,
		transact,
		async rescue({ command: name, input }, _fault, again) {
			if (name !== "kept possible") return false;
			rescued.push(`${name} ${input}`);
			failure = undefined;
			await again();
			failure = { at: "commit" };
			return true;
		},
	});
	return {
		rescued,
		committed,
		transactions,
		begun: () => begun,
		fail(at: "begin" | "commit" | undefined) {
			failure = at && { at };
		},
		/** Lets no transaction commit until `release` is called. */
		hold() {
			let release = () => {};
			held = new Promise((resolve) => {
				release = resolve;
			});
			return release;
		},
		write: (name: string, input: number) =>
			new Promise((succeed, fail) => commit({ command: name, input, succeed, fail })),
	};
}

const numbers = (count: number) => Array.from({ length: count }, (_, place) => place);

describe("queued writes", () => {
	test("are committed together, each with its own outcome", async () => {
		const store = numberStore();
		const outcomes = await Promise.all(numbers(100).map((number) => store.write("add", number)));
		expect(outcomes).toEqual(numbers(100).map((number) => `added ${number}`));
		expect(store.transactions).toEqual([numbers(100)]);
	});

	test("reach a batch command in one call, separate from other commands", async () => {
		const store = numberStore();
		const outcomes = await Promise.all([
			store.write("sum", 1),
			store.write("add", 2),
			store.write("sum", 3),
			store.write("sum", 4),
		]);
		expect(outcomes).toEqual([3, "added 2", 3, 3]);
		expect(store.transactions).toHaveLength(1);
	});

	test("are committed in groups of at most 512, in order of arrival", async () => {
		const store = numberStore();
		await Promise.all(numbers(1200).map((number) => store.write("add", number)));
		expect(store.transactions.map(({ length }) => length)).toEqual([512, 512, 176]);
		expect(store.committed).toEqual(numbers(1200));
	});

	test("that arrive while others are being committed form the next group", async () => {
		const store = numberStore();
		const release = store.hold();
		const first = store.write("add", 1);
		await expect.poll(() => store.begun()).toBe(1);
		const later = [2, 3].map((number) => store.write("add", number));
		await new Promise((resolve) => setImmediate(resolve));
		expect([store.begun(), store.committed]).toEqual([1, []]);
		release();
		await Promise.all([first, ...later]);
		expect(store.transactions).toEqual([[1], [2, 3]]);
	});

	test("are answered only when they are committed", async () => {
		const store = numberStore();
		await store.write("add", 1).then(() => expect(store.committed).toEqual([1]));
	});
});

describe("a write that fails", () => {
	test("never fails its neighbours: each is committed once", async () => {
		const store = numberStore();
		const outcomes = await Promise.allSettled([1, 2, -3, 4, -5].map((number) => store.write("add", number)));
		expect(outcomes.map(({ status }) => status)).toEqual([
			"fulfilled",
			"fulfilled",
			"rejected",
			"fulfilled",
			"rejected",
		]);
		expect((outcomes[2] as PromiseRejectedResult).reason.message).toBe("-3 is negative");
		expect(store.committed).toEqual([1, 2, 4]);
	});

	test("does not block later writes", async () => {
		const store = numberStore();
		await expect(store.write("add", -1)).rejects.toThrow("-1 is negative");
		expect(await store.write("add", 1)).toBe("added 1");
	});

	test("also fails alone if its command is faulty or unknown", async () => {
		const store = numberStore();
		const outcomes = await Promise.allSettled([
			store.write("faulty", 1),
			store.write("add", 2),
			store.write("nobody's", 3),
		]);
		expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected"]);
		expect((outcomes[0] as PromiseRejectedResult).reason.message).toMatch(
			/faulty did not answer every input/,
		);
		expect((outcomes[2] as PromiseRejectedResult).reason.message).toMatch(/no command is named nobody's/);
		expect(store.committed).toEqual([2]);
	});
});

describe("a failing store", () => {
	test("fails every write and stores nothing if it cannot commit", async () => {
		const store = numberStore();
		store.fail("commit");
		const outcomes = await Promise.allSettled([1, 2].map((number) => store.write("add", number)));
		expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
		expect(store.committed).toEqual([]);
		store.fail(undefined);
		expect(await store.write("add", 3)).toBe("added 3");
	});

	test("fails all waiting writes at once if it cannot begin, and works again when it can", async () => {
		const store = numberStore();
		store.fail("begin");
		const outcomes = await Promise.allSettled(numbers(500).map((number) => store.write("add", number)));
		expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(["rejected"]));
		expect(store.begun()).toBe(1);
		store.fail(undefined);
		expect(await store.write("add", 1)).toBe("added 1");
		expect(store.committed).toEqual([1]);
	});
});

describe("a store that loses its connection", () => {
	const unknown = (outcome: Promise<boolean>) => {
		const committing: Transact = async (work) => {
			await work({} as Tx);
			throw new CommitUnknown("no answer", outcome);
		};
		return writing(committing);
	};
	function writing(transact: Transact) {
		const commands = indexCommands([command<number, number>("double", async (_tx, number) => 2 * number)]);
		const commit = createGroupCommit({ commands, traits: sqliteTraits, transact });
		return (input: number) =>
			new Promise((succeed, fail) => commit({ command: "double", input, succeed, fail }));
	}

	test("resolves the writes of a commit that turns out to have succeeded", async () => {
		const write = unknown(Promise.resolve(true));
		expect(await Promise.all([write(1), write(2)])).toEqual([2, 4]);
	});

	test("rejects the writes of a commit that turns out to have failed", async () => {
		const write = unknown(Promise.resolve(false));
		await expect(write(1)).rejects.toThrow("no answer");
	});

	test("fails a whole batch at once instead of trying each", async () => {
		let begun = 0;
		const write = writing(async (work) => {
			begun++;
			await work({} as Tx);
			throw new StoreGone("gone");
		});
		const outcomes = await Promise.allSettled([1, 2, 3].map(write));
		expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
		expect(begun).toBe(1);
	});
});

test("writes go in several concurrent transactions if configured, each of the configured size", async () => {
	let [running, most] = [0, 0];
	const sizes: number[] = [];
	const transact: Transact = async (work) => {
		most = Math.max(most, ++running);
		await new Promise((resolve) => setImmediate(resolve));
		running--;
		return work({} as Tx);
	};
	const count = defineBatchCommand<number, number>("count", async (_tx, numbers) => {
		sizes.push(numbers.length);
		return [...numbers];
	});
	const limits = { batchLimit: 2, concurrentBatches: 3 };
	const commit = createGroupCommit({
		commands: indexCommands([count]),
		traits: sqliteTraits,
		transact,
		...limits,
	});
	const write = (input: number) =>
		new Promise((succeed, fail) => commit({ command: "count", input, succeed, fail }));
	expect(await Promise.all(numbers(9).map(write))).toEqual(numbers(9));
	expect(most).toBe(3);
	expect(Math.max(...sizes)).toBe(2);
});

test("rejects two commands with the same name", () => {
	const twice = command("add", async () => undefined);
	expect(() => indexCommands([twice, twice])).toThrow(/two commands are named add/);
});

describe("a committed single statement whose rows cannot be read", () => {
	const adding = (committed: number[]) => ({
		suits: () => true,
		statement: (inputs: readonly number[]) => CompiledQuery.raw("add", [...inputs]),
		outcomes(): number[] {
			throw new Error("rows of another kind");
		},
		find: async (_tx: Tx, inputs: readonly number[]) =>
			inputs.map((input) => (committed.includes(input) ? input : undefined)),
	});

	test("is never run again: its writes are answered from a lookup", async () => {
		const committed: number[] = [];
		const add = defineBatchCommand<number, number>(
			"add",
			async (_tx, inputs) => {
				committed.push(...inputs);
				return [...inputs];
			},
			adding(committed),
		);
		const commit = createGroupCommit({
			commands: indexCommands([add]),
			traits: sqliteTraits,
			transact: (work) => work({} as Tx),
			// 3 is left out, like an input for which nothing was done.
			runSingleStatement: async ({ parameters }) => {
				committed.push(...(parameters as number[]).filter((input) => input !== 3));
				return [];
			},
		});
		const write = (input: number) =>
			new Promise((succeed, fail) => commit({ command: "add", input, succeed, fail }));
		const outcomes = await Promise.allSettled([1, 2, 3].map(write));
		expect(committed).toEqual([1, 2]);
		expect(outcomes.slice(0, 2)).toEqual([1, 2].map((value) => ({ status: "fulfilled", value })));
		expect((outcomes[2] as PromiseRejectedResult).reason.message).toBe("rows of another kind");
	});
});

test("a write that failed on its own may be rescued: it is done again alone, and the others fail", async () => {
	const store = numberStore();
	store.fail("commit");
	const outcomes = await Promise.allSettled([
		store.write("add", 1),
		store.write("kept possible", 2),
		store.write("add", 3),
	]);
	expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "rejected"]);
	expect([store.committed, store.rescued]).toEqual([[2], ["kept possible 2"]]);
});
