import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createBufferPool } from "./buffer-pool.ts";

const KIB = 1024;

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

test("reuses returned buffers, last returned first, for any file of about their size", () => {
	const pool = createBufferPool();
	const [first, second] = [pool.take(60 * KIB), pool.take(60 * KIB)];
	pool.put(first);
	pool.put(second);
	expect(pool.take(64 * KIB)).toBe(second);
	expect(pool.take(1)).toBe(first);
	expect(pool.take(65 * KIB).length).toBe(128 * KIB);
});

test("drops buffers that are unused for some seconds, but not those in repeated use", () => {
	const pool = createBufferPool();
	const [one, other] = [pool.take(KIB), pool.take(KIB)];
	pool.put(one);
	pool.put(other);
	for (let seconds = 0; seconds < 12; seconds++) {
		pool.put(pool.take(KIB));
		vi.advanceTimersByTime(1000);
	}
	expect(pool.take(KIB)).toBe(other);
	expect(pool.take(KIB)).not.toBe(one);
	pool.put(other);
	vi.advanceTimersByTime(11_000);
	expect(pool.take(KIB)).not.toBe(other);
	expect(vi.getTimerCount()).toBe(0);
});
