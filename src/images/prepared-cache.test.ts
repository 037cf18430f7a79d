import { codeword, deliverInto, globalMark, roomFor, withoutGlobalCodeword } from "@packshot/marking/deliver";
import { encodePrepared } from "@packshot/marking/prepare";
import { expect, test } from "vitest";
import { BlobMissing, type BlobStore, BlobUnavailable } from "../platform/blobs/blob-store.ts";
import { createPreparedCache, type DeliverablePicture, markId } from "./prepared-cache.ts";

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

/** The file with a 0 in every cell: what is cached has other bits. */
const unmarked = ({ base, flips }: DeliverablePicture) =>
	deliverInto(roomFor(base.length), base, flips, new Uint8Array(flips.cellCount));

/** A store of one answer that counts how often it was asked. */
function storeOf(answer: () => Uint8Array) {
	const reads: string[] = [];
	const get: BlobStore["get"] = async (key) => {
		reads.push(key);
		return answer();
	};
	return { reads, blobs: { get } as BlobStore };
}

test("many that ask at once wait for one read, and later ones for none", async () => {
	const { blobs, reads } = storeOf(() => sound);
	const load = createPreparedCache(blobs, globalSeed, 10_000);
	const pictures = await Promise.all(Array.from({ length: 20 }, () => load("a", "id")));
	await load("a", "id");
	expect(reads).toEqual(["a"]);
	expect(pictures.map(unmarked)[19]).toEqual(Buffer.from(base));
	await load("b", "id");
	expect(reads).toEqual(["a", "b"]);
});

test("a limit of 0 keeps nothing", async () => {
	const { blobs, reads } = storeOf(() => sound);
	const load = createPreparedCache(blobs, globalSeed, 0);
	await load("a", "id");
	await load("a", "id");
	expect(reads).toEqual(["a", "a"]);
});

test("what was used longest ago goes first when memory is full", async () => {
	const { blobs, reads } = storeOf(() => sound);
	const oneSize = base.length + 2 * 8 + 2 * 9;
	const load = createPreparedCache(blobs, globalSeed, 2 * oneSize);
	for (const key of ["a", "b", "a", "c", "a", "b"]) await load(key, "id");
	expect(reads).toEqual(["a", "b", "c", "b"]);
});

test("a damaged blob is a fault of the store, and is read again when it was mended", async () => {
	let answer: Uint8Array = sound.slice(0, -1);
	const { blobs } = storeOf(() => answer);
	const load = createPreparedCache(blobs, globalSeed, 10_000);
	await expect(load("a", "id")).rejects.toThrow(BlobUnavailable);
	answer = sound;
	expect(unmarked(await load("a", "id"))).toEqual(Buffer.from(base));
});

test("a blob that is not there stays that kind of fault", async () => {
	const { blobs } = storeOf(() => {
		throw new BlobMissing("a");
	});
	await expect(createPreparedCache(blobs, globalSeed, 10_000)("a", "id")).rejects.toThrow(BlobMissing);
});

test("codewords hang on the picture's version and on which of its two bases it is", async () => {
	const { blobs } = storeOf(() => sound);
	const seed = new Uint8Array(32).fill(1);
	const id = markId("01abc", true);
	const picture = await createPreparedCache(blobs, globalSeed, 0)("a", id);
	const reserved = globalMark(globalSeed, id, 2);
	expect(picture.codewordOf(seed)).toEqual(codeword(seed, id, 2, reserved));
	expect(picture.waivedCodewordOf(seed)).toEqual(codeword(seed, id, 2, withoutGlobalCodeword(reserved)));
	expect(markId("01abc", false)).not.toBe(id);
});
