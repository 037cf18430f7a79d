import { expect, test } from "vitest";
import { UnreadableInput } from "../sources/unreadable.ts";
import { readMetadata } from "./metadata-file.ts";

async function* breakingOff(content: string, error: Error): AsyncGenerator<Uint8Array> {
	yield Buffer.from(content);
	throw error;
}

async function all(chunks: AsyncIterable<Uint8Array>) {
	const items = [];
	for await (const item of readMetadata("ndjson", chunks)) items.push(item);
	return items;
}

test("keeps what was read before the input breaks off and refuses the rest", async () => {
	const chunks = breakingOff('{"barcode":"4011"}\n{"barcode', new UnreadableInput("is damaged"));
	expect(await all(chunks)).toEqual([
		{ line: 1, change: { barcode: "4011" } },
		{ line: 2, reason: "is damaged; from here on nothing was read", isEnd: true },
	]);
});

test("failures that the input did not cause are not hidden", async () => {
	await expect(all(breakingOff("", new TypeError("a fault")))).rejects.toThrow("a fault");
});
