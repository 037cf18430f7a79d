import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeZip } from "../../src/imports/sources/zip.fixture.ts";
import { whyNoBrowser } from "../support/chromium.ts";
import {
	type BuiltPages,
	changeScheme,
	screenshot,
	settled,
	startBuiltPages,
	type Window,
} from "../support/pages.ts";
import { signInAdministrator } from "../support/people.ts";
import { testPicture } from "../support/picture.ts";

/** The work of a catalogue editor on the built service: upload, preview the changes, import, view the refused entries, undo. */

const noBrowser = whyNoBrowser();
if (noBrowser) console.info(`nobody imports on the pages: ${noBrowser}`);

const HEBREW = "קטלוג אביב.zip";

describe.skipIf(noBrowser !== undefined)("importing on the administration pages", () => {
	let pages: BuiltPages;
	let window: Window;
	let page: Page;
	beforeAll(async () => {
		pages = await startBuiltPages();
		window = await pages.open();
		({ page } = window);
		await signInAdministrator(pages, page, "editor@example.com");
	});
	afterAll(() => pages?.close());

	async function archive(): Promise<Buffer> {
		const { original } = await testPicture("front", {}, Date.now());
		const product = (barcode: string, brand: string) => JSON.stringify({ barcode, info: { brand } });
		const lines = [
			product("4011", "מצות אביב"),
			product(pages.barcode, "Another Sheaf"),
			`{"barcode":"4012","info":{"bracha":"none"}}`,
			`{"barcode":"4013","info":{"bracha":"never"}}`,
			"nonsense",
		];
		return writeZip([
			{ name: "products.ndjson", content: lines.join("\n") },
			{ name: "4011_front.jpg", content: original, method: 0 },
			{ name: "4014_sideways.jpg", content: original, method: 0 },
		]);
	}

	const choose = (name: string, buffer: Buffer) =>
		page.locator("input[type=file]").setInputFiles({ name, mimeType: "application/octet-stream", buffer });

	test("reports a file type that cannot be imported as soon as it is chosen, before anything is sent", async () => {
		await page.goto("/admin/imports");
		await page.getByText("Nothing was imported yet").or(page.getByText("products.ndjson")).first().waitFor();
		await screenshot(page, "imports-first");
		const sent: string[] = [];
		page.on("request", (request) => {
			if (request.method() !== "GET") sent.push(request.url());
		});
		await choose("photo.exe", Buffer.from("x"));
		await page.getByText("photo.exe is not a ZIP, NDJSON, CSV or Excel file (.xlsx).").waitFor();
		expect(sent).toEqual([]);
	});

	test("previews an upload and its refused entries before changing anything", async () => {
		await page.goto("/admin/imports");
		await settled(page);
		await choose(HEBREW, await archive());
		await page.getByRole("heading", { name: "What it would change" }).waitFor();
		await page.getByText("Nothing has been changed yet.").waitFor();
		const refused = page.getByRole("table", { name: "Refused" });
		await expect.poll(() => refused.getByRole("row").count()).toBe(5);
		await refused.getByRole("cell", { name: "3", exact: true }).waitFor();
		await page.getByLabel("Cause").selectOption({ index: 1 });
		await expect.poll(() => refused.getByRole("row").count()).toBe(3);
		const [download] = await Promise.all([
			page.waitForEvent("download"),
			page.getByRole("link", { name: "CSV" }).click(),
		]);
		expect(download.suggestedFilename()).toBe("refused.csv");
		await screenshot(page, "imports-checked");
	});

	test("imports the previewed upload with the ownership that was typed", async () => {
		await page.getByLabel("Ownership").fill("סטודיו");
		await page.getByRole("button", { name: "Import", exact: true }).click();
		await page.getByRole("heading", { name: "What it changed" }).waitFor();
		await page.getByText("Imported", { exact: true }).first().waitFor();
		await screenshot(page, "imports-done");
		await page.goto("/admin/imports?ownership=%D7%A1%D7%98%D7%95%D7%93%D7%99%D7%95");
		await page.getByRole("link", { name: HEBREW }).waitFor();
		await expect.poll(() => page.getByRole("table", { name: "Imports" }).getByRole("row").count()).toBe(2);
	});

	test("undoes the import once its name is typed to confirm", async () => {
		await page.getByRole("link", { name: HEBREW }).click();
		await page.getByRole("button", { name: "Undo", exact: true }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByLabel(/^Type .* to confirm$/).fill(HEBREW);
		await dialog.getByRole("button", { name: "Undo" }).click();
		await page.getByText("3 changes undone. Nothing was left out.").waitFor();
		await screenshot(page, "imports-undone");
	});

	test("shows a Hebrew table as its products will look, and what its words become; an upload goes by one click", async () => {
		const table =
			"ברקוד,שם המוצר,כשרות,גוף כשרות,ברכה\n4021,גבינה,חלבי,חתם סופר,שהכל\n4022,עוגה,פרווה,OU,מזונות\n";
		await page.goto("/admin/imports");
		await settled(page);
		await choose("מחירון.csv", Buffer.from(table));
		const cheese = page.getByRole("article").filter({ hasText: "גבינה" });
		await cheese.getByText("Shehakol").waitFor();
		await cheese.getByText("חתם סופר, Dairy").waitFor();
		expect(await page.getByLabel("What כשרות holds").inputValue()).toBe("hechshers.dairy_meat_pareve");
		const meaning = page.getByLabel("Meaning of שהכל");
		expect(await meaning.evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.label)).toBe(
			"Shehakol",
		);
		const top = await page.getByRole("button", { name: "Import", exact: true }).boundingBox();
		expect(top?.y).toBeLessThan(200);
		await screenshot(page, "imports-hebrew");
		await page.getByRole("button", { name: "Delete", exact: true }).click();
		await page.getByText("Upload deleted.").waitFor();
		await page.waitForURL("**/admin/imports");
	});

	test("shows which values would be lost, and fills in instead once that is chosen", async () => {
		const short = pages.barcode.replace(/^0+/, "");
		const line = { barcode: short, info: { product_name: "MATZO", net_weight: "16 oz" } };
		const forms = ["0000096385074", "96385074"].map((barcode) => ({
			barcode,
			info: { product_name: "Rolls" },
		}));
		const lines = [line, ...forms].map((each) => JSON.stringify(each)).join("\n");
		await page.goto("/admin/imports");
		await settled(page);
		await choose("spreadsheet.ndjson", Buffer.from(lines));
		const lost = page.getByRole("table", { name: "Values lost" });
		await lost.getByRole("cell", { name: "Golden Sheaf" }).waitFor();
		await page.getByRole("table", { name: "Values changed" }).getByRole("cell", { name: "MATZO" }).waitFor();
		await page
			.getByRole("table", { name: "Found by their GTIN" })
			.getByRole("cell", { name: short, exact: true })
			.waitFor();
		await page.getByRole("table", { name: "New products in two forms" }).waitFor();
		await screenshot(page, "imports-values");
		await page.getByText("Fill in", { exact: true }).click();
		await lost.waitFor({ state: "detached" });
		await page.getByRole("radio", { name: "Fill in", checked: true }).waitFor({ state: "attached" });
		await settled(page);
		await page.getByRole("button", { name: "Import", exact: true }).click();
		await page.getByRole("heading", { name: "What it changed" }).waitFor();
		await page.getByText("Imported", { exact: true }).first().waitFor();
		await page.goto(`/admin/catalogue/${pages.barcode}`);
		await page.getByText("Matzah").first().waitFor();
	});

	test("merges the two products of one GTIN from the work list", async () => {
		await page.goto("/admin/catalogue/doubtful");
		await page.getByRole("link", { name: /^Products with the same GTIN/ }).click();
		const list = page.getByRole("table", { name: "Products with the same GTIN" });
		await list.getByRole("button", { name: "Merge" }).waitFor();
		await screenshot(page, "same-gtin");
		await changeScheme(page, "dark");
		await page.setViewportSize({ width: 390, height: 844 });
		await screenshot(page, "same-gtin-narrow");
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
		await list.getByRole("button", { name: "Merge" }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByText("is removed").waitFor();
		await screenshot(page, "same-gtin-dialog");
		await dialog.getByRole("button", { name: "Merge" }).click();
		await page.getByText("All of these are done").waitFor();
		await page.goto("/admin/imports");
		await page.getByRole("link", { name: "spreadsheet.ndjson" }).click();
		await page.getByRole("table", { name: "New products in two forms" }).waitFor();
		await screenshot(page, "imports-values-narrow");
		expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
	});

	test("fits a narrow screen in dark mode", async () => {
		const state = await page.context().storageState();
		const narrow = await pages.open({
			colorScheme: "dark",
			storageState: state,
			viewport: { width: 390, height: 844 },
		});
		await narrow.page.goto("/admin/imports");
		await narrow.page.getByRole("link", { name: HEBREW }).waitFor();
		await screenshot(narrow.page, "imports-narrow");
		await narrow.page.getByRole("link", { name: HEBREW }).click();
		await narrow.page.getByText("3 changes undone.").waitFor();
		await screenshot(narrow.page, "imports-undone-narrow");
		expect(await narrow.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
		expect([...window.faults, ...narrow.faults]).toEqual([]);
	});

	test("takes all words that mean yes in one field", async () => {
		await page.goto("/admin/imports");
		await settled(page);
		const rows = ["barcode,Product,Vegan", "4011,Bananas,sure", "4017,Apples,aye", "4053,Lemons,nope"];
		await choose("words.csv", Buffer.from(rows.join("\n")));
		const yes = page.getByRole("combobox", { name: "Words for yes in Vegan" });
		for (const word of ["sure", "aye"]) {
			await yes.fill(word);
			await yes.press("Enter");
		}
		await page.getByRole("combobox", { name: "Words for no in Vegan" }).fill("nope");
		await page.getByRole("combobox", { name: "Words for no in Vegan" }).press("Enter");
		await screenshot(page, "imports-words");
		await page.getByRole("button", { name: "Check again" }).click();
		await page.getByText("Nothing has been changed yet.").waitFor();
		await page.getByRole("button", { name: "Import", exact: true }).click();
		await page.getByRole("heading", { name: "What it changed" }).waitFor();
		expect(await page.getByRole("table", { name: "Refused" }).count()).toBe(0);
		expect(window.faults).toEqual([]);
	});

	test("compares a delivery with the one before, keeps what a person edited, and marks what is missing", async () => {
		const delivery = async (name: string, rows: readonly string[]) => {
			await page.goto("/admin/imports");
			await settled(page);
			await choose(name, Buffer.from(["EAN;Marke;Produktname", ...rows].join("\n")));
			await page.getByRole("heading", { name: "What it would change" }).waitFor();
		};
		const start = async () => {
			await page.getByRole("button", { name: "Import", exact: true }).click();
			await page.getByRole("heading", { name: "What it changed" }).waitFor();
		};
		await delivery("april.csv", ["4021;Obst;Apfel", "4022;Obst;Traube", "4023;Obst;Traube"]);
		await start();
		await page.goto("/admin/catalogue/4021");
		await page.getByLabel("Brand", { exact: true }).fill("Obstgarten");
		await page.getByRole("button", { name: "Save" }).click();
		await page.getByText("Saved", { exact: false }).first().waitFor();
		await delivery("mai.csv", ["4021;Obst GmbH;Apfel", "4022;Obst;Traube, blau"]);
		const edited = page.getByRole("table", { name: "Values that a person edited" });
		await edited.getByRole("cell", { name: "Obstgarten" }).waitFor();
		await edited.getByText("editor@example.com").waitFor();
		await page
			.getByRole("table", { name: "Not delivered any more" })
			.getByRole("link", { name: "4023" })
			.waitFor();
		await page.getByLabel("Keep 1 value that a person edited").check({ force: true });
		await page.getByText("Leave and mark", { exact: true }).click();
		await screenshot(page, "imports-delivery");
		await start();
		await page.goto("/admin/catalogue/4021");
		await expect.poll(() => page.getByLabel("Brand", { exact: true }).inputValue()).toBe("Obstgarten");
		await page.goto("/admin/catalogue/4023");
		await page.getByText("Not delivered any more").waitFor();
		await screenshot(page, "product-not-delivered");
	});
});
