import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSpareRooms } from "./spare-rooms.ts";

const KIB = 1024;

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

test("reuses returned buffers, last returned first, for any file of about their size", () => {
	const rooms = createSpareRooms();
	const [first, second] = [rooms.take(60 * KIB), rooms.take(60 * KIB)];
	rooms.put(first);
	rooms.put(second);
	expect(rooms.take(64 * KIB)).toBe(second);
	expect(rooms.take(1)).toBe(first);
	expect(rooms.take(65 * KIB).length).toBe(128 * KIB);
});

test("drops buffers that are unused for some seconds, but not those in repeated use", () => {
	const rooms = createSpareRooms();
	const [one, other] = [rooms.take(KIB), rooms.take(KIB)];
	rooms.put(one);
	rooms.put(other);
	for (let seconds = 0; seconds < 12; seconds++) {
		rooms.put(rooms.take(KIB));
		vi.advanceTimersByTime(1000);
	}
	expect(rooms.take(KIB)).toBe(other);
	expect(rooms.take(KIB)).not.toBe(one);
	rooms.put(other);
	vi.advanceTimersByTime(11_000);
	expect(rooms.take(KIB)).not.toBe(other);
	expect(vi.getTimerCount()).toBe(0);
});
