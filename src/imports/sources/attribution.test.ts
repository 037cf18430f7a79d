import { expect, test } from "vitest";
import { makeFolder } from "./folder.fixture.ts";
import { findSources, type Source } from "./sources.ts";
import { writeZip } from "./zip.fixture.ts";

const file = (batch: string) => `{"source_batch":"${batch}","ownership":null,"uploaded_by":"Dana"}`;

async function found(folder: string): Promise<Source[]> {
	const sources: Source[] = [];
	for await (const source of findSources([folder])) sources.push(source);
	return sources;
}

test("attribution.json applies to the pictures in and below its folder, the nearest one first", async () => {
	const folder = makeFolder({
		"4011_front.jpg": "",
		"a/attribution.json": file("spring"),
		"a/4012/front.jpg": "",
		"a/b/attribution.json": file("summer"),
		"a/b/4013_front.jpg": "",
	});
	const sources = await found(folder);
	const batches = sources.map((source) => source.kind === "picture" && source.attribution?.batch);
	expect(batches).toEqual([undefined, "spring", "summer"]);
});

test.each([
	["{", /is not JSON/],
	['{"source_batch":"s","ownership":null}', /uploaded_by is missing/],
	[
		'{"source_batch":"","ownership":null,"uploaded_by":null}',
		/source_batch: expected a text that is not empty/,
	],
	['{"source_batch":"s","owner":"x","ownership":null,"uploaded_by":null}', /"owner" is an unknown key/],
	[
		'{"source_batch":"s","ownership":null,"uploaded_by":null,"adjustment":{"turn":45,"crop":null}}',
		/adjustment/,
	],
	['{"source_batch":"s","ownership":"a\\u202eb","uploaded_by":null}', /U\+202E/],
])("a folder whose attribution.json is %s is refused as a whole", async (content, reason) => {
	const folder = makeFolder({
		"a/attribution.json": content,
		"a/4011_front.jpg": "",
		"b/4012_front.jpg": "",
	});
	const [refused, other, ...more] = await found(folder);
	expect(refused).toMatchObject({ kind: "refused", reason: expect.stringMatching(reason) });
	expect([other?.kind, more]).toEqual(["picture", []]);
});

test("attribution.json in an archive is refused with the reason", async () => {
	const folder = makeFolder({ "a.zip": writeZip([{ name: "attribution.json", content: file("spring") }]) });
	expect(await found(folder)).toMatchObject([
		{ kind: "refused", reason: "is read with its folder alone, not by itself or from an archive" },
	]);
});
