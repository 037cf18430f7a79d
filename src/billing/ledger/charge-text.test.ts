import { expect, test } from "vitest";
import { actions } from "../prices/actions.ts";
import { chargeText } from "./charge-text.ts";

const BARCODE = "0725272730706";
const once = (...names: string[]) => names.map((action) => ({ action, quantity: 1 }));
const times = (quantity: number, action: string) => [{ action, quantity }];

test.each([
	[
		once("products.get.info", "products.get.hechshers", "products.get.per_image"),
		"product facts, hechshers, 1 picture",
	],
	[times(2, "products.get.per_image"), "2 pictures"],
	[once("products.get.catalog_meta", "products.get.image_meta"), "catalogue data, picture data"],
	[once("products.head"), "existence check"],
	[once("metadata.get.per_barcode"), "availability"],
])("%j of a product is described as %j", (lines, text) => {
	expect(chargeText(lines, BARCODE)).toBe(`Product ${BARCODE}: ${text}`);
	expect(chargeText(lines, null)).toBe(`Product: ${text}`);
});

test.each([
	[times(500, "products.bulk_check.per_barcode"), "Bulk existence check, 500 barcodes"],
	[times(1, "metadata.bulk_check.per_barcode"), "Bulk availability, 1 barcode"],
	[times(2, "metadata.bulk_check.fields.per_barcode"), "Bulk availability with fields, 2 barcodes"],
	[once("metadata.products.list"), "Products by availability, 1 page"],
	[once("metadata.fields.catalogue"), "List of metadata fields"],
	[times(3, "products.rotate"), "3 × products.rotate"],
	[times(3, "constructor"), "3 × constructor"],
	[[], ""],
])("%j is described as %j", (lines, text) => {
	expect(chargeText(lines, null)).toBe(text);
});

test("every action is described in words", () => {
	for (const action of actions) expect(chargeText(once(action), null)).not.toContain(action);
});
