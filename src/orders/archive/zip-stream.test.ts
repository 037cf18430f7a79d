import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import yauzl from "yauzl";
import { unzipped } from "../../../test/support/unzipped.ts";
import { loadZipOf, type ZipEntry } from "./zip-stream.ts";

const zipOf = await loadZipOf();
const DATE = new Date("2026-03-04T12:00:00Z");
const folder = mkdtempSync(join(tmpdir(), "packshot-zip-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function* entriesOf(...entries: readonly ZipEntry[]): AsyncGenerator<ZipEntry> {
	yield* entries;
}

function picture(place: number): ZipEntry & { readonly bytes: Buffer } {
	return { name: `pictures/${place}_front.jpg`, bytes: Buffer.from(`picture ${place}`), compressed: false };
}

const table: ZipEntry & { readonly bytes: Buffer } = {
	name: "products.csv",
	bytes: Buffer.from("barcode\r\n".repeat(500)),
	compressed: true,
};

/** The files of a ZIP on disk by name. */
function filesOf(file: string): Promise<Map<string, string>> {
	return new Promise((resolve, reject) => {
		yauzl.open(file, { lazyEntries: true }, (fault, zip) => {
			if (fault) return reject(fault);
			const files = new Map<string, string>();
			zip.on("error", reject).on("end", () => resolve(files));
			zip.on("entry", (entry: yauzl.Entry) => {
				zip.openReadStream(entry, async (broken, stream) => {
					if (broken) return reject(broken);
					files.set(entry.fileName, (await buffer(stream)).toString());
					zip.readEntry();
				});
			});
			zip.readEntry();
		});
	});
}

test("stores pictures, compresses text, and produces a valid empty archive", async () => {
	const bytes = await buffer(zipOf(entriesOf(picture(1), table), DATE));
	expect(bytes.includes(picture(1).bytes)).toBe(true);
	expect(bytes.length).toBeLessThan(table.bytes.length);
	expect([...(await unzipped(bytes)).entries()]).toEqual([
		[picture(1).name, picture(1).bytes],
		[table.name, table.bytes],
	]);
	expect((await unzipped(await buffer(zipOf(entriesOf(), DATE)))).size).toBe(0);
});

test("a file that is streamed is whole, and one that breaks off cuts off the archive", async () => {
	const rows = { ...table, bytes: Readable.from(["a\r\n", "b\r\n"]) };
	const bytes = await buffer(zipOf(entriesOf(rows, picture(1)), DATE));
	expect([...(await unzipped(bytes)).values()].map(String)).toEqual(["a\r\nb\r\n", "picture 1"]);
	async function* broken() {
		yield "a\r\n";
		throw new Error("the database is gone");
	}
	const cut = zipOf(entriesOf({ ...table, bytes: Readable.from(broken()) }), DATE);
	await expect(buffer(cut)).rejects.toThrow("the database is gone");
});

/**
 * After the first file the stream believes that it has written 5 GiB more, which are a hole in the file on disk. Files beyond 4 GiB are
 * therefore addressed as in a real archive of that size (ZIP64), without 5 GiB being written or read. An order has at most 4,000 pictures, so
 * their number needs no ZIP64.
 */
test("entries beyond 4 GiB can be read back", async () => {
	const holeBytes = 5 * 2 ** 30;
	let holeAt = Number.POSITIVE_INFINITY;
	const made: { zip?: Readable } = {};
	made.zip = zipOf(
		(async function* () {
			yield picture(1);
			const counter = made.zip as unknown as { offset: number };
			holeAt = counter.offset;
			counter.offset += holeBytes;
			yield* [picture(2), table];
		})(),
		DATE,
	);
	const bytes = await buffer(made.zip);
	const file = join(folder, "large.zip");
	const written = openSync(file, "w");
	writeSync(written, bytes, 0, holeAt, 0);
	writeSync(written, bytes, holeAt, bytes.length - holeAt, holeAt + holeBytes);
	closeSync(written);
	expect([...(await filesOf(file)).entries()]).toEqual(
		[picture(1), picture(2), table].map(({ name, bytes }) => [name, bytes.toString()]),
	);
});
