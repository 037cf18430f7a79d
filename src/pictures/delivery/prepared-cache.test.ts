import { codeword, deliverInto, globalMark, withoutGlobalCodeword } from "@packshot/marking/deliver";
import { encodePrepared } from "@packshot/marking/prepare";
import { expect, test } from "vitest";
import { BlobMissing, type BlobStore, BlobUnavailable } from "../../platform/blobs/blob-store.ts";
import { pictureCounters } from "../metrics.ts";
import { createBufferPool } from "./buffer-pool.ts";
import type { DeliverablePicture } from "./deliverable-picture.ts";
import { createPreparedCache, markId } from "./prepared-cache.ts";

const globalSeed = new Uint8Array(32).fill(9);
const base = new Uint8Array(64).fill(7);
const sound = encodePrepared(base, {
	format: "jpeg",
	width: 16,
	height: 16,
	sizeBytes: base.length,
	cells: [
		{ x: 0, y: 0, width: 8, height: 8, patches: [{ offset: 3, xor: 1 }] },
		{ x: 8, y: 0, width: 8, height: 8, patches: [{ offset: 9, xor: 2 }] },
	],
});

/** The file with a 0 in every cell; the cached file has other bits. */
const unmarked = ({ base, flips }: DeliverablePicture) =>
	deliverInto(Buffer.alloc(base.length), base, flips, new Uint8Array(flips.cellCount));

/** A store with a single answer that counts its reads. */
function storeOf(answer: () => Uint8Array) {
	const reads: string[] = [];
	const get: BlobStore["get"] = async (key) => {
		reads.push(key);
		return Uint8Array.from(answer());
	};
	return { reads, blobs: { get } as BlobStore };
}

const cacheOf = (blobs: BlobStore, limitBytes: number) =>
	createPreparedCache(blobs, globalSeed, createBufferPool(), limitBytes);

test("concurrent requests share one read, and later ones need none", async () => {
	const { blobs, reads } = storeOf(() => sound);
	const use = cacheOf(blobs, 10_000);
	const files = await Promise.all(Array.from({ length: 20 }, () => use("a", "id", unmarked)));
	files.push(await use("a", "id", unmarked));
	expect(reads).toEqual(["a"]);
	for (const file of files) expect(file).toEqual(Buffer.from(base));
	await use("b", "id", unmarked);
	expect(reads).toEqual(["a", "b"]);
});

test("a limit of 0 keeps nothing", async () => {
	const { blobs, reads } = storeOf(() => sound);
	const use = cacheOf(blobs, 0);
	for (const _ of [1, 2]) expect(await use("a", "id", unmarked)).toEqual(Buffer.from(base));
	expect(reads).toEqual(["a", "a"]);
});

const oneSize = sound.length + 2 * 8;

test("when full, a picture read a second time evicts the least recently used one", async () => {
	const { blobs, reads } = storeOf(() => sound);
	const use = cacheOf(blobs, 2 * oneSize);
	for (const key of ["a", "b", "a", "c", "c", "c", "a", "b"]) await use(key, "id", unmarked);
	expect(reads).toEqual(["a", "b", "c", "c", "b"]);
	expect(pictureCounters.cachedBaseBytes).toBe(2 * oneSize);
});

test("fetching more pictures in rotation than memory holds evicts none", async () => {
	const { blobs, reads } = storeOf(() => sound);
	const use = cacheOf(blobs, 2 * oneSize);
	for (const _ of [1, 2, 3]) for (const key of ["a", "b", "c", "d", "e"]) await use(key, "id", unmarked);
	expect(reads.filter((key) => key === "a" || key === "b")).toEqual(["a", "b"]);
});

/** A store that reads into the buffer it is given. */
const readingInto = {
	async get(_key, bufferFor) {
		const bytes = bufferFor?.(sound.length).subarray(0, sound.length) ?? new Uint8Array();
		bytes.set(sound);
		return bytes;
	},
} as BlobStore;

test("the buffer of an evicted picture is reused only after its last waiting user", async () => {
	const pool = createBufferPool();
	const first = pool.take(sound.length);
	pool.put(first);
	const use = createPreparedCache(readingInto, globalSeed, pool, 0);
	const free: boolean[] = [];
	const isFree = () => {
		const buffer = pool.take(sound.length);
		free.push(buffer === first);
		pool.put(buffer);
	};
	await Promise.all([use("a", "id", isFree), use("a", "id", isFree)]);
	isFree();
	expect(free).toEqual([false, false, true]);
});

test("the last user of an uncached picture may take its buffer, which nobody else gets until it is returned", async () => {
	const pool = createBufferPool();
	const first = pool.take(sound.length);
	pool.put(first);
	const use = createPreparedCache(readingInto, globalSeed, pool, 0);
	const take = (_picture: DeliverablePicture, takeBuffer: () => Buffer | undefined) => takeBuffer();
	const taken = await Promise.all([use("a", "id", take), use("a", "id", take)]);
	expect(taken.map((buffer) => buffer === first)).toEqual([false, true]);
	expect(taken[0]).toBeUndefined();
	expect(pool.take(sound.length)).not.toBe(first);
	expect(await use("a", "id", (_, takeBuffer) => [takeBuffer(), takeBuffer()][1])).toBeUndefined();
});

test("nobody may take the buffer of a cached picture", async () => {
	const use = createPreparedCache(readingInto, globalSeed, createBufferPool(), 1_000_000);
	for (const _ of [1, 2])
		expect(await use("a", "id", (_picture, takeBuffer) => takeBuffer())).toBeUndefined();
});

test("a damaged blob is a store failure, and is read again once repaired", async () => {
	let answer: Uint8Array = sound.slice(0, -1);
	const { blobs } = storeOf(() => answer);
	const use = cacheOf(blobs, 10_000);
	await expect(use("a", "id", unmarked)).rejects.toThrow(BlobUnavailable);
	answer = sound;
	expect(await use("a", "id", unmarked)).toEqual(Buffer.from(base));
});

test("a missing blob fails with BlobMissing", async () => {
	const { blobs } = storeOf(() => {
		throw new BlobMissing("a");
	});
	await expect(cacheOf(blobs, 10_000)("a", "id", unmarked)).rejects.toThrow(BlobMissing);
});

test("codewords depend on the picture's version and on which of its two bases is used", async () => {
	const { blobs } = storeOf(() => sound);
	const seed = new Uint8Array(32).fill(1);
	const id = markId("01abc", true);
	const reserved = globalMark(globalSeed, id, 2);
	await cacheOf(blobs, 0)("a", id, (picture) => {
		expect(picture.codewordOf(seed)).toEqual(codeword(seed, id, 2, reserved));
		expect(picture.waivedCodewordOf(seed)).toEqual(codeword(seed, id, 2, withoutGlobalCodeword(reserved)));
	});
	expect(markId("01abc", false)).not.toBe(id);
});
