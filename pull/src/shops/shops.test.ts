import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PulledProduct } from "../pulled-products.ts";
import { SHOP_FORMATS } from "./formats.ts";

const MATZAH: PulledProduct = {
	barcode: "0725272730706",
	scopes: {},
	meta: {
		brand: "Golden Sheaf",
		product_name: "Whole Wheat Matzah, 16 oz",
		web_description: "Crisp & <thin>",
		category: "Crackers, Matzah",
		department: "Passover",
		net_weight: "16 oz (454 g)",
		kosher_for_passover: true,
		vegan: true,
		hechshers: [
			{ symbol: "OU", org: null, logo: null, dairy_meat_pareve: "pareve", additional_designation: null },
			{ symbol: "Badatz", org: null, logo: null, dairy_meat_pareve: "pareve", additional_designation: null },
		],
		ingredients: {
			ingredients_text: "Flour,\twater",
			contains_statement: "Contains wheat.",
			may_contain_statement: null,
		},
	},
	variants: ["front", "back"],
	pictures: ["0725272730706_front.jpg", "0725272730706_back.jpg"],
};
const HEBREW: PulledProduct = {
	barcode: "7290000066318",
	scopes: {},
	meta: { brand: "אסם", product_name: "=cmd|'/C calc'!A0 \"מרק עוף\"", product_description: "-טעים" },
	variants: [],
	pictures: [],
};
const BANANA: PulledProduct = {
	barcode: "4011",
	scopes: {},
	meta: {},
	variants: ["front"],
	pictures: ["4011_front.jpg"],
};

const base = (name: string) => `https://shop.example/pictures/${name}`;

function rowsOf(format: string, products = [MATZAH, HEBREW, BANANA], url = base): Record<string, string>[] {
	const { name, text } = SHOP_FORMATS.get(format)?.write(products, url) ?? { name: "", text: "" };
	return parse(text, { columns: true, delimiter: name.endsWith(".tsv") ? "\t" : "," });
}

const HEBREW_TITLE = "אסם =cmd|'/C calc'!A0 \"מרק עוף\"";
const FORMULA = /^[=+\-@\t\r]/;

describe("the file for WooCommerce", () => {
	test("uses the importer's columns for drafts with GTIN, categories, attributes and pictures", () => {
		const [matzah, hebrew, banana] = rowsOf("woocommerce");
		expect(matzah).toEqual({
			Type: "simple",
			SKU: "0725272730706",
			"GTIN, UPC, EAN, or ISBN": "0725272730706",
			Name: "Golden Sheaf Whole Wheat Matzah, 16 oz",
			Published: "-1",
			"Visibility in catalog": "visible",
			"Short description": "Crisp &amp; &lt;thin&gt;",
			Description:
				"<p>Crisp &amp; &lt;thin&gt;</p><p>Ingredients: Flour,\twater</p><p>Contains wheat.</p><p>Net weight: 16 oz (454 g)</p><p>Kosher certification: OU, Badatz</p>",
			Categories: "Passover > Crackers\\, Matzah",
			Tags: "Kosher for Passover, Vegan",
			Images:
				"https://shop.example/pictures/0725272730706_front.jpg, https://shop.example/pictures/0725272730706_back.jpg",
			Brands: "Golden Sheaf",
			"Attribute 1 name": "Kosher certification",
			"Attribute 1 value(s)": "OU, Badatz",
			"Attribute 1 visible": "1",
			"Attribute 1 global": "0",
			"Attribute 2 name": "Kosher status",
			"Attribute 2 value(s)": "pareve",
			"Attribute 2 visible": "1",
			"Attribute 2 global": "0",
			"Attribute 3 name": "Net weight",
			"Attribute 3 value(s)": "16 oz (454 g)",
			"Attribute 3 visible": "1",
			"Attribute 3 global": "0",
			"Attribute 4 name": "",
			"Attribute 4 value(s)": "",
			"Attribute 4 visible": "",
			"Attribute 4 global": "",
		});
		expect(hebrew).toMatchObject({ Name: HEBREW_TITLE, "Short description": "'-טעים", Images: "" });
		expect(banana).toMatchObject({ SKU: "4011", "GTIN, UPC, EAN, or ISBN": "", Name: "4011" });
	});

	test("lists media library file names when no base URL is given", () => {
		expect(rowsOf("woocommerce", [MATZAH], (name) => name)[0]?.Images).toBe(
			"0725272730706_front.jpg, 0725272730706_back.jpg",
		);
	});
});

