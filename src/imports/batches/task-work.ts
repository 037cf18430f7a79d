import type { WatermarkSettings } from "../../pictures/preparation/watermark-settings.ts";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Database } from "../../platform/db/database.ts";
import type { Clock } from "../../platform/time/clock.ts";
import type { GuardedGet } from "../fetched/guarded-get.ts";
import type { UploadFolder } from "../uploads/folder.ts";
import type { ImportOutcome } from "./claims.ts";
import type { ImportProgress } from "./store.ts";

/** What tasks need. */
export interface TaskParts {
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly clock: Clock;
	/** Whether the disk may take more. */
	readonly hasRoom?: () => Promise<boolean>;
	readonly folder: UploadFolder;
	readonly watermark: WatermarkSettings;
	readonly sizesPx: readonly number[];
	readonly uploadOffsetMinutes: number;
	/** Fetches pictures for imports that ask for it. */
	readonly fetchPicture: GuardedGet;
}

/** The work of a task, and what it reports along the way. */
export interface TaskWork {
	/** Its progress; null at the beginning. */
	progress(): ImportProgress | null;
	/** Reports on what was done so far, as stored. */
	reports(): NonNullable<ImportOutcome["reports"]>;
	/** Ends early when signalled. @returns what is now known of the import; throws if the task failed. */
	run(signal: AbortSignal): Promise<Pick<ImportOutcome, "files" | "mode" | "table" | "card">>;
}
