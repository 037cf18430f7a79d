import { pageApi } from "../../pages/call.ts";
import { catalogueRoutes } from "./editing/contract.ts";
import type { EditParts } from "./editing/edit-handlers.ts";
import { editHandlers } from "./editing/edit-handlers.ts";
import { catalogueHandlers } from "./editing/handlers.ts";
import type { PictureEditParts } from "./editing/picture-edits.ts";
import { pictureEditHandlers } from "./editing/picture-edits.ts";
import type { PictureParts } from "./editing/picture-handlers.ts";
import { pictureHandlers } from "./editing/picture-handlers.ts";
import { productRoutes, thumbnailRoutes } from "./finding/contract.ts";
import type { ProductParts } from "./finding/product-handlers.ts";
import { productHandlers } from "./finding/product-handlers.ts";
import type { ThumbnailParts } from "./finding/thumbnail-handlers.ts";
import { thumbnailHandlers } from "./finding/thumbnail-handlers.ts";
import { kosherRoutes } from "./kosher/contract.ts";
import { type KosherParts, kosherHandlers } from "./kosher/handlers.ts";

/** What the pages of catalogue call. */
export const cataloguePageApi = pageApi(
	{ ...productRoutes, ...thumbnailRoutes, ...catalogueRoutes, ...kosherRoutes },
	(parts: ProductParts & ThumbnailParts & EditParts & PictureParts & PictureEditParts & KosherParts) => ({
		...productHandlers(parts),
		...thumbnailHandlers(parts),
		...catalogueHandlers(parts),
		...editHandlers(parts),
		...kosherHandlers(parts),
		...pictureHandlers(parts),
		...pictureEditHandlers(parts),
	}),
);