describe("the file for Shopify", () => {
	test("has a row for each product and one for each further picture", () => {
		const rows = rowsOf("shopify");
		expect(rows).toHaveLength(4);
		expect(rows[0]).toEqual({
			Title: "Golden Sheaf Whole Wheat Matzah, 16 oz",
			"URL handle": "0725272730706",
			Description: expect.stringContaining("<p>Contains wheat.</p>"),
			Vendor: "Golden Sheaf",
			Type: "Crackers, Matzah",
			Tags: "Kosher for Passover, Vegan, OU, Badatz, pareve, Passover",
			"Published on online store": "FALSE",
			Status: "Draft",
			SKU: "0725272730706",
			Barcode: "0725272730706",
			"Option1 name": "Title",
			"Option1 value": "Default Title",
			"Product image URL": "https://shop.example/pictures/0725272730706_front.jpg",
			"Image position": "1",
			"Image alt text": "Golden Sheaf Whole Wheat Matzah, 16 oz",
		});
		const filled = Object.entries(rows[1] ?? {}).filter(([, cell]) => cell !== "");
		expect(Object.fromEntries(filled)).toEqual({
			"URL handle": "0725272730706",
			"Product image URL": "https://shop.example/pictures/0725272730706_back.jpg",
			"Image position": "2",
			"Image alt text": "Golden Sheaf Whole Wheat Matzah, 16 oz",
		});
		expect(rows[2]).toMatchObject({ Title: HEBREW_TITLE, Vendor: "אסם", "Product image URL": "" });
		expect(rows[3]).toMatchObject({ Title: "4011", Barcode: "", Type: "" });
	});
});

describe("the file for Google Merchant Center", () => {
	test("has a column for every required attribute and a row for each product", () => {
		const [matzah, hebrew, banana] = rowsOf("google-merchant");
		expect(matzah).toEqual({
			id: "0725272730706",
			title: "Golden Sheaf Whole Wheat Matzah, 16 oz",
			description:
				"Crisp & <thin> Ingredients: Flour, water Contains wheat. Net weight: 16 oz (454 g) Kosher certification: OU, Badatz",
			link: "",
			image_link: "https://shop.example/pictures/0725272730706_front.jpg",
			additional_image_link: "https://shop.example/pictures/0725272730706_back.jpg",
			availability: "",
			price: "",
			condition: "new",
			brand: "Golden Sheaf",
			gtin: "0725272730706",
			identifier_exists: "yes",
			product_type: "Passover > Crackers, Matzah",
		});
		expect(hebrew).toMatchObject({ title: HEBREW_TITLE, description: "'-טעים", image_link: "" });
		expect(banana).toMatchObject({ id: "4011", gtin: "", identifier_exists: "no", brand: "" });
	});

	test("truncates titles to 150 and descriptions to 5000 characters", () => {
		const meta = { brand: "b".repeat(200), web_description: "x".repeat(6000) };
		const [long] = rowsOf("google-merchant", [{ ...MATZAH, meta }]);
		expect([long?.title?.length, long?.description?.length]).toEqual([150, 5000]);
	});
});

test.each(Object.keys(SHOP_FORMATS))(
	"whatever a product's text, %s gets one row with all cells and no formula",
	(format) => {
		const text = fc.string({ unit: "binary" }).map((each) => each.replace(/\0/g, ""));
		fc.assert(
			fc.property(text, text, text, (brand, product_name, web_description) => {
				const rows = rowsOf(format, [{ ...BANANA, meta: { brand, product_name, web_description } }]);
				expect(rows).toHaveLength(1);
				for (const cell of Object.values(rows[0] ?? {})) if (cell !== "-1") expect(cell).not.toMatch(FORMULA);
			}),
			{ numRuns: 30 },
		);
	},
);
