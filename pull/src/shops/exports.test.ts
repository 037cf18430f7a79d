import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import writeXlsxFile from "write-excel-file/node";
import { pictureAddress } from "../../../src/orders/shop-files/shop-product.ts";
import { readBarcodeList } from "../barcode-list.ts";
import type { PulledProduct } from "../pulled-products.ts";
import { ownExport } from "../shop-files.ts";
import { NOTHING } from "../wanted.ts";
import { SHOP_FORMATS } from "./formats.ts";
import { exportTable } from "./shop-export.ts";

const MATZAH: PulledProduct = {
	barcode: "0725272730706",
	scopes: {},
	meta: { brand: "Golden Sheaf", product_name: "Matzah", web_description: "Crisp" },
	variants: ["front", "back"],
	pictures: ["0725272730706_front.jpg", "0725272730706_back.jpg"],
};
const TEXT_ALONE: PulledProduct = { ...MATZAH, pictures: [] };
const PICTURES_ALONE: PulledProduct = { ...MATZAH, meta: {} };

const url = (name: string) => `https://shop.example/${name}`;

/** What an export becomes when the rows of some lines are updated. */
async function update(format: string, file: string | Uint8Array, products: Record<number, PulledProduct>) {
	const bytes = typeof file === "string" ? new TextEncoder().encode(file) : file;
	const list = await readBarcodeList(bytes);
	const own = SHOP_FORMATS.get(format)?.own;
	const found = ownExport(format, list);
	if (!own || !found) throw new Error("not an export");
	const table = exportTable(found.table);
	const matches = Object.entries(products).map(([line, product]) => {
		const row = table.rows.find((row) => row.line === Number(line));
		if (!row) throw new Error(`no line ${line}`);
		return { row, product, before: [], wanted: NOTHING, isRemoved: false, isOffered: false, isStale: false };
	});
	const { text = "", untouched } = own.update(table, matches, url);
	const delimiter = own.fileName("update").endsWith(".tsv") ? "\t" : ",";
	const rows: Record<string, string>[] = parse(text, { columns: true, delimiter });
	return { text, rows, reasons: [...untouched.values()], items: found.entries.map(({ line }) => line) };
}

