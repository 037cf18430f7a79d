import type { WatermarkSettings } from "../../images/preparation/watermark-settings.ts";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";
import type { UploadFolder } from "../uploads/folder.ts";
import type { HeldTask, TaskEnd } from "./claims.ts";
import type { ImportProgress } from "./store.ts";

/** What tasks are done with. */
export interface TaskParts {
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly clock: Clock;
	readonly folder: UploadFolder;
	readonly watermark: WatermarkSettings;
	readonly sizesPx: readonly number[];
	readonly uploadOffsetMinutes: number;
}

/** The lease that a task is held by, for commands. */
export type Lease = () => HeldTask;

/** What a task does, and says of itself while it does it. */
export interface TaskWork {
	/** How far it is; null at the beginning. */
	progress(): ImportProgress | null;
	/** What was done so far, as it is stored. */
	reports(): NonNullable<TaskEnd["reports"]>;
	/** Ends early when signalled; what it throws is why it failed. */
	run(signal: AbortSignal): Promise<void>;
	/** What becomes of the import. */
	ended(isStopped: boolean): Omit<TaskEnd, keyof HeldTask | "reports">;
	/** Called once it is noted that all was done. */
	tidy(): Promise<void>;
}
