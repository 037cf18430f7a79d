import { type retentionSettings, trimSteps } from "./billing/retention.ts";
import { trimChanges } from "./catalogue/changes/retention.ts";
import { trimHistory } from "./catalogue/history/retention.ts";
import { removeCaseFiles } from "./leaks/cases/retention.ts";
import { deleteOldContents } from "./orders/retention.ts";
import { blankAddresses } from "./pictures/retention.ts";
import type { BlobStore } from "./platform/blobs/blob-store.ts";
import type { Database } from "./platform/db/database.ts";
import { runRegularly, sweepOf } from "./platform/retention.ts";
import type { SettingsOf } from "./platform/settings.ts";
import type { Clock } from "./platform/time/clock.ts";
import { DAY_MS, HOUR_MS } from "./platform/time/durations.ts";
import { sweepProposals } from "./proposals/retention.ts";
import { rooms } from "./rooms.ts";

/** Deletes whatever the rooms declare as expired. */
export const sweep = sweepOf(rooms.flatMap(({ expiry = [] }) => expiry));

const SWEEP_EVERY_MS = 15 * 60_000;
const TRIM_EVERY_MS = 6 * HOUR_MS;

type RetentionDays = SettingsOf<typeof retentionSettings> & {
	readonly deliveryAddressDays: number;
	readonly changeDays: number;
	readonly historyDays: number;
};

/** Deletes expired data periodically until stopped. @returns a function that stops it. */
export function retainRegularly(
	{ db, blobs }: { readonly db: Database; readonly blobs: BlobStore },
	settings: RetentionDays,
	clock: Clock,
	onFault: (fault: unknown) => void,
): () => Promise<void> {
	return runRegularly(
		[
			{ everyMs: SWEEP_EVERY_MS, step: () => db.write(sweep, { nowMs: clock.now() }) },
			{ everyMs: TRIM_EVERY_MS, step: trimSteps(db, settings, clock) },
			{ everyMs: TRIM_EVERY_MS, step: () => blankOldAddresses(db, settings.deliveryAddressDays, clock) },
			{ everyMs: TRIM_EVERY_MS, step: () => trimOldChanges(db, settings.changeDays, clock) },
			{ everyMs: TRIM_EVERY_MS, step: () => trimOldHistory(db, settings.historyDays, clock) },
			{ everyMs: TRIM_EVERY_MS, step: () => deleteOldContents(blobs, clock.now()) },
			{ everyMs: TRIM_EVERY_MS, step: () => sweepProposals({ db, blobs }, clock.now()) },
			{ everyMs: SWEEP_EVERY_MS, step: () => removeCaseFiles({ db, blobs }, clock.now()) },
		],
		onFault,
	);
}

async function blankOldAddresses(db: Database, days: number, clock: Clock): Promise<boolean> {
	if (days === 0) return false;
	return db.write(blankAddresses, { beforeMs: clock.now() - days * DAY_MS });
}

function trimOldChanges(db: Database, days: number, clock: Clock): Promise<boolean> {
	return db.write(trimChanges, { beforeMs: clock.now() - days * DAY_MS });
}

function trimOldHistory(db: Database, days: number, clock: Clock): Promise<boolean> {
	return db.write(trimHistory, { beforeMs: clock.now() - days * DAY_MS });
}
