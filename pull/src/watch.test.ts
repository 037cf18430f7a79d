import { expect, test } from "vitest";
import { type Rounds, watch } from "./watch.ts";

/** Watches until the rounds have ended as given, then is told to end. @returns what happened, in order. */
async function watched(ends: readonly (Error | undefined)[], failed?: Rounds["failed"]): Promise<string[]> {
	const happened: string[] = [];
	const left = [...ends];
	await watch({
		minutes: 5,
		async round() {
			const error = left.shift();
			if (left.length === 0) process.emit("SIGTERM");
			if (error) throw error;
			happened.push("refreshed");
		},
		failed: failed ?? ((error) => happened.push((error as Error).message)),
		say: (line) => happened.push(line),
		wait: async (milliseconds) => void happened.push(`waited ${milliseconds}`),
	});
	return happened;
}

const NEXT = ["The next refresh is in 5 minutes.", "waited 300000"];

test("a round that fails is reported, and the next one comes in its time", async () => {
	expect(await watched([undefined, new Error("no answer came"), undefined])).toEqual([
		"refreshed",
		...NEXT,
		"no answer came",
		...NEXT,
		"refreshed",
	]);
});

test("what no later round would change ends it", async () => {
	const rethrow = (error: unknown) => {
		throw error;
	};
	await expect(watched([new Error("the key is refused"), undefined], rethrow)).rejects.toThrow("refused");
});

test("ends after the round that runs when the process is told to, and listens no longer", async () => {
	const before = process.listenerCount("SIGTERM");
	expect(await watched([undefined])).toEqual(["refreshed"]);
	expect(process.listenerCount("SIGTERM")).toBe(before);
});
