/** What can cost credits, in words. Written by `npm run openapi`. */
export const ACTION_NAMES: Readonly<Record<string, string>> = {
	"products.get": "Read",
	"products.get.info": "Product facts",
	"products.get.hechshers": "Hechshers",
	"products.get.nutrition": "Nutrition",
	"products.get.ingredients": "Ingredients",
	"products.get.catalog_meta": "Catalogue data",
	"products.get.image_meta": "Picture data",
	"products.get.per_image": "Pictures",
	"products.head": "Existence check",
	"products.bulk_check.per_barcode": "Bulk existence check",
	"metadata.get.per_barcode": "Availability",
	"metadata.bulk_check.per_barcode": "Bulk availability",
	"metadata.bulk_check.fields.per_barcode": "Bulk availability with fields",
	"metadata.products.list": "Products by availability",
	"metadata.fields.catalogue": "List of metadata fields",
};