describe("an export of Shopify", () => {
	const OLD =
		"\uFEFFHandle,Title,Body (HTML),Vendor,Tags,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Barcode,Image Src,Image Position,Image Alt Text,Variant Image\n" +
		`matzah-1,"  =Matzah ""whole"", 1 lb ",<p>old</p>,Own,"a, b",Title,Default Title,SKU-1,4.50,'725272730706,https://cdn.example/own.jpg?v=1,1,Table,\n` +
		"matzah-1,,,,,,,,,,https://cdn.example/0725272730706_front_6d0c-11.jpg?v=2,2,,\n" +
		"soup,Soup,<p>soup</p>,Own,,Size,Small,S,2.00,7290000066318,https://cdn.example/soup.jpg,1,,\n" +
		"soup,,,,,,Large,L,3.00,4011,,,,https://cdn.example/large.jpg\n";

	test("keeps handle, title and options byte for byte, and has no column of prices or tags", async () => {
		const { rows, text, items } = await update("shopify", OLD, { 2: MATZAH });
		expect(items).toEqual([2, 4, 5]);
		expect(rows.map(Object.values)).toEqual([
			[
				"matzah-1",
				'  =Matzah "whole", 1 lb ',
				"<p>Crisp</p>",
				"Title",
				"Default Title",
				url("0725272730706_front.jpg"),
				"1",
				"Golden Sheaf Matzah",
			],
			["matzah-1", "", "", "", "", url("0725272730706_back.jpg"), "2", "Golden Sheaf Matzah"],
			["matzah-1", "", "", "", "", "https://cdn.example/own.jpg?v=1", "3", "Table"],
		]);
		expect(text.split("\r\n")[0]).toBe(
			"Handle,Title,Body (HTML),Option1 Name,Option1 Value,Image Src,Image Position,Image Alt Text",
		);
	});

	test("gives a variant its picture and leaves description and pictures of the product", async () => {
		const { rows } = await update("shopify", OLD, { 2: MATZAH, 4: MATZAH });
		expect(rows.slice(3)).toEqual([
			expect.objectContaining({
				"Body (HTML)": "<p>soup</p>",
				"Option1 Value": "Small",
				"Image Src": "https://cdn.example/soup.jpg",
				"Variant Image": url("0725272730706_front.jpg"),
			}),
			expect.objectContaining({ "Option1 Value": "Large", "Variant Image": "https://cdn.example/large.jpg" }),
		]);
		const { reasons, text } = await update("shopify", OLD, { 4: TEXT_ALONE });
		expect([reasons, text]).toEqual([[expect.stringContaining("one of several variants")], ""]);
	});

	test("is known by today's column names as well, and what the shop alone has stays where we have nothing", async () => {
		const now =
			"Title;URL handle;Description;Option1 name;Option1 value;Barcode;Product image URL\nA;a;<b>own</b>;Title;Default Title;0725272730706;\nB;b;;Title;Default Title;4011;https://x.example/b.png\n";
		const { rows } = await update("shopify", now, { 2: PICTURES_ALONE, 3: TEXT_ALONE });
		expect(rows.map((row) => [row["URL handle"], row.Description, row["Product image URL"]])).toEqual([
			["a", "<b>own</b>", url("0725272730706_front.jpg")],
			["a", "", url("0725272730706_back.jpg")],
			["b", "<p>Crisp</p>", "https://x.example/b.png"],
		]);
	});

	test("a column that the export lacks is never emptied", async () => {
		const slim =
			"Handle,Title,Option1 Value,Barcode\na,A,Default Title,0725272730706\nb,B,Default Title,4011\n";
		const { rows, reasons } = await update("shopify", slim, { 2: MATZAH, 3: PICTURES_ALONE });
		expect(rows.map(({ Handle }) => Handle)).toEqual(["a", "a"]);
		expect(reasons).toEqual(['the export has no column "Body (HTML)", and an import would empty it']);
	});
});

