import type { FindProduct } from "../../../catalogue/stored/served-product.ts";
import type { BlobStore } from "../../../platform/blobs/blob-store.ts";
import type { Database } from "../../../platform/db/database.ts";
import type { Clock } from "../../../platform/time/clock.ts";
import type { PreparingPool } from "../../preparing-pool.ts";
import type { StyleSettings } from "../../style/style.ts";

/** What the watermark page needs. */
export interface WatermarkParts {
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly clock: Clock;
	readonly findProduct: FindProduct;
	readonly settings: StyleSettings;
	/** Processes that draw, which are killed when they take too long. Started when first needed. */
	readonly pool: () => Promise<PreparingPool>;
}
