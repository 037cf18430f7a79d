import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoBrowser } from "../support/chromium.ts";
import { type BuiltPages, changeScheme, screenshot, settled, startBuiltPages } from "../support/pages.ts";
import { openSignUp, PASSWORD, signInAdministrator } from "../support/people.ts";
import { isLong } from "../support/thoroughness.ts";

/** The public pages, as visitors have them: with and without JavaScript, narrow and wide, in both schemes. */

const noBrowser = whyNoBrowser();
if (noBrowser) console.info(`no visitor comes: ${noBrowser}`);

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const LONG_HEBREW = "מאפיית לחם הבית המסורתית של משפחת כהן־אלבז ובניו בע״מ, סניף ירושלים";
const LONG_WORD = `Endless${"ly".repeat(60)}`;
const HEBREW = "7290001234563";

const PAGES = [
	["front", "/"],
	["products", "/products"],
	["search", "/products?q=mazzah"],
	["nothing", "/products?q=zzzzzz"],
	["product", "/p/0725272730706"],
	["product-hebrew", `/p/${HEBREW}`],
	["brands", "/brands"],
	["barcodes", "/barcodes"],
	["not-found", "/nowhere"],
] as const;

const LOOKS: readonly (readonly [number, "light" | "dark"])[] = [
	[390, "dark"],
	[1440, "light"],
	...(isLong
		? ([
				[390, "light"],
				[1440, "dark"],
			] as const)
		: []),
];

