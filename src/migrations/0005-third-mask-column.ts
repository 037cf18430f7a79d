import type { Migration } from "../platform/db/migrate.ts";

/**
 * Room for the bits of more metadata fields. Listings filter by it, so it joins the index that they walk, at its end: what they look at most
 * stands first.
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
