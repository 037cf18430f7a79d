import { expect, test } from "vitest";
import { googleGtin } from "../../../../src/orders/shop-files/google-gtin.ts";
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
const HEADER = "id\ttitle\tdescription\tlink\timage_link\tavailability\tprice\tgtin\n";
const GOOD =
	"a\tMatzah\tCrisp\thttps://s.example/a\thttps://s.example/a.jpg\tin_stock\t4.50 USD\t0725272730706\n";

test("a file that keeps the rules has no findings", async () => {
	expect(await check(HEADER + GOOD)).toEqual({ rows: 1, findings: [] });
	const supplemental = "id,description,image_link\na,Crisp,https://s.example/a.jpg\n";
	expect(await check(supplemental)).toEqual({ rows: 1, findings: [] });
});

test("every broken rule is found with line, column and text", async () => {
	const bad = "a\t\tCrisp\ts.example\thttps://s.example/a.jpg\tmaybe\t4,50\t2990000010018\n";
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
	expect(missing.map(({ column }) => column)).toEqual([
		"description",
		"link",
		"image_link",
		"availability",
		"price",
	]);
});
