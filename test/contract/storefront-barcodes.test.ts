import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startService, type TestService } from "../support/service.ts";
import { linkedProducts, paste } from "../support/visitors.ts";

/** What is said of barcodes that visitors paste. */

const MATZAH = "0725272730706";

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_STOREFRONT: "on" } });
	await packshot.product(
		{
			barcode: MATZAH,
			info: { product_name: "Festival Matzah", brand: "Golden Sheaf" },
			nutrition: { calories: "4242" },
			hechshers: [{ symbol: "SECRET-K", dairy_meat_pareve: "pareve" }],
			catalog_meta: { department: "Passover" },
		},
		{ barcode: "4011", info: { product_name: "Bananas" } },
	);
	await packshot.picture(MATZAH, "front", { sidePx: 400, sizesPx: [350] });
});
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(60_000));

describe("pasted barcodes", () => {
	const notesIn = (text: string) =>
		[...(/<ul class="notes">(.*?)<\/ul>/s.exec(text)?.[1] ?? "").matchAll(/<li>(.*?)<\/li>/gs)].map(
			([, note = ""]) => note.replace(/<[^>]*>/g, ""),
		);
	const said = (text: string) =>
		/We have <strong>(\d+)<\/strong> of <strong>(\d+)/.exec(text)?.slice(1).map(Number);

	test("are counted in any form, with what they would cost, and nothing else is said", async () => {
		const lines = [
			"725272730706",
			"0 72527 27307 06",
			`(01)0${MATZAH}(10)AB-1`,
			`https://example.com/01/0${MATZAH}`,
			"4011",
			"2",
			"5012345678900",
		];
		const { status, headers, text } = await paste(packshot, lines.join("\r\n"));
		expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
		expect(said(text)).toEqual([2, 3]);
		expect(notesIn(text)).toEqual([
			"Line 2, 0 72527 27307 06: already in line 1",
			`Line 3, (01)0${MATZAH}(10)AB-1: already in line 1`,
			`Line 4, https://example.com/01/0${MATZAH}: already in line 1`,
			"Line 6, 2: not a barcode: 4 to 14 digits",
		]);
		// Several texts are the same product, and each product is paid for once.
		const rows = [...text.matchAll(/<th scope="row">([^<]*?)(?: <span>([^<]*)<\/span>)?<\/th><td>([^<]*)/g)];
		expect(rows.map(([, ...cells]) => cells)).toEqual([
			["1 photograph", "in full size", "0.25 credits"],
			["Product facts", "of 2 products", "0.2 credits"],
			["Hechshers", "of 1 product", "0.05 credits"],
			["Nutrition", "of 1 product", "0.05 credits"],
			["Catalogue data", "of 1 product", "0.05 credits"],
			["Picture data", "of 1 product", "0.05 credits"],
			["Everything", undefined, "0.65 credits"],
		]);
		expect(linkedProducts(text)).toEqual([]);
		expect(text).toContain(`data-list="${MATZAH},4011,5012345678900"`);
	});

	test("stay in the form, and what is written in it is no HTML", async () => {
		const pasted = `\n4011\n</textarea><script>alert("1")</script>`;
		const { text } = await paste(packshot, pasted);
		expect(/<textarea[^>]*>\n([^<]*)<\/textarea>/.exec(text)?.[1]).toBe(
			"\n4011\n&lt;/textarea&gt;&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;",
		);
		expect(text).not.toContain("<script>");
	});

	test("with a wrong check digit get the product that is probably meant, and one press corrects them", async () => {
		const { text } = await paste(packshot, "Bamba\n0725272730707\n5012345678901");
		expect(said(text)).toEqual([0, 2]);
		expect(notesIn(text)).toEqual([
			"Line 1, Bamba: not a barcode: 4 to 14 digits",
			`Line 2, 0725272730707: probably ${MATZAH}, Festival Matzah`,
			"Line 3, 5012345678901: its check digit is wrong",
		]);
		expect(linkedProducts(text)).toEqual([MATZAH]);
		const corrected = /type="hidden" value="([^"]*)"/.exec(text)?.[1] ?? "";
		expect(corrected).toBe(`Bamba\n${MATZAH}\n5012345678901`);
		expect(said((await paste(packshot, corrected)).text)).toEqual([1, 2]);
	});

	test("two forms of a product that is not here are one", async () => {
		expect(said((await paste(packshot, "5012345678900\n05012345678900\n4012\n04012")).text)).toEqual([0, 3]);
	});

	test.each([
		["nothing", "", 400],
		["too many", Array.from({ length: 501 }, (_, place) => 20_000_000 + place).join("\n"), 400],
		["too much", "1".repeat(130 * 1024), 413],
	])("%s is refused on a page", async (_name, text, status) => {
		const answer = await paste(packshot, text);
		expect([answer.status, answer.headers.get("content-type")]).toEqual([status, "text/html; charset=utf-8"]);
	});

	test("a line that is longer than any form of a barcode is none", async () => {
		const { text } = await paste(packshot, `4011\n(01)00725272730706(10)${"1".repeat(200)}`);
		expect(said(text)).toEqual([1, 1]);
		expect(notesIn(text)).toHaveLength(1);
	});

	test("eleven lists in a minute are one too many", async () => {
		const answers = [];
		for (let count = 0; count < 11; count++) answers.push(await paste(packshot, "4011"));
		expect(answers.map(({ status }) => status)).toEqual([...new Array(10).fill(200), 429]);
		expect(Number(answers.at(-1)?.headers.get("retry-after"))).toBeGreaterThan(0);
	});
});
