import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCuts, readAll } from "./chunks.arbitrary.ts";
import { readCsvRows } from "./csv-rows.ts";

const rows = (content: string) => readAll(readCsvRows, content);

test("cells are separated by commas and trimmed, quoted ones left unchanged", async () => {
	expect(await rows('a, b ,,"c, ""d"" " , " e "\n\nf,\n')).toEqual([
		{ line: 1, cells: ["a", "b", "", 'c, "d" ', " e "] },
		{ line: 3, cells: ["f", ""] },
	]);
});

test("a quoted cell may span lines; the row has the number of its first line", async () => {
	expect(await rows('a,"x\r\n\ny",b\nc\n')).toEqual([
		{ line: 1, cells: ["a", "x\n\ny", "b"] },
		{ line: 4, cells: ["c"] },
	]);
});

test("any table is read back, however the stream is cut", async () => {
	const cell = fc.string({ unit: fc.constantFrom("a", '"', ",", "\n", " ", "é"), maxLength: 6 });
	const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { maxLength: 4 });
	await fc.assert(
		fc.asyncProperty(table, anyCuts, async (cells, cuts) => {
			const content = cells
				.map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(","))
				.join("\n");
			const read = await readAll(readCsvRows, content, cuts);
			expect(read.map((row) => "cells" in row && row.cells)).toEqual(cells);
		}),
	);
});

test("a stray quote refuses only its own row", async () => {
	expect(await rows('a,12" pizza\n"b"x,c\nd,e\n')).toEqual([
		{ line: 1, reason: "cell 2 holds a quote but is not quoted" },
		{ line: 2, reason: "cell 1 goes on after its closing quote" },
		{ line: 3, cells: ["d", "e"] },
	]);
});

test("a quote that is never closed refuses the row that opened it", async () => {
	expect(await rows('a,b\nc,"d\ne,f\n')).toEqual([
		{ line: 1, cells: ["a", "b"] },
		{ line: 2, reason: "a quote is opened but not closed up to line 3" },
	]);
});

test("a quote left open does not swallow a large file", async () => {
	const filler = `${"c".repeat(999)}\n`;
	const read = await rows(`a,"b\n${filler.repeat(1100)}e,f\n`);
	expect(read[0]).toEqual({ line: 1, reason: "a quote is opened but not closed up to line 1050" });
	expect(read[1]).toMatchObject({ line: 1051 });
	expect(read.at(-1)).toEqual({ line: 1102, cells: ["e", "f"] });
});

test("a line that is not UTF-8 refuses the row it belongs to", async () => {
	const content = Buffer.concat([Buffer.from('a,"b\n'), Buffer.from([0xe9, 0x0a]), Buffer.from("c,d\n")]);
	expect(await readAll(readCsvRows, content)).toEqual([
		{ line: 1, reason: "the row goes on in line 2: the line is not valid UTF-8" },
		{ line: 3, cells: ["c", "d"] },
	]);
});