describe("an export of WooCommerce", () => {
	const OWN =
		'ID,Type,SKU,"GTIN, UPC, EAN, or ISBN",Name,Published,"Regular price",Description,Images\n' +
		'17,simple, M 1 ,725272730706,Matzah,1,4.5,old,"https://shop.example/a.jpg, https://shop.example/wp/0725272730706_front-1.jpg"\n' +
		"18,variation,,7290000066318,Soup,1,2,own,https://shop.example/b.jpg\n" +
		",simple,,4011,Banana,1,1,,\n";

	test("is updated by ID and SKU, with pictures, description and nothing else", async () => {
		const { rows, reasons } = await update("woocommerce", OWN, { 2: MATZAH, 3: PICTURES_ALONE, 4: MATZAH });
		expect(rows).toEqual([
			{
				ID: "17",
				SKU: " M 1 ",
				Description: "<p>Crisp</p>",
				Images: `${url("0725272730706_front.jpg")}, ${url("0725272730706_back.jpg")}, https://shop.example/a.jpg`,
			},
			{ ID: "18", SKU: "", Description: "own", Images: url("0725272730706_front.jpg") },
		]);
		expect(reasons).toEqual(["its row has no ID or SKU"]);
	});

	test("keeps addresses of the shop byte by byte, and writes ours without commas", async () => {
		const theirs = String.raw`https://cdn.example/a\,b.jpg, https://cdn.example/c%2Cd.jpg?x=1&y=%20`;
		const file = `ID,SKU,Name,Published,EAN,Description,Images\n17,M,Matzah,1,725272730706,old,"${theirs}"\n18,N,Soup,1,7290000066318,own,"${theirs}"\n`;
		const { rows } = await update("woocommerce", file, { 2: MATZAH, 3: TEXT_ALONE });
		const ours = MATZAH.pictures.map(url).join(", ");
		expect(rows.map(({ Images }) => Images)).toEqual([`${ours}, ${theirs}`, theirs]);
		expect(pictureAddress("4011_front.jpg", "https://shop.example/a,b/")).toBe(
			"https://shop.example/a%2Cb/4011_front.jpg",
		);
	});

	test.each([
		[
			"German",
			'ID,Typ,Artikelnummer,"GTIN, UPC, EAN oder ISBN",Name,Veröffentlicht,"Sichtbarkeit im Katalog",Kurzbeschreibung,Beschreibung,"Regulärer Preis",Bilder',
			["ID", "Artikelnummer", "Beschreibung", "Bilder"],
		],
		[
			"French",
			'ID,Type,UGS,"GTIN, UPC, EAN ou ISBN",Nom,Publié,"Visibilité dans le catalogue","Description courte",Description,"Tarif régulier",Images',
			["ID", "UGS", "Description", "Images"],
		],
		[
			"Hebrew",
			'מזהה,סוג,"מק""ט","GTIN, UPC, EAN, or ISBN",שם,פורסם,"נראות בקטלוג","תיאור קצר",תיאור,"מחיר רגיל",תמונות',
			["מזהה", 'מק"ט', "תיאור", "תמונות"],
		],
	])("is known by its columns in %s, and updated by the same names", async (language, header, names) => {
		const rows = [
			"17,simple,M1,0725272730706,Matzah,1,visible,short,old,4.5,https://shop.example/a.jpg",
			"18,variation,M2,7290000066318,Soup,1,visible,short,own,2,https://shop.example/b.jpg",
		];
		const file = [header, ...rows].join("\n");
		const updated = await update("woocommerce", file, { 2: MATZAH, 3: PICTURES_ALONE });
		expect(updated.rows.map(Object.keys)).toEqual([names, names]);
		expect(updated.rows.map(Object.values)).toEqual([
			["17", "M1", "<p>Crisp</p>", expect.stringMatching(/_front\.jpg, .*_back\.jpg, https:.*a\.jpg$/)],
			["18", "M2", "own", url("0725272730706_front.jpg")],
		]);
		const { table } = await readBarcodeList(new TextEncoder().encode(file));
		expect(SHOP_FORMATS.get("woocommerce")?.own.languageOf?.(table.names)).toBe(language);
		expect([...SHOP_FORMATS].filter(([, { own }]) => own.isExport(table.names)).length).toBe(1);
	});

	test("in a language that is not known is no export; one in English names none", async () => {
		const polish = "ID,Typ,SKU,EAN,Nazwa,Opublikowano,Opis,Obrazki\n1,simple,A,4011,Banan,1,,\n";
		const own = SHOP_FORMATS.get("woocommerce")?.own;
		const namesOf = async (file: string) =>
			(await readBarcodeList(new TextEncoder().encode(file))).table.names;
		expect(own?.isExport(await namesOf(polish))).toBe(false);
		expect(own?.languageOf?.(await namesOf(OWN))).toBeUndefined();
	});

	test("may be a workbook in which barcodes have become numbers", async () => {
		const cells = [
			["ID", "Name", "Published", "Barcode"],
			[17, "Matzah", 1, 725272730706],
		];
		const workbook = await writeXlsxFile(
			cells.map((row) => row.map((value) => ({ value }))) as never,
		).toBuffer();
		const { rows } = await update("woocommerce", workbook, { 2: TEXT_ALONE });
		expect(rows).toEqual([{ ID: "17", Description: "<p>Crisp</p>" }]);
	});
});

test("a file of Google Merchant Center becomes a supplemental one, by its own ids", async () => {
	const own =
		"id\ttitle\tdescription\tlink\timage link\tprice\tgtin\n_77\tOwn title\told\thttps://s.example\thttps://s.example/o.jpg\t1 USD\t0725272730706\n";
	const { rows } = await update("google-merchant", own, { 2: MATZAH });
	expect(rows).toEqual([
		{
			id: "_77",
			description: "Crisp",
			"image link": url("0725272730706_front.jpg"),
			additional_image_link: `${url("0725272730706_back.jpg")},https://s.example/o.jpg`,
		},
	]);
});
