import fc from "fast-check";
import { expect, test } from "vitest";
import { pictureCounters } from "../metrics.ts";
import { createBufferPool } from "./buffer-pool.ts";
import { createMarkedFiles, type LeasedFile } from "./marked-files.ts";

const KIB = 1024;

/** Leases a file from the cache, or creates it. */
function leases(limitBytes: number) {
	const pool = createBufferPool();
	const files = createMarkedFiles(pool, limitBytes);
	return (key: string, sizeBytes: number, make: (buffer: Buffer) => Buffer): LeasedFile =>
		files.find(key) ??
		files.make(key, () => {
			const buffer = pool.take(sizeBytes);
			return { buffer, bytes: make(buffer) };
		});
}

/** Fills buffers with one value and records each call. */
function painter() {
	const painted: number[] = [];
	const paint = (value: number, sizeBytes: number) => (buffer: Buffer) => {
		painted.push(value);
		return buffer.subarray(0, sizeBytes).fill(value);
	};
	return { painted, paint };
}

test("a file is cached from its second delivery on", () => {
	const { painted, paint } = painter();
	const lease = leases(1024 * KIB);
	for (const _ of [1, 2, 3, 4]) {
		const file = lease("a", 10 * KIB, paint(1, 10 * KIB));
		expect(file.bytes).toEqual(Buffer.alloc(10 * KIB, 1));
		file.release();
	}
	expect(painted).toEqual([1, 1]);
	expect(pictureCounters.cachedFileBytes).toBe(64 * KIB);
});

test("files fetched once evict nothing and share one buffer", () => {
	const { painted, paint } = painter();
	const lease = leases(8 * 64 * KIB);
	const fetch = (key: string, value: number) => {
		const file = lease(key, 60 * KIB, paint(value, 60 * KIB));
		file.release();
		return file.bytes.buffer;
	};
	for (const _ of [1, 2]) fetch("often", 1);
	const buffers = new Set(Array.from({ length: 20 }, (_, place) => fetch(`once ${place}`, 2)));
	expect(buffers.size).toBe(1);
	fetch("often", 1);
	expect(painted.filter((value) => value === 1)).toHaveLength(2);
});

test("caches nothing when more files are fetched in rotation than it can hold", () => {
	const { painted, paint } = painter();
	const lease = leases(4 * 64 * KIB);
	for (const _ of [1, 2, 3])
		for (const key of ["a", "b", "c", "d", "e"]) lease(key, 60 * KIB, paint(1, 60 * KIB)).release();
	expect(painted).toHaveLength(15);
});

test("reuses a cached file's buffer once it is evicted and every lease is released", () => {
	const { paint } = painter();
	const lease = leases(4 * 64 * KIB);
	lease("a", 60 * KIB, paint(1, 60 * KIB)).release();
	const first = lease("a", 60 * KIB, paint(1, 60 * KIB));
	const again = lease("a", 60 * KIB, paint(1, 60 * KIB));
	expect(again.bytes.buffer).toBe(first.bytes.buffer);
	const evict = (key: string) => [1, 2].map(() => lease(key, 60 * KIB, paint(9, 60 * KIB)));
	for (const key of ["e", "f", "g", "h"]) evict(key);
	first.release();
	expect(lease("c", 60 * KIB, paint(3, 60 * KIB)).bytes.buffer).not.toBe(first.bytes.buffer);
	again.release();
	const reused = lease("d", 50 * KIB, paint(4, 50 * KIB));
	expect(reused.bytes.buffer).toBe(first.bytes.buffer);
	expect(reused.bytes).toEqual(Buffer.alloc(50 * KIB, 4));
});

test("caches nothing when marking fails", () => {
	const { paint } = painter();
	const lease = leases(1024 * KIB);
	const fail = () => {
		throw new RangeError("no mark");
	};
	expect(() => lease("a", KIB, fail)).toThrow("no mark");
	expect(lease("a", KIB, paint(1, KIB)).bytes[0]).toBe(1);
});

test("a leased file never changes until it is released, whatever is requested meanwhile", () => {
	const asks = fc.array(
		fc.record({ key: fc.nat(5), release: fc.nat(3), kib: fc.constantFrom(10, 100, 200) }),
		{ maxLength: 60 },
	);
	fc.assert(
		fc.property(asks, fc.constantFrom(0, 64, 256), (sequence, limitKib) => {
			const { paint } = painter();
			const lease = leases(limitKib * KIB);
			const leased: { file: LeasedFile; value: number }[] = [];
			for (const { key, release, kib } of sequence) {
				// The size depends on the key, as it does for files.
				const [value, sizeBytes] = [key + 1, (kib + key) * KIB];
				leased.push({ file: lease(`${key} ${kib}`, sizeBytes, paint(value, sizeBytes)), value });
				if (release === 0) leased.shift()?.file.release();
				for (const one of leased) expect(one.file.bytes.every((byte) => byte === one.value)).toBe(true);
			}
		}),
		{ numRuns: 30 },
	);
});
