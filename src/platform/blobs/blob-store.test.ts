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
	["a store in a folder", () => openDiskBlobs(folderOfOwn())],
	["a store in an S3 bucket", () => openS3Blobs(s3.location(`store-${stores++}/`))],
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

	test("returns what was put, creating folders as needed", async () => {
		await blobs.put("originals/ab/cd.jpg", bytes("one"));
		expect(await text("originals/ab/cd.jpg")).toBe("one");
		expect(await keys()).toEqual(["originals/ab/cd.jpg"]);
	});

	test("every blob is listed, however many are in one folder", async () => {
		const put = Array.from({ length: 100 }, (_, place) => `pictures/ab/${place}/original`).sort();
		for (const key of put) await blobs.put(key, bytes("x"));
		expect(await keys("pictures/")).toEqual(put);
	});

	test("stores an empty blob", async () => {
		await blobs.put("empty", new Uint8Array());
		expect(await blobs.get("empty")).toHaveLength(0);
	});

	test("every byte is read back as it was written", async () => {
		const all = Uint8Array.from({ length: 300_000 }, (_, place) => (place * 31 + (place >> 8)) & 255);
		await blobs.put("all", all);
		expect(Buffer.compare(await blobs.get("all"), all)).toBe(0);
	});

	test("returns the start of a blob, as long as requested or the whole blob if it is shorter", async () => {
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

	test("putting a key again replaces its bytes", async () => {
		for (const place of [1, 2, 3]) await blobs.put("same/key", bytes(`${place}`.repeat(10_000 / place)));
		expect(await text("same/key")).toBe("3".repeat(3333));
		expect(await keys("same/")).toEqual(["same/key"]);
	});

	test("reading a missing blob fails with BlobMissing, deleting it succeeds", async () => {
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

	test("passes the check if it responds", async () => {
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
	])("rejects %j as a key", async (key) => {
		await expect(async () => blobs.put(key, bytes("1"))).rejects.toThrow(/not a blob key/);
		await expect(async () => blobs.get(key)).rejects.toThrow(/not a blob key/);
		await expect(async () => blobs.delete(key)).rejects.toThrow(/not a blob key/);
		expect(await keys()).toEqual([]);
	});
});

describe("a folder store", () => {
	const keysOf = async (blobs: BlobStore) => {
		const found: string[] = [];
		for await (const key of blobs.list("")) found.push(key);
		return found;
	};

	test("leaves one complete blob when a key is put many times at once", async () => {
		const folder = folderOfOwn();
		const blobs = openDiskBlobs(folder);
		const writes = Array.from({ length: 20 }, (_, place) =>
			blobs.put("same/key", bytes(`${place}`.repeat(10_000))),
		);
		await Promise.all(writes);
		expect(new TextDecoder().decode(await blobs.get("same/key"))).toMatch(/^(\d{1,2})\1{9999}$/);
		expect(readdirSync(join(folder, "same"))).toEqual(["key"]);
	});

	test("ignores files left unfinished by a crash", async () => {
		const folder = folderOfOwn();
		const blobs = openDiskBlobs(folder);
		await blobs.put("a/1", bytes("1"));
		writeFileSync(join(folder, "a/2.0123456789ab~"), "half");
		expect(await keysOf(blobs)).toEqual(["a/1"]);
		await expect(blobs.get("a/2")).rejects.toThrow(BlobMissing);
	});

	test("lists nothing if it was never written to, and fails if it cannot be read", async () => {
		const folder = folderOfOwn();
		const blobs = openDiskBlobs(folder);
		rmSync(folder, { recursive: true });
		expect(await keysOf(blobs)).toEqual([]);
		writeFileSync(folder, "a file where the folder should be");
		await expect(keysOf(blobs)).rejects.toThrow(BlobUnavailable);
	});

	test("leaves nothing behind when a write fails", async () => {
		const folder = folderOfOwn();
		const blobs = openDiskBlobs(folder);
		mkdirSync(join(folder, "a/taken"), { recursive: true });
		await expect(blobs.put("a/taken", bytes("1"))).rejects.toThrow(BlobUnavailable);
		expect(readdirSync(join(folder, "a"))).toEqual(["taken"]);
		await expect(blobs.get("a/taken")).rejects.toThrow(BlobUnavailable);
	});

	test("fails its check if the folder is missing", async () => {
		const folder = folderOfOwn();
		rmSync(folder, { recursive: true });
		await expect(openDiskBlobs(folder).check()).rejects.toThrow(BlobUnavailable);
	});
});

describe("an S3 store", () => {
	test("lists more keys than one page holds", async () => {
		const blobs = openS3Blobs(s3.location("many/"));
		const keys = Array.from({ length: 1100 }, (_, place) => `k${String(place).padStart(4, "0")}`);
		for (let start = 0; start < keys.length; start += 50) {
			await Promise.all(keys.slice(start, start + 50).map((key) => blobs.put(key, bytes(key))));
		}
		const found: string[] = [];
		for await (const key of blobs.list("")) found.push(key);
		expect(found).toEqual(keys);
	});

	test("is unavailable without its bucket, instead of reporting a blob as missing", async () => {
		const blobs = openS3Blobs({ ...s3.location(""), bucket: "nowhere" });
		await expect(blobs.get("a")).rejects.toThrow(BlobUnavailable);
		await expect(blobs.check()).rejects.toThrow(BlobUnavailable);
	});

	test("is unavailable while the server is down, and works again when it is back", async () => {
		const own = await startS3();
		const blobs = openS3Blobs(own.location(""));
		await blobs.put("a", bytes("1"));
		await own.stop();
		await expect(blobs.get("a")).rejects.toThrow(BlobUnavailable);
		await own.start();
		expect(await blobs.get("a")).toHaveLength(1);
		await own.close();
	});

	test.each(["before its answer", "in the middle of its answer"] as const)(
		"times out if the server hangs %s",
		async (when) => {
			const own = await startS3();
			const hanging = await own.hanging(when);
			const blobs = openS3Blobs({ ...own.location(""), endpoint: hanging.endpoint }, 500);
			await expect(blobs.get("a")).rejects.toThrow(
				new BlobUnavailable("the blob store gave no answer within 500 ms"),
			);
			await hanging.close();
			await own.close();
		},
	);

	test("retries after a single failure", async () => {
		const own = await startS3();
		const blobs = openS3Blobs(own.location(""));
		await blobs.put("a", bytes("1"));
		const failing = await own.failingOnce();
		expect(await openS3Blobs({ ...own.location(""), endpoint: failing.endpoint }).get("a")).toHaveLength(1);
		expect(failing.failures()).toBe(1);
		await failing.close();
		await own.close();
	});
});
