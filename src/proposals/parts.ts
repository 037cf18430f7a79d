import type { WatermarkSettings } from "../pictures/preparation/watermark-settings.ts";
import type { PreparingPool } from "../pictures/preparing-pool.ts";
import type { BlobStore } from "../platform/blobs/blob-store.ts";
import type { Database } from "../platform/db/database.ts";
import type { SettingsOf } from "../platform/settings.ts";
import type { Clock } from "../platform/time/clock.ts";
import type { proposalSettings } from "./settings.ts";

/** What proposals and their review need. */
export interface ProposalParts {
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly clock: Clock;
	readonly limits: SettingsOf<typeof proposalSettings>;
	/** Processes that decode and prepare pictures, which are killed when they take too long. Started when first needed. */
	readonly pool: () => Promise<PreparingPool>;
	/** How pictures are prepared, as for an import. */
	readonly preparation: () => Promise<{
		readonly watermark: WatermarkSettings;
		readonly sizesPx: readonly number[];
		readonly uploadOffsetMinutes: number;
	}>;
}
