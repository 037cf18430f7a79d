import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCuts, cutInto, readAll } from "./chunks.arbitrary.ts";
import { readLines } from "./lines.ts";

test("lines end in LF or CRLF, and the last one may lack a line ending", async () => {
	expect(await readAll(readLines, "a\r\nb\n\nc")).toEqual([
		{ line: 1, text: "a" },
		{ line: 2, text: "b" },
		{ line: 3, text: "" },
		{ line: 4, text: "c" },
	]);
	expect(await readAll(readLines, "a\n")).toEqual([{ line: 1, text: "a" }]);
	expect(await readAll(readLines, "")).toEqual([]);
});

test("drops a byte order mark only at the start of the file", async () => {
	expect(await readAll(readLines, "\ufeffa\n\ufeffb")).toEqual([
		{ line: 1, text: "a" },
		{ line: 2, text: "\ufeffb" },
	]);
});

test("Unicode line separators do not end a line", async () => {
	expect(await readAll(readLines, "a\u2028b\u0085c")).toEqual([{ line: 1, text: "a\u2028b\u0085c" }]);
});

test("where the stream is cut makes no difference", async () => {
	const content = fc.string({
		unit: fc.constantFrom("a", "é", "😀", "\n", "\r\n", "\r", "\ufeff"),
		maxLength: 60,
	});
	await fc.assert(
		fc.asyncProperty(content, anyCuts, async (text, cuts) => {
			expect(await readAll(readLines, text, cuts)).toEqual(await readAll(readLines, text));
		}),
	);
});

test("refuses only the line that is not UTF-8", async () => {
	const bytes = Buffer.concat([Buffer.from("a\n"), Buffer.from([0xff, 0x0a]), Buffer.from("c")]);
	expect(await readAll(readLines, bytes)).toEqual([
		{ line: 1, text: "a" },
		{ line: 2, reason: "the line is not valid UTF-8" },
		{ line: 3, text: "c" },
	]);
});

test("refuses only the line that is too long, however the stream is split", async () => {
	const bytes = Buffer.from("12345678\n123456789\nabc");
	await fc.assert(
		fc.asyncProperty(anyCuts, async (cuts) => {
			const lines = [];
			for await (const line of readLines(cutInto(bytes, cuts), 8)) lines.push(line);
			expect(lines).toEqual([
				{ line: 1, text: "12345678" },
				{ line: 2, reason: "the line is longer than 8 bytes" },
				{ line: 3, text: "abc" },
			]);
		}),
	);
});

test("does not hold an endless line in memory", async () => {
	const chunk = Buffer.alloc(2 ** 16, "x");
	let chunksRead = 0;
	async function* endless() {
		for (; chunksRead < 2000; chunksRead++) yield chunk;
	}
	const before = process.memoryUsage().arrayBuffers;
	const lines = [];
	for await (const line of readLines(endless())) lines.push(line);
	expect(lines).toEqual([{ line: 1, reason: "the line is longer than 1048576 bytes" }]);
	expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 25);
});
