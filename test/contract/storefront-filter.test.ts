import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestService } from "../support/service.ts";
import { decide, linkedProducts, paste, visit } from "../support/visitors.ts";

/** What the operator does not show does not exist for visitors; with the storefront off, nothing does. */

const OPEN = "0725272730706";
const HIDDEN = { brand: "7290001234563", department: "0072527273076", barcode: "9501101530003" };

async function filled(settings: Record<string, string>): Promise<TestService> {
	const packshot = await startService({ settings });
	const product = (barcode: string, brand: string, department: string) => ({
		barcode,
		info: { product_name: "Chocolate", brand },
		catalog_meta: { department: department as "Produce" },
	});
	await packshot.product(
		product(OPEN, "Élite & Co", "Nosh and Snacks"),
		product(HIDDEN.brand, "Hidden", "Nosh and Snacks"),
		product(HIDDEN.department, "Élite & Co", "Produce"),
		product(HIDDEN.barcode, "Élite & Co", "Nosh and Snacks"),
	);
	for (const barcode of [OPEN, ...Object.values(HIDDEN)])
		await packshot.picture(barcode, "front", { sidePx: 400, sizesPx: [350] });
	return packshot;
}

describe("a filter of brand, department and barcode", () => {
	let packshot: TestService;
	beforeAll(async () => {
		packshot = await filled({ PACKSHOT_STOREFRONT: "on" });
		await decide(packshot, {
			brands: ["Élite, Sons", "Élite & Co"],
			departments: ["Nosh and Snacks"],
			barcodes: ["07252727", "00725"],
		});
	});
	afterAll(() => packshot.close());

	test("shows and counts the rest", async () => {
		for (const path of ["/", "/products", "/products?q=chocolate"]) {
			const { text } = await visit(packshot, path);
			expect(linkedProducts(text), path).toEqual([OPEN]);
			expect(text, path).toMatch(/\b1 product\b/);
		}
		expect((await visit(packshot, "/brands")).text).toContain("Élite &amp; Co <span>1</span>");
		expect((await visit(packshot, `/p/${OPEN}/front.webp`)).status).toBe(200);
		expect((await paste(packshot, [OPEN, ...Object.values(HIDDEN)].join("\n"))).text).toContain(
			"We have <strong>1</strong> of <strong>4</strong>",
		);
		const index = (await visit(packshot, "/sitemap.xml")).text;
		expect(index.match(/<sitemap>/g)).toHaveLength(2);
		expect((await visit(packshot, `/sitemaps/${OPEN}.xml`)).text.match(/<url>/g)).toHaveLength(1);
	});

	test.each(Object.entries(HIDDEN))("hides a product by its %s at every address", async (_by, barcode) => {
		const gtin = barcode.padStart(14, "0");
		for (const path of [
			`/p/${barcode}`,
			`/p/${gtin}`,
			`/p/${barcode}/front.webp`,
			`/p/${barcode}/front.jpg`,
			`/01/${gtin}`,
			`/01/${gtin}?linkType=linkset`,
			`/products?after=first-${barcode}`,
			"/products?brand=Hidden",
		])
			expect((await visit(packshot, path)).status, path).toBe(404);
		const lists = [
			"/",
			"/products",
			`/products?q=${barcode}`,
			"/products?q=chocolate",
			"/brands",
			"/sitemap.xml",
			`/sitemaps/${barcode}.xml`,
		];
		for (const path of lists)
			expect((await visit(packshot, path)).text.replace(/value="\d+"|“\d+”/g, ""), path).not.toMatch(
				`${barcode}|Hidden`,
			);
		expect((await paste(packshot, `${barcode}\n${gtin}`)).text).toContain("We have <strong>0</strong> of");
	});
});

describe("without a storefront", () => {
	let packshot: TestService;
	beforeAll(async () => {
		packshot = await filled({});
	});
	afterAll(() => packshot.close());

	test.each([
		"/products",
		"/brands",
		"/barcodes",
		"/alerts",
		"/alerts.atom",
		`/p/${OPEN}`,
		`/p/${OPEN}/front.webp`,
		`/01/${OPEN.padStart(14, "0")}`,
		"/.well-known/gs1resolver",
		"/sitemap.xml",
	])("%s is as unknown as any other address", async (path) => {
		expect((await visit(packshot, path)).status).toBe(404);
	});

	test("the start page is the sign-in, and robots are refused", async () => {
		expect((await visit(packshot, "/")).text).toContain('<div id="root">');
		expect((await visit(packshot, "/robots.txt")).text).toBe("User-agent: *\nDisallow: /\n");
	});
});

test("search engines are refused by choice", async () => {
	const packshot = await filled({ PACKSHOT_STOREFRONT: "on" });
	try {
		await decide(packshot, { search_engines: false });
		expect((await visit(packshot, "/robots.txt")).text).toBe("User-agent: *\nDisallow: /\n");
		expect((await visit(packshot, "/")).text).toContain('<meta name="robots" content="noindex">');
		expect((await visit(packshot, "/sitemap.xml")).status).toBe(404);
	} finally {
		await packshot.close();
	}
});
