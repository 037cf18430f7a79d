import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import writeXlsxFile from "write-excel-file/node";
import { readMetadata } from "../formats/metadata-file.ts";
import { makeFolder } from "./folder.fixture.ts";
import { findSources } from "./sources.ts";
import { writeZip } from "./zip.fixture.ts";

/** The sources found, one line each, with paths relative to the folder. */
async function found(folder: string, ...paths: string[]): Promise<string[]> {
	const lines = [];
	for await (const source of findSources(paths.map((path) => join(folder, path)))) {
		const name = source.source.replace(`${folder}/`, "");
		if (source.kind === "refused") lines.push(`${name} refused: ${source.reason}`);
		else if (source.kind === "ignored") lines.push(`${name} ignored`);
		else if (source.kind === "metadata") lines.push(`${name} ${source.format}`);
		else lines.push(`${name} ${source.barcode} ${source.variant} ${await source.read()}`);
	}
	return lines;
}

test("files, folders and archives are found in a stable order", async () => {
	const folder = makeFolder({
		"b.zip": writeZip([
			{ name: "x/4012_front.jpg", content: "zipped" },
			{ name: "more.csv", content: "barcode" },
		]),
		"shoot/4011/front.jpg": "in folder",
		"shoot/4011/back.png": "back",
		"shoot/a.jsonl": "",
		"single_4013_front.jpg": "",
		"4014_back.JPG": "single",
	});
	expect(await found(folder, "b.zip", "shoot", "4014_back.JPG")).toEqual([
		"b.zip/x/4012_front.jpg 4012 front zipped",
		"b.zip/more.csv table",
		"shoot/4011/back.png 4011 back back",
		"shoot/4011/front.jpg 4011 front in folder",
		"shoot/a.jsonl ndjson",
		"4014_back.JPG 4014 back single",
	]);
});

test("what an export wrote means its barcodes literally: as a folder, as a ZIP of it, and as a single file", async () => {
	const marker = { name: "out/packshot-export.json", content: "{}" };
	const folder = makeFolder({
		"out/packshot-export.json": "{}",
		"out/metadata.ndjson": "",
		"out/pictures/1/4011_front.jpg": "",
		"out.zip": writeZip([
			{ name: "out/metadata.ndjson", content: "" },
			marker,
			{ name: "other/metadata.ndjson", content: "" },
		]),
		"other.ndjson": "",
	});
	const lines = [];
	for await (const source of findSources(
		["out", "out.zip", "out/metadata.ndjson", "other.ndjson"].map((path) => join(folder, path)),
	)) {
		const isExact = (source.kind === "metadata" || source.kind === "picture") && source.isExact === true;
		lines.push([source.source.replace(`${folder}/`, ""), isExact]);
	}
	expect(lines).toEqual([
		["out/metadata.ndjson", true],
		["out/pictures/1/4011_front.jpg", true],
		["out.zip/out/metadata.ndjson", true],
		["out.zip/other/metadata.ndjson", false],
		["out/metadata.ndjson", true],
		["other.ndjson", false],
	]);
});

test("finds the picture in a folder named by a barcode, however it is reached", async () => {
	const folder = makeFolder({ "4011/front.jpg": "a" });
	const picture = "4011/front.jpg 4011 front a";
	expect(await found(folder, "4011/", "4011/front.jpg")).toEqual([picture, picture]);
});

test("refuses what cannot be imported with the reason, and ignores what is clearly not a product file", async () => {
	const folder = makeFolder({
		".DS_Store": "",
		"__MACOSX/4011_front.jpg": "",
		"Thumbs.db": "",
		"4011_front.gif": "",
		"4011_top.jpg": "",
		"a.rar": "",
		"a.xls": "",
		"broken.zip": "PK",
		"readme.txt": "",
	});
	expect(await found(folder, ".", "missing.csv")).toEqual([
		".DS_Store ignored",
		"4011_front.gif refused: is neither metadata (.ndjson, .jsonl, .csv, .tsv, .txt, .xlsx), a picture (.jpg, .jpeg, .png, .webp, .avif, .tif) nor a .zip",
		'4011_top.jpg refused: expected one of front, back, front_clean, back_clean, 1 or 2, found "top"',
		"Thumbs.db ignored",
		"__MACOSX ignored",
		"a.rar refused: of all archives only .zip is read",
		"a.xls refused: is a spreadsheet in a format that is not read: save it as .xlsx or CSV",
		expect.stringMatching(/^broken\.zip refused: is not a whole ZIP archive/),
		"readme.txt ignored",
		"missing.csv refused: cannot be read: there is no such file or folder",
	]);
});

