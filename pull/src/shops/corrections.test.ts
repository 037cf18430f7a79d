import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { readBarcodeList } from "../barcode-list.ts";
import type { PulledProduct } from "../pulled-products.ts";
import { selectionOf } from "../wanted.ts";
import { SHOP_FORMATS } from "./formats.ts";
import { symbolsNamedIn, withoutOurs } from "./own-paragraphs.ts";
import { exportTable } from "./shop-export.ts";

const OU = {
	symbol: "OU",
	org: null,
	logo: null,
	dairy_meat_pareve: "pareve",
	additional_designation: null,
} as const;
const NOW: PulledProduct = {
	barcode: "7290000066318",
	scopes: { info: {}, hechshers: [] },
	meta: { brand: "Osem", product_name: "Soup", vegan: false, hechshers: [] },
	variants: [],
	pictures: [],
};
const BEFORE = { ...NOW, meta: { brand: "Elite", product_name: "Soup", vegan: true, hechshers: [OU] } };

async function corrected(
	format: string,
	file: string,
	most = Number.POSITIVE_INFINITY,
): Promise<Record<string, string>[]> {
	const { table } = await readBarcodeList(new TextEncoder().encode(file));
	const known = { before: [BEFORE], wanted: selectionOf(["product_meta"], []) };
	const flags = { isRemoved: false, isOffered: false, isStale: false };
	const matches = table.rows.slice(0, most).map((row) => ({ row, product: NOW, ...known, ...flags }));
	const { text = "" } =
		SHOP_FORMATS.get(format)?.own.update(exportTable(table), matches, (name) => name) ?? {};
	return parse(text, { columns: true });
}

test("columns of an export in German are corrected, and those of the shop's own attributes copied", async () => {
	const names =
		'ID,Artikelnummer,"GTIN, UPC, EAN oder ISBN",Name,Veröffentlicht,Beschreibung,Schlagwörter,Marken,"Attribut 1 Name","Attribut 1 Wert(e)","Attribut 1 Sichtbar","Attribut 1 Global","Attribut 2 Name","Attribut 2 Wert(e)","Attribut 2 Sichtbar","Attribut 2 Global"';
	const row =
		'7,7290000066318,7290000066318,Elite Soup,1,<p>Kosher certification: OU</p>,"Eigenes, Vegan",Elite,Farbe,"Rot\\, hell",1,1,Kosher certification,OU,1,0';
	expect(await corrected("woocommerce", `${names}\n${row}\n`)).toEqual([
		{
			ID: "7",
			Artikelnummer: "7290000066318",
			Name: "Osem Soup",
			Beschreibung: "",
			Schlagwörter: "Eigenes",
			Marken: "Osem",
			"Attribut 1 Name": "Farbe",
			"Attribut 1 Wert(e)": "Rot\\, hell",
			"Attribut 1 Sichtbar": "1",
			"Attribut 1 Global": "1",
			"Attribut 2 Name": "Kosher certification",
			"Attribut 2 Wert(e)": "",
			"Attribut 2 Sichtbar": "0",
			"Attribut 2 Global": "0",
		},
	]);
});

test("columns of Shopify's earlier export are corrected, and products with a handle of the shop's keep theirs", async () => {
	const names = "Handle,Title,Body (HTML),Vendor,Tags,Option1 Name,Option1 Value,Variant Barcode,Status";
	const rowOf = (handle: string) =>
		`${handle},Elite Soup,<p>Kosher certification: OU</p>,Elite,"mine, OU, pareve, Vegan",Title,Default Title,7290000066318,active`;
	const ours = await corrected("shopify", `${names}\n${rowOf("7290000066318")}\n`);
	expect(ours).toEqual([
		expect.objectContaining({ Title: "Osem Soup", "Body (HTML)": "", Vendor: "Osem", Tags: "mine" }),
	]);
	expect(Object.keys(ours[0] ?? {})).not.toContain("Status");
	const [theirs = {}] = await corrected("shopify", `${names}\n${rowOf("soup")}\n`);
	expect(theirs).toEqual({
		Handle: "soup",
		Title: "Elite Soup",
		"Body (HTML)": "",
		"Option1 Name": "Title",
		"Option1 Value": "Default Title",
	});
});

test("a page that our file made is corrected also where the shop has added a variant", async () => {
	const names = "Handle,Title,Body (HTML),Tags,Option1 Name,Option1 Value,Variant Barcode,Status";
	const rows = (handle: string) => [
		`${handle},Elite Soup,<p>Kosher certification: OU</p>,"mine, OU, pareve",Size,One,7290000066318,active`,
		`${handle},,,,,Six,,`,
	];
	const update = (handle: string) => corrected("shopify", [names, ...rows(handle), ""].join("\n"), 1);
	expect(await update("7290000066318")).toEqual([
		expect.objectContaining({ "Body (HTML)": "", Tags: "mine", "Option1 Value": "One" }),
		expect.objectContaining({ Title: "", "Body (HTML)": "", "Option1 Value": "Six" }),
	]);
	expect(await update("soup")).toEqual([]);
});

const WORDS = {
	known: ["Crisp & thin", 'Don\'t stop... "crunch" -- smile'],
	labels: ["Kosher certification", "Ingredients"],
};

test.each([
	["<p>Kosher certification: OU, Star-K</p>", "", ""],
	["<p>Mine</p>\n<p>Kosher certification: OU</p>\n<p>Also mine</p>", "<p>Mine</p>\n", "\n<p>Also mine</p>"],
	["Mine<br>Kosher certification: cRc<br>Also mine", "Mine<br>", "<br>Also mine"],
	["Mine\\n\\nKosher certification: OU", "Mine\\n\\n", ""],
	["<p>Crisp &amp; thin</p><p>Mine</p>", "", "<p>Mine</p>"],
	["<p>Don&#8217;t stop&hellip; &ldquo;crunch&rdquo; – smile</p><p>Mine</p>", "", "<p>Mine</p>"],
	["<p>Mine</p><p>KOSHER CERTIFICATION : OU</p>", "<p>Mine</p>", ""],
	["<p>Mine</p><p>Kosher certification:OU,Star-K</p>", "<p>Mine</p>", ""],
	["<p>Ingredients: flour</p><p>May contain nuts.</p><p>Mine</p>", "", "<p>Mine</p>"],
	[
		'<div><p dir="ltr"><b>Kosher certification:</b>&nbsp;OU</p></div><img src="a.jpg">',
		"",
		'<img src="a.jpg">',
	],
])("of %s, what is the shop's stays", (text, head, tail) => {
	expect(withoutOurs(text, WORDS)).toEqual({ head, tail });
});

test.each([
	["<p>Mine</p>"],
	["<p>Kosher certification: see the label on the box</p>"],
	["<p>Our kosher certification: OU</p>"],
	["<p>INGREDIENTS: see the box</p>"],
	[""],
])("of %s, nothing is ours", (text) => expect(withoutOurs(text, WORDS)).toBeUndefined());

test("certificates are read from our paragraphs alone", () => {
	expect(symbolsNamedIn("<p>OU is good</p><p>Kosher certification: OU, Badatz Eda Hachareidis</p>")).toEqual([
		"OU",
		"Badatz Eda Hachareidis",
	]);
});
