import type { FindProduct } from "../../catalogue/served-product.ts";
import type { PreparingPool } from "../../images/preparing-pool.ts";
import type { StyleSettings } from "../../images/style/style.ts";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/db/database.ts";

/** What the page of the watermark needs. */
export interface WatermarkParts {
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly clock: Clock;
	readonly findProduct: FindProduct;
	/** What the environment says of the style. */
	readonly settings: StyleSettings;
	/** Threads that draw previews: none is drawn on the thread that answers. Started when they are first needed. */
	readonly pool: () => Promise<PreparingPool>;
}
