import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCuts, readAll } from "./chunks.arbitrary.ts";
import { readLines } from "./lines.ts";

const lines = (chunks: AsyncIterable<Uint8Array>) => readLines(chunks);

test("lines end in LF or CRLF, and the last one may lack a line ending", async () => {
	expect(await readAll(lines, "a\r\nb\n\nc")).toEqual([
		{ line: 1, text: "a" },
		{ line: 2, text: "b" },
		{ line: 3, text: "" },
		{ line: 4, text: "c" },
	]);
	expect(await readAll(lines, "a\n")).toEqual([{ line: 1, text: "a" }]);
	expect(await readAll(lines, "")).toEqual([]);
});

test("drops a byte order mark only at the start of the file", async () => {
	expect(await readAll(lines, "\ufeffa\n\ufeffb")).toEqual([
		{ line: 1, text: "a" },
		{ line: 2, text: "\ufeffb" },
	]);
});

test("Unicode line separators do not end a line", async () => {
	expect(await readAll(lines, "a\u2028b\u0085c")).toEqual([{ line: 1, text: "a\u2028b\u0085c" }]);
});

test("where the stream is cut makes no difference", async () => {
	const content = fc.string({
		unit: fc.constantFrom("a", "é", "😀", "\n", "\r\n", "\r", "\ufeff"),
		maxLength: 60,
	});
	await fc.assert(
		fc.asyncProperty(content, anyCuts, async (text, cuts) => {
			expect(await readAll(lines, text, cuts)).toEqual(await readAll(lines, text));
		}),
	);
});

test("refuses only the line that is not UTF-8", async () => {
	const bytes = Buffer.concat([Buffer.from("a\n"), Buffer.from([0xff, 0x0a]), Buffer.from("c")]);
	expect(await readAll(lines, bytes)).toEqual([
		{ line: 1, text: "a" },
		{ line: 2, reason: "the line is not valid UTF-8" },
		{ line: 3, text: "c" },
	]);
});

test("refuses only the line that is too long, however the stream is split", async () => {
	const bytes = Buffer.from("12345678\n123456789\nabc");
	await fc.assert(
		fc.asyncProperty(anyCuts, async (cuts) => {
			const read = await readAll((chunks) => readLines(chunks, { maxLineBytes: 8 }), bytes, cuts);
			expect(read).toEqual([
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
	const read = [];
	for await (const line of readLines(endless())) read.push(line);
	expect(read).toEqual([{ line: 1, reason: "the line is longer than 1048576 bytes" }]);
	expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 25);
});

test("lines of old Macs end in a carriage return", async () => {
	const read = await readAll((chunks) => readLines(chunks, { end: 0x0d }), "a\rb\r\rc\r");
	expect(read.map((line) => "text" in line && line.text)).toEqual(["a", "b", "", "c"]);
});
