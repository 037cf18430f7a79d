import { randomBytes } from "node:crypto";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ARCHIVE_LIMITS, type ArchiveLimits, readArchive } from "./archive.ts";
import { makeFolder } from "./folder.fixture.ts";
import { type WrittenEntry, writeZip } from "./zip.fixture.ts";

const KIB = 2 ** 10;

/** The outcome for every file of an archive: its content as text, or why it was rejected. */
async function outcome(
	zip: Uint8Array,
	limits: Partial<ArchiveLimits> = {},
): Promise<Record<string, string>> {
	const path = join(makeFolder({ "a.zip": zip }), "a.zip");
	const outcomes: [string, string][] = [];
	for await (const file of readArchive(path, { ...ARCHIVE_LIMITS, ...limits })) {
		if ("refused" in file) outcomes.push([file.path, `refused: ${file.refused}`]);
		else
			outcomes.push([
				file.path,
				await file.read(64 * KIB).then(String, (error) => `unreadable: ${error.message}`),
			]);
	}
	return Object.fromEntries(outcomes);
}

const outcomeOf = (...entries: WrittenEntry[]) => outcome(writeZip(entries));
const good: WrittenEntry = { name: "good.jpg", content: "good" };

describe("a valid archive", () => {
	test("gives back what was put in, stored or deflated, empty or not", async () => {
		const file = fc.record({
			content: fc.uint8Array({ maxLength: 300 }).filter((content) => content[0] !== 0x50),
			method: fc.constantFrom(0, 8),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(file, { maxLength: 5 }), async (files) => {
				const entries = files.map((file, index) => ({ ...file, name: `${index}.jpg` }));
				const expected = entries.map(({ name, content }) => [name, Buffer.from(content).toString()]);
				expect(await outcome(writeZip(entries))).toEqual(Object.fromEntries(expected));
			}),
			{ numRuns: 20 },
		);
	});

	test("skips folders, and refuses nothing because of file manager leftovers", async () => {
		const names = ["4011/", "__MACOSX/._good.jpg", ".DS_Store", "a/Thumbs.db", "a/._b.jpg"];
		const left = Object.fromEntries(names.slice(1).map((name) => [name, ""]));
		expect(await outcomeOf(good, ...names.map((name) => ({ name })))).toEqual({
			"good.jpg": "good",
			...left,
		});
	});

	test("gives the modification time of its files in UTC, or null if there is none", async () => {
		const day = ((2024 - 1980) << 9) | (2 << 5) | 29;
		const zip = writeZip([
			{ name: "dated.jpg", dosDate: day, dosTime: (13 << 11) | (30 << 5) | 4 },
			{ name: "undated.jpg", dosDate: 0 },
		]);
		const times = [];
		for await (const file of readArchive(join(makeFolder({ "a.zip": zip }), "a.zip"))) {
			times.push("refused" in file ? file.refused : file.modifiedAtMs);
		}
		expect(times).toEqual([Date.UTC(2024, 1, 29, 13, 30, 8), null]);
	});

	test("a file can be left unread or half read without affecting the next", async () => {
		const entries = ["1.csv", "2.csv", "3.csv"].map((name) => ({ name, content: randomBytes(300 * KIB) }));
		const path = join(makeFolder({ "a.zip": writeZip(entries) }), "a.zip");
		let last: Buffer | undefined;
		for await (const file of readArchive(path)) {
			if ("refused" in file || file.path === "1.csv") continue;
			if (file.path === "2.csv") {
				for await (const chunk of file.chunks()) if (chunk.length > 0) break;
			} else last = await file.read(KIB * KIB);
		}
		expect(last?.equals(entries[2]!.content)).toBe(true);
	});

	test("a highly compressible megabyte is not a bomb", async () => {
		const zip = writeZip([{ name: "plain.csv", content: Buffer.alloc(KIB * KIB) }]);
		const path = join(makeFolder({ "a.zip": zip }), "a.zip");
		const sizes = [];
		for await (const file of readArchive(path))
			sizes.push("refused" in file ? file.refused : (await file.read(KIB * KIB)).length);
		expect(sizes).toEqual([KIB * KIB]);
	});
});

