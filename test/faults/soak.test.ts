import { expect, test } from "vitest";
import { PICTURE_CACHE_MEGABYTES } from "../../bench/soak/place.ts";
import { errorsOf } from "../../bench/soak/report.ts";
import { soak } from "../../bench/soak/run.ts";
import type { Sample } from "../../bench/soak/sampler.ts";
import { trendsOf, whyMemoryMayGrow } from "../../bench/soak/trend.ts";
import { postgresPrograms } from "../support/postgres-server.ts";

/** Runs `npm run test:soak`, which takes an hour, for ten seconds: too short to detect growth, long enough for kills and clock changes. */

const programs = postgresPrograms();
if (!programs) console.info("PostgreSQL is not installed: nothing is soaked");

test.skipIf(!programs)("killed nodes and changing clocks neither lose nor invent charges", async () => {
	const result = await soak({ engine: "PostgreSQL", seconds: 10, progress: () => undefined });
	expect(errorsOf(result)).toEqual([]);
	expect(result.accounts).toHaveLength(3);
	expect(result.doctors).toHaveLength(2);
});

/** Twelve samples of one process. */
function samples(of: (place: number) => Partial<Sample>): Sample[] {
	const flat = { calls: 0, pid: 1, rssMegabytes: 150, anonymousMegabytes: 100, heapMegabytes: 50 };
	const stored = { databaseMegabytes: 10, blobs: 84, blobMegabytes: 11, otherFiles: 1 };
	const held = { descriptors: 50, threads: 11, databaseConnections: 20, databaseSessions: 30 };
	return Array.from({ length: 12 }, (_, place) => ({
		seconds: place,
		...flat,
		...stored,
		...held,
		externalMegabytes: 20,
		cachedPicturesMegabytes: 4,
		...of(place),
	}));
}

test("growth from the second quarter to the last is reported, warm-up is not", () => {
	const growing = (share: (place: number) => number) =>
		trendsOf(samples((place) => ({ rssMegabytes: 100 + 100 * share(place) })))
			.filter(({ isFlat }) => !isFlat)
			.map(({ what }) => what);
	expect(growing(() => 0)).toEqual([]);
	expect(growing((place) => Math.min(1, place / 3))).toEqual([]);
	expect(growing((place) => place / 12)).toEqual(["resident memory, MB"]);
});

test("memory growth is inconclusive until the picture cache is full", () => {
	const cached = (megabytes: (place: number) => number) =>
		whyMemoryMayGrow(samples((place) => ({ cachedPicturesMegabytes: megabytes(place) })));
	expect(cached((place) => (place < 2 ? 0 : PICTURE_CACHE_MEGABYTES))).toBeUndefined();
	expect(cached((place) => place / 3)).toMatch(/^only 1\.0 of 4 MB of pictures were cached/);
});
