import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { BlobMissing, type BlobStore, BlobUnavailable } from "./blob-store.ts";
import { diskBlobs } from "./disk.ts";

let folder: string;
let blobs: BlobStore;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), "packshot-blobs-"));
	blobs = diskBlobs(folder);
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
});

const bytes = (text: string) => new TextEncoder().encode(text);
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

test("empty bytes are bytes", async () => {
	await blobs.put("empty", new Uint8Array());
	expect(await blobs.get("empty")).toHaveLength(0);
});

test("putting a key again leaves the last bytes, whole", async () => {
	const writes = Array.from({ length: 20 }, (_, place) =>
		blobs.put("same/key", bytes(`${place}`.repeat(10_000))),
	);
	await Promise.all(writes);
	expect(await text("same/key")).toMatch(/^(\d{1,2})\1{9999}$/);
	expect(readdirSync(join(folder, "same"))).toEqual(["key"]);
});

describe("a blob that is not there", () => {
	test("is missing, and removing it succeeds", async () => {
		await expect(blobs.get("none")).rejects.toThrow(BlobMissing);
		await blobs.delete("none");
		await blobs.put("one", bytes("1"));
		await blobs.delete("one");
		await expect(blobs.get("one")).rejects.toThrow(BlobMissing);
	});
});

describe("listing", () => {
	test("gives the keys that start with a prefix, which need not end at a folder", async () => {
		for (const key of ["a/1", "a/b/2", "ab/3", "c"]) await blobs.put(key, bytes(key));
		expect(await keys("a")).toEqual(["a/1", "a/b/2", "ab/3"]);
		expect(await keys("a/")).toEqual(["a/1", "a/b/2"]);
		expect(await keys("x")).toEqual([]);
	});

	test("passes over what a crash left unfinished", async () => {
		await blobs.put("a/1", bytes("1"));
		writeFileSync(join(folder, "a/2.0123456789ab~"), "half");
		expect(await keys()).toEqual(["a/1"]);
		await expect(blobs.get("a/2")).rejects.toThrow(BlobMissing);
	});

	test("of a store that was never written to gives nothing, of one that cannot be read fails", async () => {
		rmSync(folder, { recursive: true });
		expect(await keys()).toEqual([]);
		writeFileSync(folder, "a file where the folder should be");
		await expect(keys()).rejects.toThrow(BlobUnavailable);
	});
});

describe("a store that fails", () => {
	test("to write leaves nothing behind", async () => {
		mkdirSync(join(folder, "a/taken"), { recursive: true });
		await expect(blobs.put("a/taken", bytes("1"))).rejects.toThrow(BlobUnavailable);
		expect(readdirSync(join(folder, "a"))).toEqual(["taken"]);
		await expect(blobs.get("a/taken")).rejects.toThrow(BlobUnavailable);
	});

	test("says so when it is checked", async () => {
		await blobs.check();
		rmSync(folder, { recursive: true });
		await expect(blobs.check()).rejects.toThrow(BlobUnavailable);
	});
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
	expect(readdirSync(folder)).toEqual([]);
});
