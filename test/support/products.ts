import type { MetadataChange } from "../../src/catalogue/writing/metadata-change.ts";

let barcodes = 20_000_000;

/** A barcode that no other test in this file uses. */
export function newBarcode(): string {
	return String(barcodes++);
}

/** A product with data in each of the five scopes of `product_meta`: a read of them costs 0.30 credits. */
export function everyScope(barcode: string): MetadataChange {
	return {
		barcode,
		info: {
			brand: "Golden Sheaf",
			product_name: "Whole Wheat Matzah",
			product_description: "Baked in small batches",
			category: "Crackers",
			bracha: "hamotzi",
			vegan: true,
		},
		hechshers: [{ symbol: "OU", org: "Orthodox Union", dairy_meat_pareve: "pareve" }],
		nutrition: { calories: "110", sodium: { amount: "<5 mg", dv: "0%" } },
		ingredients: { ingredients_text: "Whole wheat flour, water", allergens: ["wheat"] },
		catalog_meta: { department: "Passover", subcategory: "Matzah" },
	};
}
