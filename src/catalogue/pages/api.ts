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

/** What the pages of catalogue call. */
export const cataloguePageApi = pageApi(
	{ ...productRoutes, ...thumbnailRoutes, ...catalogueRoutes },
	(parts: ProductParts & ThumbnailParts & EditParts & PictureParts & PictureEditParts) => ({
		...productHandlers(parts),
		...thumbnailHandlers(parts),
		...catalogueHandlers(parts),
		...editHandlers(parts),
		...pictureHandlers(parts),
		...pictureEditHandlers(parts),
	}),
);
