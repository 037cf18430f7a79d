import { followerWork } from "../billing/ledger/follower.ts";
import type { BlobStore } from "../platform/blobs/blob-store.ts";
import { type Maintenance, pausedInMaintenance } from "../platform/maintenance.ts";
import { regularWork } from "../platform/tasks/work.ts";
import type { Clock } from "../platform/time/clock.ts";
import { HOUR_MS } from "../platform/time/durations.ts";
import { boughtFollowers } from "./bought/note-in-background.ts";
import { deleteOldContents } from "./retention.ts";

type OrderWorkParts = Parameters<typeof boughtFollowers>[0] & {
	readonly blobs: BlobStore;
	readonly clock: Clock;
	readonly maintenance: Maintenance;
};

export function orderWorks(parts: OrderWorkParts) {
	const { blobs, clock, maintenance } = parts;
	return [
		regularWork(
			"bought products could not be noted",
			pausedInMaintenance([followerWork(parts.db, boughtFollowers(parts, clock))], maintenance),
		),
		regularWork("contents of expired orders could not be deleted", [
			{ everyMs: 6 * HOUR_MS, step: () => deleteOldContents(blobs, clock.now()) },
		]),
	];
}
