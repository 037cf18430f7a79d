import { pageApi } from "../../pages/call.ts";
import { rightsRoutes } from "./rights/contract.ts";
import type { RightsParts } from "./rights/handlers.ts";
import { rightsHandlers } from "./rights/handlers.ts";
import { watermarkRoutes } from "./watermark/contract.ts";
import { watermarkHandlers } from "./watermark/handlers.ts";
import type { WatermarkParts } from "./watermark/parts.ts";

interface PicturePageParts extends RightsParts, Pick<WatermarkParts, "findProduct"> {
	readonly watermark: Omit<WatermarkParts, "findProduct">;
}

/** What the pages of pictures call. */
export const picturesPageApi = pageApi(
	{ ...watermarkRoutes, ...rightsRoutes },
	(parts: PicturePageParts) => ({
		...rightsHandlers(parts),
		...watermarkHandlers({ ...parts.watermark, findProduct: parts.findProduct }),
	}),
);
