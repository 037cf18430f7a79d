import { postBarcodesResolve } from "./barcodes/resolve-route.ts";
import { getKosher } from "./certificates/kosher-route.ts";
import { getChanges } from "./changes/routes.ts";
import { getProducts } from "./listing/listing-routes.ts";
import { getMetadata, getMetadataProducts } from "./reading/availability-routes.ts";
import { postMetadataBulkCheck, postProductsBulkCheck } from "./reading/bulk-check-routes.ts";
import { getMetadataFields } from "./reading/metadata-fields-route.ts";
import { getProduct, headProduct } from "./reading/product-routes.ts";

/** The endpoints of catalogue in `/api/v1`. */
export const catalogueApi = {
	"GET /products/{barcode}": getProduct,
	"HEAD /products/{barcode}": headProduct,
	"GET /products/{barcode}/kosher": getKosher,
	"GET /products": getProducts,
	"GET /changes": getChanges,
	"POST /products/bulk-check": postProductsBulkCheck,
	"POST /metadata/bulk-check": postMetadataBulkCheck,
	"GET /metadata/{barcode}": getMetadata,
	"GET /metadata/products": getMetadataProducts,
	"GET /metadata-fields": getMetadataFields,
	"POST /barcodes/resolve": postBarcodesResolve,
};
