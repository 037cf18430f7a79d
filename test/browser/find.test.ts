import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoBrowser } from "../support/chromium.ts";
import { type BuiltPages, screenshot, settled, startBuiltPages } from "../support/pages.ts";
import { createKey, openSignUp, signInAdministrator, signUp } from "../support/people.ts";

/** From a few letters to the basket, without a mouse. */

const noBrowser = whyNoBrowser();
if (noBrowser) console.info(`nobody searches on the pages: ${noBrowser}`);

describe.skipIf(noBrowser !== undefined)("finding products", () => {
	let pages: BuiltPages;
	beforeAll(async () => {
		pages = await startBuiltPages();
		const folder = mkdtempSync(join(tmpdir(), "packshot-find-"));
		const lines = [
			{ barcode: "7290001234567", info: { product_name: "שׁוֹקוֹלָד חלב", brand: "עלית" } },
			{ barcode: "7290001234574", info: { product_name: "Crème Cookies", vegan: true, brand: "Élite" } },
		];
		writeFileSync(join(folder, "more.ndjson"), lines.map((line) => JSON.stringify(line)).join("\n"));
		await pages.command("import", join(folder, "more.ndjson"));
		rmSync(folder, { recursive: true });
		const { page } = await pages.open();
		await signInAdministrator(pages, page, "admin@example.com");
		await openSignUp(page);
	}, 120_000);
	afterAll(() => pages?.close());

	test("is typed, chosen and put into the basket with the keyboard alone", async () => {
		const { page, faults } = await pages.open();
		await signUp(page, "finder@example.com");
		await createKey(page, "Corner shop");
		await page.goto("/find");
		await page.getByText("3 products").waitFor();
		const focused = () => page.evaluate("document.activeElement.getAttribute('aria-label')");
		expect(await focused()).toBe("Search for products");

		await page.keyboard.type("שוקו");
		await page.getByText("1 product", { exact: true }).waitFor();
		await expect.poll(() => new URL(page.url()).searchParams.get("q")).toBe("שוקו");
		const name = page.getByText("שׁוֹקוֹלָד חלב");
		expect(await name.evaluate((element) => getComputedStyle(element).direction)).toBe("rtl");
		await screenshot(page, "find-hebrew");

		await page.keyboard.press("ControlOrMeta+A");
		await page.keyboard.type("elit creme");
		await page.getByRole("link", { name: /Crème Cookies/ }).waitFor();
		await page.getByLabel("Vegan").focus();
		await page.keyboard.press("Space");
		await expect.poll(() => new URL(page.url()).searchParams.get("vegan")).toBe("1");
		await page.getByRole("link", { name: /Crème Cookies/ }).focus();
		await page.keyboard.press("Enter");
		await page.getByRole("heading", { name: "Crème Cookies" }).waitFor();
		await page.getByLabel("Product facts").focus();
		await page.getByRole("button", { name: "Add to basket" }).focus();
		await page.keyboard.press("Enter");
		await page.getByRole("link", { name: "Go to the basket" }).waitFor();

		await page.getByRole("link", { name: "Find products" }).last().focus();
		await page.keyboard.press("Enter");
		await page.getByRole("button", { name: "Take Crème Cookies out of the basket" }).waitFor();
		expect(await page.getByLabel("Search for products").inputValue()).toBe("elit creme");
		await settled(page);
		expect(faults).toEqual([]);
	});
});
