import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import writeXlsxFile from "write-excel-file/node";
import { whyNoBrowser } from "../support/chromium.ts";
import { type BuiltPages, changeScheme, screenshot, settled, startBuiltPages } from "../support/pages.ts";
import { createKey, openSignUp, signInAdministrator, signUp } from "../support/people.ts";

/** A shop's own tables on the page of lists: a file in Windows-1255, and a workbook that is dropped. */

const noBrowser = whyNoBrowser();
if (noBrowser) console.info(`nobody opens lists on the pages: ${noBrowser}`);

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Windows-1255, as far as these letters go. */
const hebrew = (text: string) =>
	Buffer.from(
		text.replace(/[א-ת]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x5d0 + 0xe0)),
		"latin1",
	);

describe.skipIf(noBrowser !== undefined)("lists of a shop", () => {
	let pages: BuiltPages;
	beforeAll(async () => {
		pages = await startBuiltPages();
	});
	afterAll(() => pages?.close());

	async function drop(page: Page, name: string, bytes: Uint8Array): Promise<void> {
		const base64 = Buffer.from(bytes).toString("base64");
		const dataTransfer = await page.evaluateHandle(`(() => {
			const transfer = new DataTransfer();
			const bytes = Uint8Array.from(atob("${base64}"), (one) => one.charCodeAt(0));
			transfer.items.add(new File([bytes], "${name}"));
			return transfer;
		})()`);
		await page.getByRole("textbox", { name: "Barcodes" }).dispatchEvent("drop", { dataTransfer });
	}

	test("a table says how it was read and what was left out, and another column or sheet can be chosen", async () => {
		const { page, faults } = await pages.open();
		await signInAdministrator(pages, page, "admin@example.com");
		await openSignUp(page);
		await page.context().clearCookies();
		await signUp(page, "shop@example.com");
		await createKey(page, "Corner shop");
		await page.goto("/lists");
		await settled(page);
		const barcodes = page.getByRole("textbox", { name: "Barcodes" });
		const column = page.getByRole("combobox", { name: "Column with the barcodes" });
		await page.locator("input[type=file]").setInputFiles({
			name: "stock.csv",
			mimeType: "text/csv",
			buffer: hebrew(
				"מלאי 2026;;\r\nברקוד;שם;מלאי\r\n0725272730706;מצה;4011\r\n7.25273E+11;במבה; 4012\r\n;;4013\r\n",
			),
		});
		await page.getByText("Windows-1255 (Hebrew), guessed; semicolons; header in line 2").waitFor();
		expect(await column.inputValue()).toBe("ברקוד (1 barcode)");
		expect(await barcodes.inputValue()).toBe("0725272730706");
		await page.getByText(/Line 4, 7\.25273E\+11: the spreadsheet has rounded this number/).waitFor();
		for (const width of [1440, 390]) {
			await page.setViewportSize({ width, height: 1000 });
			for (const scheme of ["light", "dark"] as const) {
				await changeScheme(page, scheme);
				await screenshot(page, `lists-table-${width}-${scheme}`);
			}
		}
		await page.evaluate(AXE);
		expect(
			await page.evaluate("axe.run('form').then(({ violations }) => violations.map(({ id }) => id))"),
		).toEqual([]);
		await column.click();
		await page.getByRole("option", { name: "מלאי (3 barcodes)" }).click();
		await expect.poll(() => barcodes.inputValue()).toBe("4011\n4012\n4013");

		const sheet = (name: string, barcode: number) => ({
			sheet: name,
			data: [
				[{ value: "EAN" }, { value: "Stock" }],
				[
					{ value: barcode, type: Number },
					{ value: 4011, type: Number },
				],
			],
		});
		const workbook = await writeXlsxFile([
			sheet("Spring", 4006381333931),
			sheet("Autumn", 725272730706),
		] as never).toBuffer();
		await drop(page, "stock.xlsx", workbook);
		await expect.poll(() => barcodes.inputValue()).toBe("4006381333931");
		await page.getByRole("combobox", { name: "Sheet" }).click();
		await page.getByRole("option", { name: "Autumn" }).click();
		await expect.poll(() => barcodes.inputValue()).toBe("725272730706");
		await drop(page, "old.xls", Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0));
		await page.getByText("This file is an old Excel file (.xls), or a workbook with a password").waitFor();
		expect(faults).toEqual([]);
	});
});
