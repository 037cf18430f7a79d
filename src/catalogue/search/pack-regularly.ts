import { Piscina } from "piscina";
import type { Database } from "../../platform/db/database.ts";
import { IN_THE_BACKGROUND } from "../../platform/db/pace.ts";
import { createMaintenance, pausedInMaintenance } from "../../platform/maintenance.ts";
import { runRegularly } from "../../platform/retention.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { workerFile } from "../../platform/worker-file.ts";
import { type BuildPack, packOnce } from "./pack-texts.ts";

const EVERY_MS = 2000;
/** How often to consider merging packs if none has been made in between. */
const WEIGHED_EVERY_MS = 60_000;

/** Packs newly written texts alongside a server, until stopped. @returns a function that stops it. */
export function packRegularly(
	{ db, clock }: { readonly db: Database; readonly clock: Clock },
	onFault: (fault: unknown) => void,
): () => Promise<void> {
	const thread = createPackingThread();
	const stopping = new AbortController();
	let weighedNextAt = 0;
	const step = async () => {
		const merges = performance.now() >= weighedNextAt;
		const isMade = await packOnce(
			{ db, clock, build: thread.build },
			IN_THE_BACKGROUND,
			stopping.signal,
			merges,
		);
		if (isMade) weighedNextAt = 0;
		else if (merges) weighedNextAt = performance.now() + WEIGHED_EVERY_MS;
		return isMade;
	};
	const works = pausedInMaintenance([{ everyMs: EVERY_MS, step }], createMaintenance(db, clock));
	const stop = runRegularly(works, onFault);
	return () => {
		stopping.abort();
		return stop().finally(thread.close);
	};
}

/** A thread that builds packs, started on demand: a large pack takes a second. */
function createPackingThread(): { readonly build: BuildPack; close(): Promise<void> } {
	const pool = new Piscina({
		filename: workerFile("text-packer"),
		minThreads: 0,
		maxThreads: 1,
		idleTimeout: 1000,
	});
	return {
		build: (lines) => pool.run(lines, { name: "build" }),
		close: () => pool.destroy(),
	};
}