describe.skipIf(noBrowser !== undefined)("the public pages", () => {
	let pages: BuiltPages;
	beforeAll(async () => {
		pages = await startBuiltPages({
			PACKSHOT_STOREFRONT: "on",
			PACKSHOT_STOREFRONT_REQUESTS_PER_MINUTE: "100000",
		});
		const folder = mkdtempSync(join(tmpdir(), "packshot-visitors-"));
		const products = [
			{
				barcode: HEBREW,
				info: { product_name: LONG_HEBREW, brand: "עלית" },
				ingredients: { ingredients_text: "קמח" },
			},
			{ barcode: "4011", info: { product_name: LONG_WORD, brand: LONG_WORD } },
		];
		const file = join(folder, "products.ndjson");
		writeFileSync(file, products.map((product) => JSON.stringify(product)).join("\n"));
		await pages.command("import", file);
		rmSync(folder, { recursive: true });
	});
	afterAll(() => pages?.close());

	test("say who is signed in, and put a product into the basket, from the same cached page", async () => {
		const { page, faults } = await pages.open({ viewport: { width: 390, height: 844 } });
		await signInAdministrator(pages, page, "buyer@example.com");
		await page.goto("/p/0725272730706");
		await page.getByRole("banner").getByRole("link", { name: "buyer@example.com" }).waitFor();
		await screenshot(page, "storefront-signed-in-390");
		await requireSound(page, "signed in");
		await page.getByRole("link", { name: "Add to basket" }).click();
		await page.getByRole("link", { name: "Basket (1)" }).waitFor();
		await page.getByRole("link", { name: /^[\d.,]+ credits?$/ }).waitFor();
		await page.getByRole("link", { name: "In your basket" }).click();
		await page.getByText("Matzah").first().waitFor();
		const visitor = await pages.open();
		await visitor.page.goto("/p/0725272730706");
		await visitor.page.getByRole("link", { name: "Sign in to buy" }).waitFor();
		expect(await visitor.page.content()).not.toContain("buyer@example.com");
		// Signed out in another tab, the name is gone from this one.
		await page.goto("/p/0725272730706");
		await page.getByRole("banner").getByRole("link", { name: "buyer@example.com" }).waitFor();
		const other = await page.context().newPage();
		await other.setViewportSize({ width: 1440, height: 900 });
		await other.goto("/");
		await other.getByRole("button", { name: /Account menu/ }).click();
		await other.getByRole("menuitem", { name: "Sign out" }).click();
		await page.getByRole("link", { name: "Sign in to buy" }).waitFor();
		expect(await page.content()).not.toContain("buyer@example.com");
		expect([faults, visitor.faults]).toEqual([[], []]);
	});

	test.each(LOOKS)("are sound at %i pixels in %s mode", async (width, colorScheme) => {
		const { page, faults } = await pages.open({ viewport: { width, height: 900 }, colorScheme });
		for (const [name, path] of PAGES) {
			await page.goto(path);
			await requireSound(page, `${name}, ${width}, ${colorScheme}`);
			await screenshot(page, `storefront-${name}-${width}-${colorScheme}`);
		}
		await page.goto("/barcodes");
		await page.getByLabel("Barcodes").fill("4011\n0725272730706\n1");
		await page.getByRole("button", { name: "Count them" }).click();
		await requireSound(page, `counted, ${width}, ${colorScheme}`);
		const expected = "console: Failed to load resource: the server responded with a status of 404";
		expect(faults.filter((fault) => !fault.startsWith(expected))).toEqual([]);
		await page.context().close();
	});

	test("a visitor without JavaScript finds a product and counts barcodes", async () => {
		const { page, faults } = await pages.open({
			javaScriptEnabled: false,
			viewport: { width: 390, height: 800 },
		});
		await page.goto("/");
		await page.getByRole("searchbox").fill("mazzah");
		await page.getByRole("button", { name: "Search" }).click();
		await page.getByRole("link", { name: "Matzah Golden Sheaf" }).click();
		await page.getByRole("heading", { name: "Matzah", level: 1 }).waitFor();
		await page.getByRole("link", { name: "Check barcodes" }).click();
		await page.getByLabel("Barcodes").fill("725272730706\n4011\n5012345678900");
		await page.getByRole("button", { name: "Count them" }).click();
		await page.getByText("We have 2 of 3.").waitFor();
		expect(faults).toEqual([]);
	});

	test("a list that was checked is found in Lists by whoever creates an account", async () => {
		const operator = await pages.open();
		await signInAdministrator(pages, operator.page, "operator@example.com");
		await openSignUp(operator.page);
		const { page, faults } = await pages.open({ viewport: { width: 390, height: 844 } });
		await page.goto("/barcodes");
		const pasted = "725272730706\nMatzah\n0725272730706\n7290001234560";
		await page.getByLabel("Barcodes").fill(pasted);
		await page.getByRole("button", { name: "Count them" }).click();
		await page.getByText("We have 1 of 2.").waitFor();
		expect(await page.getByRole("textbox", { name: "Barcodes" }).inputValue()).toBe(pasted);
		await page.getByText("Line 2, Matzah: not a barcode").waitFor();
		await page.getByText("Line 3, 0725272730706: already in line 1").waitFor();
		await page.getByText(`Line 4, 7290001234560: probably ${HEBREW}`).waitFor();
		await screenshot(page, "storefront-counted-390");
		await page.getByRole("link", { name: "Sign in to see which" }).click();
		await page.getByRole("link", { name: "Create one" }).click();
		await page.getByLabel("E-mail address").fill("corner@example.com");
		await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
		await page.getByRole("button", { name: "Create account" }).click();
		await page.getByRole("heading", { name: "Your list" }).waitFor();
		await page.getByRole("heading", { name: "2 barcodes" }).waitFor();
		await page.getByText("1 barcode with a wrong check digit").waitFor();
		await page.getByRole("button", { name: "Another list" }).click();
		await page.reload();
		await page.getByRole("heading", { name: "New list" }).waitFor();
		expect(faults).toEqual([]);
	});

	test("the first view takes at most 60 KB and 5 requests without pictures", async () => {
		const { page } = await pages.open({ viewport: { width: 390, height: 800 } });
		await page.goto("/");
		await settled(page);
		const loaded = (await page.evaluate(`performance.getEntries()
			.filter((entry) => entry instanceof PerformanceResourceTiming)
			.map(({ name, transferSize }) => ({ name, bytes: transferSize }))`)) as {
			name: string;
			bytes: number;
		}[];
		const others = loaded.filter(({ name }) => !/\.(webp|jpg|svg)(\?|$)/.test(name));
		const names = others.map(({ name, bytes }) => `${name} ${bytes}`).join("\n");
		const bytes = others.reduce((sum, file) => sum + file.bytes, 0);
		console.info(
			`the first view took ${(bytes / 1024).toFixed(1)} KB in ${others.length} requests without pictures`,
		);
		expect(others.length, names).toBeLessThanOrEqual(5);
		expect(bytes, names).toBeGreaterThan(5000);
		expect(bytes, names).toBeLessThanOrEqual(60 * 1024);
	});

	test("a page that is open follows the system into the dark", async () => {
		const { page } = await pages.open({ colorScheme: "light" });
		await page.goto("/products");
		await page.locator('html[data-mantine-color-scheme="light"]').waitFor();
		await changeScheme(page, "dark");
		await page.getByRole("button", { name: "Colours of the page" }).click();
		await page.locator('html[data-mantine-color-scheme="light"]').waitFor();
		await page.goto("/brands");
		await page.locator('html[data-mantine-color-scheme="light"]').waitFor();
	});

	test("a visitor who signs in finds the pages of an account at the same address", async () => {
		const { page } = await pages.open();
		await page.goto("/");
		await page.getByRole("banner").getByRole("link", { name: "Sign in" }).click();
		await page.getByRole("heading", { name: "Sign in" }).waitFor();
	});
});

async function requireSound(page: Page, name: string): Promise<void> {
	await settled(page);
	const isTooWide = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
	expect(await page.evaluate(isTooWide), `${name} scrolls sideways`).toBe(false);
	await page.evaluate(AXE);
	const results = (await page.evaluate(`axe.run({ resultTypes: ["violations"] })`)) as AxeResults;
	const violations = results.violations.flatMap(({ id, nodes }) =>
		nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
	);
	expect(violations, name).toEqual([]);
}
