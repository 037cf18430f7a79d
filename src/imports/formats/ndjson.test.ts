import { anyCuts, readAll } from "@packshot/tables/chunks.arbitrary";
import fc from "fast-check";
import { expect, test } from "vitest";
import { metadataChange } from "../../catalogue/writing/metadata-change.arbitrary.ts";
import { readNdjson } from "./metadata-file.ts";

test("refuses an invalid line with its number and reads the others", async () => {
	const content = '\ufeff{"barcode":"4011"}\r\n\n{"barcode":\n  \n{"barcode":"12"}\n{"barcode":"4012"}';
	expect(await readAll(readNdjson, content)).toEqual([
		{ line: 1, change: { barcode: "4011" } },
		{ line: 3, reason: expect.stringMatching(/^the line is not JSON: /) },
		{ line: 5, reason: expect.stringMatching(/^barcode: /) },
		{ line: 6, change: { barcode: "4012" } },
	]);
});

test("the same barcode may occur twice", async () => {
	const lines = await readAll(readNdjson, '{"barcode":"4011"}\n{"barcode":"4011","info":null}\n');
	expect(lines).toHaveLength(2);
});

test("changes are read back as they were written, however the stream is cut", async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(metadataChange, { maxLength: 4 }), anyCuts, async (changes, cuts) => {
			const content = changes.map((change) => `${JSON.stringify(change)}\n`).join("");
			const expected = changes.map((change, index) => ({ line: index + 1, change }));
			expect(await readAll(readNdjson, content, cuts)).toEqual(expected);
		}),
		{ numRuns: 50 },
	);
});

test("deep nesting is refused like any other invalid value", async () => {
	const nested = `{"barcode":"4011","info":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
	expect(await readAll(readNdjson, nested)).toEqual([
		{ line: 1, reason: "info: expected an object, found a list", barcode: "4011" },
	]);
});