describe("refuses only the hostile entry", () => {
	test.each<[string, WrittenEntry, string]>([
		["that leaves the archive", { name: "../../evil.jpg" }, "refused: its path leaves the archive"],
		[
			"that leaves the archive by backslashes",
			{ name: "a\\..\\..\\evil.jpg" },
			"refused: its path leaves the archive",
		],
		["with an absolute path", { name: "/evil.jpg" }, "refused: its path is absolute"],
		["on a Windows drive", { name: "C:\\evil.jpg" }, "refused: its path is absolute"],
		["that is encrypted", { name: "e.jpg", claimed: { flags: 1 } }, "refused: it is encrypted"],
		[
			"with an unknown compression method",
			{ name: "e.jpg", method: 93 },
			"refused: it is packed by method 93, which is not read",
		],
		["that is a symbolic link", { name: "e.jpg", unixMode: 0o120777 }, "refused: it is a symbolic link"],
		["that is a device", { name: "e.jpg", unixMode: 0o020666 }, "refused: it is not a regular file"],
		["named as an archive", { name: "e.ZIP", content: "x" }, "refused: it is an archive inside an archive"],
		[
			"that is an archive under another name",
			{ name: "e.jpg", content: writeZip([good]) },
			"unreadable: is an archive inside an archive",
		],
		[
			"larger than declared",
			{ name: "e.jpg", content: "x".repeat(99), claimed: { sizeBytes: 10 } },
			"unreadable: is larger than the archive says",
		],
		[
			"smaller than declared",
			{ name: "e.jpg", content: "x", claimed: { sizeBytes: 10 } },
			"unreadable: is shorter than the archive says",
		],
		[
			"that was altered",
			{ name: "e.jpg", content: "x", claimed: { crc: 1 } },
			"unreadable: is damaged: its checksum does not fit",
		],
		[
			"over the requested size",
			{ name: "e.jpg", content: randomBytes(65 * KIB) },
			"unreadable: is over 0.0625 MiB",
		],
		[
			"that claims to be empty",
			{ name: "e.jpg", content: "x".repeat(99), claimed: { sizeBytes: 0, crc: 0 } },
			"unreadable: is larger than the archive says",
		],
	])("%s", async (_what, entry, expected) => {
		const outcomes = await outcomeOf(entry, good);
		expect(outcomes).toEqual({ [entry.name]: expected, "good.jpg": "good" });
	});

	test("whose data is corrupt", async () => {
		const zip = writeZip([{ name: "e.jpg", content: "x".repeat(500) }, good]);
		zip.fill(0xff, 35, 40);
		expect(await outcome(zip)).toEqual({
			"e.jpg": expect.stringMatching(/^unreadable: cannot be unpacked: invalid/),
			"good.jpg": "good",
		});
	});

	test("whose data extends beyond the archive", async () => {
		const beyond = { name: "e.jpg", content: "x", method: 0, claimed: { packedBytes: 10 ** 9 } };
		expect(await outcomeOf(good, beyond)).toEqual({
			"good.jpg": "good",
			"e.jpg": expect.stringMatching(/^unreadable: cannot be unpacked: .*overflows/),
		});
	});

	test("whose path occurs a second time", async () => {
		const path = join(makeFolder({ "a.zip": writeZip([good, { ...good, content: "other" }]) }), "a.zip");
		const files = [];
		for await (const file of readArchive(path))
			files.push("refused" in file ? file.refused : String(await file.read(KIB)));
		expect(files).toEqual(["good", "the archive holds this path twice"]);
	});

	test("that unpacks to far more than its packed size", async () => {
		const bomb = { name: "bomb.csv", content: Buffer.alloc(40 * KIB) };
		const outcomes = await outcome(writeZip([bomb, good]), { ratio: 50, ratioFreeBytes: 8 * KIB });
		expect(outcomes).toEqual({
			"bomb.csv": "unreadable: unpacks to more than 50 times its packed size",
			"good.jpg": "good",
		});
	});

	test("that shares its bytes with others, along with those", async () => {
		const kernel = { name: "0.csv", content: "kernel" };
		const copies = [1, 2, 3].map((index) => ({ ...kernel, name: `${index}.csv`, sameBytesAs: 0 }));
		const outcomes = await outcomeOf(kernel, ...copies, good);
		const refused = "refused: it overlaps another entry";
		expect(outcomes).toEqual({
			"0.csv": refused,
			"1.csv": refused,
			"2.csv": refused,
			"3.csv": refused,
			"good.jpg": "good",
		});
	});
});

describe("a hostile archive", () => {
	test("is refused as a whole if it has more entries than allowed", async () => {
		const zip = writeZip([good, { name: "2.jpg" }, { name: "3.jpg" }]);
		expect(await outcome(zip, { maxEntries: 2 })).toEqual({ "": "refused: holds more than 2 entries" });
	});

	test("is refused from the entry where it unpacks to more than allowed", async () => {
		const entries = [1, 2, 3, 4].map((index) => ({ name: `${index}.jpg`, content: randomBytes(2 * KIB) }));
		const outcomes = await outcome(writeZip(entries), { totalBytes: 3 * KIB });
		expect(Object.keys(outcomes)).toEqual(["1.jpg", "2.jpg", ""]);
		expect(outcomes["2.jpg"]).toMatch(/^unreadable: brings the archive over/);
		expect(outcomes[""]).toMatch(/^refused: is over .* GiB unpacked; from 3\.jpg on nothing was read$/);
	});

	test("is refused if it is not an archive", async () => {
		expect(await outcome(Buffer.from("hello"))).toEqual({
			"": expect.stringMatching(/^refused: is not a whole ZIP archive/),
		});
		expect(await outcome(Buffer.alloc(0))).toEqual({
			"": expect.stringMatching(/^refused: is not a whole ZIP archive/),
		});
	});

	test("is refused, and nothing of it read, if truncated anywhere", async () => {
		const zip = writeZip([good, { name: "2.jpg", content: randomBytes(100) }]);
		const cuts = fc.integer({ min: 0, max: zip.length - 1 });
		await fc.assert(
			fc.asyncProperty(cuts, async (length) => {
				expect(await outcome(zip.subarray(0, length))).toEqual({ "": expect.stringMatching(/^refused: /) });
			}),
			{ numRuns: 30 },
		);
	});

	test("yields outcomes and never throws, whatever bytes are altered", async () => {
		const zip = writeZip([good, { name: "2.jpg", content: "second" }]);
		const change = fc.tuple(fc.nat({ max: zip.length - 1 }), fc.nat({ max: 255 }));
		await fc.assert(
			fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
				const altered = Buffer.from(zip);
				for (const [place, byte] of changes) altered[place] = byte;
				for (const text of Object.values(await outcome(altered))) expect(typeof text).toBe("string");
			}),
			{ numRuns: 100 },
		);
	});

	test("is refused if it does not exist", async () => {
		const files = [];
		for await (const file of readArchive("/nowhere/a.zip")) files.push(file);
		expect(files).toEqual([{ path: "", refused: "cannot be read: there is no such file or folder" }]);
	});
});
