import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { type S3Server, startS3 } from "../../../test/support/s3.ts";
import { BlobMissing, type BlobStore, BlobUnavailable } from "./blob-store.ts";
import { openDiskBlobs } from "./disk.ts";
import { openS3Blobs } from "./s3.ts";

/** The contract of both stores, each on its real medium. */

let s3: S3Server;
beforeAll(async () => {
	s3 = await startS3();
});
afterAll(() => s3.close());

const bytes = (text: string) => new TextEncoder().encode(text);

function folderOfOwn(): string {
	const folder = mkdtempSync(join(tmpdir(), "packshot-blobs-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

let stores = 0;
const media: [name: string, open: () => BlobStore][] = [
	["a folder", () => openDiskBlobs(folderOfOwn())],
	["an S3 bucket", () => openS3Blobs(s3.place(`store-${stores++}/`))],
];

describe.each(media)("%s", (_name, open) => {
	let blobs: BlobStore;
	beforeEach(() => {
		blobs = open();
	});
	const text = async (key: string) => new TextDecoder().decode(await blobs.get(key));
	async function keys(prefix = ""): Promise<string[]> {
		const found: string[] = [];
		for await (const key of blobs.list(prefix)) found.push(key);
		return found.sort();
	}

	test("what is put can be got, in folders that are made on the way", async () => {
		await blobs.put("originals/ab/cd.jpg", bytes("one"));
		expect(await text("originals/ab/cd.jpg")).toBe("one");
		expect(await keys()).toEqual(["originals/ab/cd.jpg"]);
	});

	test("every blob is listed, however many are in one folder", async () => {
		const put = Array.from({ length: 100 }, (_, place) => `pictures/ab/${place}/original`).sort();
		for (const key of put) await blobs.put(key, bytes("x"));
		expect(await keys("pictures/")).toEqual(put);
	});

	test("empty bytes are bytes", async () => {
		await blobs.put("empty", new Uint8Array());
		expect(await blobs.get("empty")).toHaveLength(0);
	});

	test("every byte is read back as it was written", async () => {
		const all = Uint8Array.from({ length: 300_000 }, (_, place) => (place * 31 + (place >> 8)) & 255);
		await blobs.put("all", all);
		expect(Buffer.compare(await blobs.get("all"), all)).toBe(0);
	});

	test("the start of a blob is as long as asked for, or as the blob", async () => {
		await blobs.put("start", bytes("0123456789"));
		const starts = await Promise.all([1, 4, 10, 11].map((length) => blobs.getStart("start", length)));
		expect(starts.map((start) => new TextDecoder().decode(start))).toEqual([
			"0",
			"0123",
			"0123456789",
			"0123456789",
		]);
		await expect(blobs.getStart("none", 4)).rejects.toThrow(BlobMissing);
	});

	test("putting a key again leaves the last bytes", async () => {
		for (const place of [1, 2, 3]) await blobs.put("same/key", bytes(`${place}`.repeat(10_000 / place)));
		expect(await text("same/key")).toBe("3".repeat(3333));
		expect(await keys("same/")).toEqual(["same/key"]);
	});

	test("a blob that is not there is missing, and removing it succeeds", async () => {
		await expect(blobs.get("none")).rejects.toThrow(BlobMissing);
		await blobs.delete("none");
		await blobs.put("one", bytes("1"));
		await blobs.delete("one");
		await expect(blobs.get("one")).rejects.toThrow(BlobMissing);
	});

	test("listing gives the keys that start with a prefix, which need not end at a folder", async () => {
		for (const key of ["a/1", "a/b/2", "ab/3", "c"]) await blobs.put(key, bytes(key));
		expect(await keys("a")).toEqual(["a/1", "a/b/2", "ab/3"]);
		expect(await keys("a/")).toEqual(["a/1", "a/b/2"]);
		expect(await keys("x")).toEqual([]);
	});

	test("a check of a store that answers succeeds", async () => {
		await blobs.check();
	});

	test.each([
		"",
		"/etc/passwd",
		"../x",
		"a/../x",
		"a//b",
		"a/",
		".hidden",
		"a/.hidden",
		"A",
		"a b",
		"a\\b",
		"a\0",
		"a~",
	])("%j is no key", async (key) => {
		await expect(async () => blobs.put(key, bytes("1"))).rejects.toThrow(/not a blob key/);
		await expect(async () => blobs.get(key)).rejects.toThrow(/not a blob key/);
		await expect(async () => blobs.delete(key)).rejects.toThrow(/not a blob key/);
		expect(await keys()).toEqual([]);
	});
});

describe("a folder", () => {
	const keysOf = async (blobs: BlobStore) => {
		const found: string[] = [];
		for await (const key of blobs.list("")) found.push(key);
		return found;
	};

	test("leaves whole bytes when a key is put many times at once", async () => {
		const folder = folderOfOwn();
		const blobs = openDiskBlobs(folder);
		const writes = Array.from({ length: 20 }, (_, place) =>
			blobs.put("same/key", bytes(`${place}`.repeat(10_000))),
		);
		await Promise.all(writes);
		expect(new TextDecoder().decode(await blobs.get("same/key"))).toMatch(/^(\d{1,2})\1{9999}$/);
		expect(readdirSync(join(folder, "same"))).toEqual(["key"]);
	});

	test("passes over what a crash left unfinished", async () => {
		const folder = folderOfOwn();
		const blobs = openDiskBlobs(folder);
		await blobs.put("a/1", bytes("1"));
		writeFileSync(join(folder, "a/2.0123456789ab~"), "half");
		expect(await keysOf(blobs)).toEqual(["a/1"]);
		await expect(blobs.get("a/2")).rejects.toThrow(BlobMissing);
	});

	test("that was never written to lists nothing, one that cannot be read fails", async () => {
		const folder = folderOfOwn();
		const blobs = openDiskBlobs(folder);
		rmSync(folder, { recursive: true });
		expect(await keysOf(blobs)).toEqual([]);
		writeFileSync(folder, "a file where the folder should be");
		await expect(keysOf(blobs)).rejects.toThrow(BlobUnavailable);
	});

	test("that fails to write leaves nothing behind", async () => {
		const folder = folderOfOwn();
		const blobs = openDiskBlobs(folder);
		mkdirSync(join(folder, "a/taken"), { recursive: true });
		await expect(blobs.put("a/taken", bytes("1"))).rejects.toThrow(BlobUnavailable);
		expect(readdirSync(join(folder, "a"))).toEqual(["taken"]);
		await expect(blobs.get("a/taken")).rejects.toThrow(BlobUnavailable);
	});

	test("that is missing fails its check", async () => {
		const folder = folderOfOwn();
		rmSync(folder, { recursive: true });
		await expect(openDiskBlobs(folder).check()).rejects.toThrow(BlobUnavailable);
	});
});

describe("an S3 store", () => {
	test("lists more keys than one page holds", async () => {
		const blobs = openS3Blobs(s3.place("many/"));
		const keys = Array.from({ length: 1100 }, (_, place) => `k${String(place).padStart(4, "0")}`);
		for (let start = 0; start < keys.length; start += 50) {
			await Promise.all(keys.slice(start, start + 50).map((key) => blobs.put(key, bytes(key))));
		}
		const found: string[] = [];
		for await (const key of blobs.list("")) found.push(key);
		expect(found).toEqual(keys);
	});

	test("without its bucket is unavailable, and no blob of it is merely missing", async () => {
		const blobs = openS3Blobs({ ...s3.place(""), bucket: "nowhere" });
		await expect(blobs.get("a")).rejects.toThrow(BlobUnavailable);
		await expect(blobs.check()).rejects.toThrow(BlobUnavailable);
	});

	test("that is away is unavailable, and serves again when it is back", async () => {
		const own = await startS3();
		const blobs = openS3Blobs(own.place(""));
		await blobs.put("a", bytes("1"));
		await own.stop();
		await expect(blobs.get("a")).rejects.toThrow(BlobUnavailable);
		await own.start();
		expect(await blobs.get("a")).toHaveLength(1);
		await own.close();
	});

	test.each(["before its answer", "in the middle of its answer"] as const)(
		"that hangs %s is given up in time",
		async (when) => {
			const own = await startS3();
			const hanging = await own.hanging(when);
			const blobs = openS3Blobs({ ...own.place(""), endpoint: hanging.endpoint }, 500);
			await expect(blobs.get("a")).rejects.toThrow(
				new BlobUnavailable("the blob store gave no answer within 500 ms"),
			);
			await hanging.close();
			await own.close();
		},
	);

	test("that fails once is asked again", async () => {
		const own = await startS3();
		const blobs = openS3Blobs(own.place(""));
		await blobs.put("a", bytes("1"));
		const failing = await own.failingOnce();
		expect(await openS3Blobs({ ...own.place(""), endpoint: failing.endpoint }).get("a")).toHaveLength(1);
		expect(failing.failures()).toBe(1);
		await failing.close();
		await own.close();
	});
});
