import { expect, test } from "vitest";
import { createKeyedQueue } from "./keyed-queue.ts";

test("runs work of one key in sequence, even after a failure, without blocking other keys", async () => {
	const inTurn = createKeyedQueue();
	const done: string[] = [];
	let finishFirst = () => {};
	const first = inTurn("a", async () => {
		await new Promise<void>((resolve) => {
			finishFirst = resolve;
		});
		done.push("first");
		throw new Error("first fails");
	});
	const second = inTurn("a", async () => done.push("second"));
	await inTurn("b", async () => done.push("other"));
	finishFirst();
	await expect(first).rejects.toThrow("first fails");
	await second;
	expect(done).toEqual(["other", "first", "second"]);
	await inTurn("a", async () => done.push("third"));
	expect(done.at(-1)).toBe("third");
});
