import { expect, test } from "vitest";
import { googleGtin } from "../../../src/orders/shop-files/google-gtin.ts";
import { checkGoogleFile } from "./check-google.ts";

test.each([
	["0725272730706", "0725272730706"],
	["725272730706", "725272730706"],
	["10725272730703", "10725272730703"],
	["96385074", "96385074"],
	// A UPC-E stands for a UPC-A.
	["04252614", "042100005264"],
])("%s is sent as %s", (barcode, gtin) => expect(googleGtin(barcode)).toEqual({ gtin }));

test.each([
	["4011", "is no GTIN"],
	["0725272730707", "a wrong check digit"],
	["2990000010018", "within a shop"],
	["212345678992", "within a shop"],
	["0412345678903", "within a shop"],
	["9812345678902", "of a coupon"],
	["512345678900", "of a coupon"],
])("%s is not sent: %s", (barcode, problem) =>
	expect(googleGtin(barcode)).toEqual({ problem: expect.stringContaining(problem) }),
);

const check = (text: string) => checkGoogleFile(new TextEncoder().encode(text));
const HEADER = "id\ttitle\tdescription\tlink\timage_link\tavailability\tprice\tbrand\tgtin\n";
const GOOD =
	"a\tMatzah\tCrisp\thttps://s.example/a\thttps://s.example/a.jpg\tin_stock\t4.50 USD\tSheaf\t0725272730706\n";

test("a file that keeps the rules has no findings, and what was checked is said", async () => {
	const primary = [
		"id",
		"title",
		"description",
		"link",
		"image_link",
		"availability",
		"price",
		"brand",
		"gtin",
	];
	expect(await check(HEADER + GOOD)).toEqual({
		rows: 1,
		findings: [],
		checked: { source: "primary", columns: primary, others: [] },
	});
	const supplemental = "id,description,image_link,my_label\na,Crisp,https://s.example/a.jpg,x\n";
	expect(await check(supplemental)).toEqual({
		rows: 1,
		findings: [],
		checked: { source: "supplemental", columns: ["id", "description", "image_link"], others: ["my_label"] },
	});
});

test("every broken rule is found with line, column and text", async () => {
	const bad = "a\t\tCrisp\ts.example\thttps://s.example/a.jpg\tmaybe\t4,50\tSheaf\t2990000010018\n";
	const { findings } = await check(HEADER + GOOD + bad);
	expect(findings.map(({ line, column, problem }) => `${line} ${column} ${problem}`)).toEqual([
		"3 title is empty",
		"3 link is no URL",
		"3 availability is none of in_stock, out_of_stock, preorder, backorder",
		"3 price is no price such as 12.90 USD",
		"3 gtin is a number for use within a shop (GS1 prefix 02, 04 or 2)",
		"3 id is in line 2 already",
	]);
	const { findings: missing } = await check("id\ttitle\nb\tBread\n");
	expect(missing.map(({ line, column }) => `${line} ${column}`)).toEqual([
		"1 description",
		"1 link",
		"1 image_link",
		"1 availability",
		"1 price",
		"2 brand",
	]);
	expect((await check(HEADER)).findings.map(({ problem }) => problem)).toEqual(["the file has no product"]);
});

/** A row that keeps the rules, but for these cells. */
async function problemsOf(cells: Record<string, string>): Promise<string[]> {
	const names = HEADER.trim().split("\t");
	const good = Object.fromEntries(names.map((name, place) => [name, GOOD.trim().split("\t")[place] ?? ""]));
	const row = { ...good, ...cells };
	const { findings } = await check(`${Object.keys(row).join("\t")}\n${Object.values(row).join("\t")}\n`);
	return findings.map(({ column, problem }) => `${column} ${problem}`);
}

test.each<[Record<string, string>, string]>([
	[{ availability: "preorder" }, "availability_date is empty, and preorder needs it"],
	[
		{ availability: "backorder", availability_date: "" },
		"availability_date is empty, and backorder needs it",
	],
	[{ availability: "preorder", availability_date: "soon" }, "availability_date is no date"],
	[{ brand: "" }, "brand is empty"],
	[{ brand: "b".repeat(71) }, "brand has 71 characters: at most 70"],
	[{ price: "0 USD" }, "price is 0"],
	[{ price: "0.00 USD" }, "price is 0"],
	[{ price: "4.50 XQZ" }, "price has no currency"],
	[{ sale_price: "4.50 USD" }, "sale_price is not lower than the price"],
	[{ sale_price: "4 EUR" }, "sale_price is in another currency"],
	[{ sale_price: "four" }, "sale_price is no price"],
	[{ sale_price_effective_date: "2027-02-01/2027-01-01" }, "sale_price_effective_date ends before"],
	[{ link: `https://s.example/${"x".repeat(2000)}` }, "link has 2018 characters: at most 2000"],
	[{ link: "https://s.example/a b" }, "link has a space in it"],
	[{ image_link: "https://s.example/a b.jpg" }, "image_link has a space in it"],
	[
		{ image_link: "https://s.example/a.SVG?v=1" },
		"image_link is a picture in a format that Google does not take",
	],
	[
		{ additional_image_link: "https://s.example/a.jpg,https://s.example/b.svg" },
		"additional_image_link has a picture",
	],
	[{ title: "Mat\u0007zah" }, "title has a character that is not to be shown (U+0007)"],
	[{ my_own: "a\u0085b" }, "my_own has a character that is not to be shown (U+0085)"],
	[{ mpn: "m".repeat(71) }, "mpn has 71 characters"],
	[{ product_type: "p".repeat(751) }, "product_type has 751 characters"],
	[{ custom_label_3: "c".repeat(101) }, "custom_label_3 has 101 characters"],
	[{ identifier_exists: "yes", gtin: "" }, "identifier_exists says that there are identifiers"],
	[{ identifier_exists: "no" }, "identifier_exists says that there are no identifiers"],
])("%j breaks a rule: %s", async (cells, problem) => {
	expect(await problemsOf(cells)).toEqual([expect.stringContaining(problem)]);
});

test.each<[Record<string, string>]>([
	[{ availability: "preorder", availability_date: "2027-01-31T13:00-0800" }],
	[{ identifier_exists: "no", gtin: "", brand: "" }],
	[{ identifier_exists: "yes", gtin: "", mpn: "M-1" }],
	[{ sale_price: "4.49 USD", sale_price_effective_date: "2027-01-01/2027-02-01T00:00Z" }],
	[{ image_link: "https://s.example/picture?id=7" }],
])("%j keeps the rules", async (cells) => {
	expect(await problemsOf(cells)).toEqual([]);
});
