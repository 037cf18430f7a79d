import { crc32 } from "node:zlib";
import { expect, test } from "vitest";
import { isPicture, packFiles } from "./pack-files.ts";

test("files of a page are packed into a ZIP, and the same files give the same one", async () => {
	const lastModified = Date.UTC(2026, 4, 6, 7, 8, 10);
	const files = [
		{ path: "photos/7290000066318/1.jpg", file: new File(["picture"], "1.jpg", { lastModified }) },
		{
			path: "photos/רשימה.csv",
			file: new File(["barcode\n4011\n"], "רשימה.csv", { lastModified: lastModified - 9000 }),
		},
	];
	expect(files.map(isPicture)).toEqual([true, false]);
	const packed = await packFiles(files, () => undefined);
	const again = await packFiles(files, () => undefined);
	expect([packed.name, packed.lastModified, packed.size]).toEqual(["photos.zip", lastModified, again.size]);
	const bytes = Buffer.from(await packed.arrayBuffer());
	const unpacked = entriesOf(bytes);
	expect(unpacked).toEqual([
		["photos/7290000066318/1.jpg", "picture"],
		["photos/רשימה.csv", "barcode\n4011\n"],
	]);
	expect(bytes.readUInt32LE(14)).toBe(crc32("picture"));
	expect([bytes.readUInt16LE(10), bytes.readUInt16LE(12)]).toEqual([
		(7 << 11) | (8 << 5) | 5,
		(46 << 9) | (5 << 5) | 6,
	]);
});

/** Paths and contents of stored files, found from the directory at the end. */
function entriesOf(bytes: Buffer): string[][] {
	const end = bytes.length - 22;
	const entries: string[][] = [];
	let at = bytes.readUInt32LE(end + 16);
	for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
		const [size, nameBytes, local] = [
			bytes.readUInt32LE(at + 24),
			bytes.readUInt16LE(at + 28),
			bytes.readUInt32LE(at + 42),
		];
		const start = local + 30 + nameBytes;
		entries.push([
			String(bytes.subarray(at + 46, at + 46 + nameBytes)),
			String(bytes.subarray(start, start + size)),
		]);
		at += 46 + nameBytes;
	}
	return at === end ? entries : [];
}
