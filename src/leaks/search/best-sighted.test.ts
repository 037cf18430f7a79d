import { expect, test } from "vitest";
import { createBestSighted, type SightedPicture } from "./best-sighted.ts";

const sighted = (place: number, words: number, hashDistance?: number): SightedPicture => ({
	pack: 1,
	place,
	words,
	hashDistance,
});

test("keeps the thousand pictures with the most words, however many are added and in any order", () => {
	const best = createBestSighted();
	const words = Array.from({ length: 5000 }, (_, place) => (place * 37) % 5000);
	for (let at = 0; at < words.length; at += 100)
		best.add(words.slice(at, at + 100).map((count, i) => sighted(at + i, count)));
	const kept = best.pictures().map((one) => one.words);
	expect(kept).toEqual(Array.from({ length: 1000 }, (_, i) => 4999 - i));
});

test("requires more words once it has enough pictures, but never so many that a better one is missed", () => {
	const best = createBestSighted();
	expect(best.leastWords()).toBe(1);
	best.add(Array.from({ length: 2000 }, (_, place) => sighted(place, place < 1000 ? 9 : 5)));
	expect(best.leastWords()).toBe(10);
});

test("keeps the nearest two hundred pictures with a matching hash, however few words they have", () => {
	const best = createBestSighted();
	best.add(Array.from({ length: 3000 }, (_, place) => sighted(place, 50)));
	best.add(Array.from({ length: 500 }, (_, place) => sighted(place, 0, place % 32)));
	const byHash = best.pictures().filter(({ hashDistance }) => hashDistance !== undefined);
	expect(byHash).toHaveLength(200);
	expect(byHash[0]?.hashDistance).toBe(0);
	expect(best.pictures()).toHaveLength(300);
});
