import type { NoticeParts } from "../people/notices/notice-parts.ts";
import { whileMailed } from "../people/notices/rounds.ts";
import type { BlobStore } from "../platform/blobs/blob-store.ts";
import type { Database } from "../platform/db/database.ts";
import { type Maintenance, pausedInMaintenance } from "../platform/maintenance.ts";
import { regularWork } from "../platform/tasks/work.ts";
import type { Clock } from "../platform/time/clock.ts";
import { HOUR_MS } from "../platform/time/durations.ts";
import { mailDecided } from "./decision-notices.ts";
import { sweepProposals } from "./retention.ts";

interface ProposalWorkParts {
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly clock: Clock;
	readonly maintenance: Maintenance;
	/** `undefined` while automatic mail cannot be sent. */
	readonly notices: () => NoticeParts | undefined;
}

export function proposalWorks({ db, blobs, clock, maintenance, notices }: ProposalWorkParts) {
	const mail = [{ everyMs: 30_000, step: whileMailed(notices, mailDecided) }];
	return [
		regularWork("mail about decisions could not be written", pausedInMaintenance(mail, maintenance)),
		regularWork("pictures of suggestions could not be deleted", [
			{ everyMs: 6 * HOUR_MS, step: () => sweepProposals({ db, blobs }, clock.now()) },
		]),
	];
}
