import type { Migration } from "../platform/db/migrate.ts";

/**
 * Adds bits for more metadata fields. Listings filter by them, so the column joins the listing index, at its end: the columns that are used most come
 * first.
 */
export const thirdMaskColumn: Migration = {
	name: "0005-third-mask-column",
	async up(tx) {
		await tx.schema
			.alterTable("product")
			.addColumn("fields_extra", "integer", (column) => column.notNull().defaultTo(0))
			.execute();
		await tx.schema.dropIndex("product_listing").execute();
		await tx.schema.createIndex("product_listing").on("product").columns(LISTING_COLUMNS).execute();
	},
};

const LISTING_COLUMNS = [
	"barcode",
	"digits",
	"variants",
	"fields_low",
	"fields_high",
	"changed_at",
	"image_fields",
	"brand_number",
	"department_number",
	"owner_1",
	"owner_2",
	"owner_3",
	"owner_4",
	"fields_extra",
];