test("does not follow symbolic links inside a folder, but follows one that was named", async () => {
	const outside = makeFolder({ "4011_front.jpg": "secret" });
	const folder = makeFolder({});
	mkdirSync(join(folder, "in"));
	symlinkSync(outside, join(folder, "in/dir"));
	symlinkSync(join(outside, "4011_front.jpg"), join(folder, "in/4012_front.jpg"));
	symlinkSync(folder, join(folder, "in/loop"));
	const refused = expect.stringMatching(/ refused: is a symbolic link, which is not followed$/);
	expect(await found(folder, "in")).toEqual([refused, refused, refused]);
	expect(await found(folder, "in/4012_front.jpg")).toEqual(["in/4012_front.jpg 4012 front secret"]);
});

test("escapes terminal control characters in names", async () => {
	const folder = makeFolder({ "a\u001b[2J\u202e.doc": "" });
	expect((await found(folder, "."))[0]).toMatch(/^a\\u001b\[2J\\u202e\.doc refused: /);
});

test("refuses to read a loose picture over 40 MiB", async () => {
	const folder = makeFolder({ "4011_front.jpg": Buffer.alloc(40 * 2 ** 20 + 1) });
	await expect(found(folder, ".")).rejects.toThrow("is over 40 MiB");
});

test("a picture file carries its modification time", async () => {
	const folder = makeFolder({ "4011_front.jpg": "" });
	utimesSync(join(folder, "4011_front.jpg"), 1_700_000_000, 1_700_000_000);
	const sources = [];
	for await (const source of findSources([folder])) sources.push(source);
	expect(sources).toMatchObject([{ kind: "picture", modifiedAtMs: 1_700_000_000_000 }]);
});

test("reads metadata from an archive as from a file", async () => {
	const content = '{"barcode":"4011"}\n{"barcode":"x"}\n{"barcode":"4012"}';
	const folder = makeFolder({ "a.zip": writeZip([{ name: "a.ndjson", content }]) });
	writeFileSync(join(folder, "b.ndjson"), content);
	const lines = [];
	for await (const source of findSources([folder])) {
		if (source.kind !== "metadata") continue;
		for await (const item of readMetadata(source.format, source.chunks()))
			lines.push([item.line, "change" in item]);
	}
	const each = [
		[1, true],
		[2, false],
		[3, true],
	];
	expect(lines).toEqual([...each, ...each]);
});

test("reads a workbook in an archive of pictures, and refuses archives in it all the same", async () => {
	const rows = [
		["barcode", "info.brand"],
		["4011", "Osem"],
	].map((cells) => cells.map((value) => ({ value, type: String })));
	const workbook = await writeXlsxFile(rows as never).toBuffer();
	const zip = writeZip([
		{ name: "meta.xlsx", content: workbook },
		{ name: "4011_front.jpg", content: workbook },
	]);
	const folder = makeFolder({ "a.zip": zip });
	const outcomes = [];
	for await (const source of findSources([folder])) {
		if (source.kind === "picture") outcomes.push(await source.read().catch((error: Error) => error.message));
		if (source.kind !== "metadata") continue;
		for await (const item of readMetadata(source.format, source.chunks())) outcomes.push(item);
	}
	expect(outcomes).toEqual([
		{ line: 2, change: { barcode: "4011", info: { brand: "Osem" } } },
		"is an archive inside an archive",
	]);
});
