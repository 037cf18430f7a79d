import { getImage, getProductImage, headImage } from "./delivery/routes.ts";

/** The endpoints of pictures in `/api/v1`. */
export const picturesApi = {
	"GET /image/{token}": getImage,
	"HEAD /image/{token}": headImage,
	"GET /products/{barcode}/image": getProductImage,
};
