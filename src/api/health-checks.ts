import type { BlobStore } from "../platform/blobs/blob-store.ts";
import type { Database } from "../platform/db/database.ts";
import { ping } from "../platform/db/ping.ts";
import { freeBytes } from "../platform/disk-room.ts";
import type { Maintenance } from "../platform/maintenance.ts";
import type { Clock } from "../platform/time/clock.ts";

/** Upper bound on how long a caller waits for a check (SPEC D34). */
const LONGEST_CHECK_MS = 1500;
/** Checks are made no more often than this, however many ask: anybody may. */
const CHECK_EVERY_MS = 5000;
/** Below this, the next charges may not fit: the log of a SQLite database grows to as much before it is emptied. */
const LEAST_FREE_BYTES = 16 * 2 ** 20;

export type Verdict = "ok" | "failed" | "no answer" | "no room";

export type HealthChecks = ReturnType<typeof createHealthChecks>;

export interface CheckedParts {
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly clock: Clock;
	/** The folder of the database, if it is a file. */
	readonly databaseFolder: string | undefined;
	readonly maintenance: Maintenance;
}

/** The checks of `GET /health`, shared by all callers of the process. */
export function createHealthChecks(parts: CheckedParts) {
	const { blobs, clock } = parts;
	return {
		database: shared(clock, () => databaseVerdict(parts)),
		images: shared(clock, () => blobs.check().then(() => "ok")),
	};
}

async function databaseVerdict({ db, clock, databaseFolder, maintenance }: CheckedParts): Promise<Verdict> {
	const reading = db.probe.selectFrom("migration").select("name").limit(1).execute();
	await Promise.all([reading, maintenance.refresh()]);
	// During maintenance nothing is written: a move waits until nothing changes.
	if (maintenance.message() === null) await db.write(ping, { nowMs: clock.now() });
	if (databaseFolder === undefined) return "ok";
	return (await freeBytes(databaseFolder)) < LEAST_FREE_BYTES ? "no room" : "ok";
}

/** Makes a check for all who ask within its interval, one at a time. One that takes too long is not repeated before it has ended. */
function shared(clock: Clock, check: () => Promise<Verdict>): () => Promise<Verdict> {
	let begunAtMs = Number.NEGATIVE_INFINITY;
	let isUnderWay = false;
	let verdict: Promise<Verdict> = Promise.resolve("no answer");
	return () => {
		if (isUnderWay || Math.abs(clock.now() - begunAtMs) < CHECK_EVERY_MS) return verdict;
		begunAtMs = clock.now();
		isUnderWay = true;
		const ended = check()
			.catch((): Verdict => "failed")
			.finally(() => {
				isUnderWay = false;
			});
		verdict = inTime(ended);
		// What arrives late counts from then on.
		void ended.then(() => {
			verdict = ended;
		});
		return verdict;
	};
}

/** What a promise resolves with, or `no answer` when that takes too long. */
export async function inTime<T>(ended: Promise<T>): Promise<T | "no answer"> {
	let timer: NodeJS.Timeout | undefined;
	const tooLong = new Promise<"no answer">((resolve) => {
		timer = setTimeout(resolve, LONGEST_CHECK_MS, "no answer");
	});
	return Promise.race([ended, tooLong]).finally(() => clearTimeout(timer));
}
