import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoBrowser } from "../support/chromium.ts";
import { type BuiltPages, screenshot, settled, smallTargets, startBuiltPages } from "../support/pages.ts";
import { openSignUp, signInAdministrator, signUp } from "../support/people.ts";
import { unzipped } from "../support/unzipped.ts";

/** What a shopkeeper does on the built service: search, order, download, and order the same from a list; with the keyboard where it matters. */

const noBrowser = whyNoBrowser();
if (noBrowser) console.info(`nobody orders on the pages: ${noBrowser}`);

const UPC = "725272730706";
const MISSING = "4006381333931";

describe.skipIf(noBrowser !== undefined)("ordering in the portal", () => {
	let pages: BuiltPages;
	let folder: string;
	beforeAll(async () => {
		pages = await startBuiltPages();
		folder = mkdtempSync(join(tmpdir(), "packshot-ordering-"));
		writeFileSync(join(folder, `${pages.barcode}_front.jpg`), await photograph());
		await pages.command("import", folder);
		const lines = [
			{ barcode: "7290001234567", info: { product_name: "שׁוֹקוֹלָד חלב", brand: "עלית" } },
			{ barcode: "7290001234574", info: { product_name: "Crème Cookies", vegan: true, brand: "Élite" } },
		];
		writeFileSync(join(folder, "more.ndjson"), lines.map((line) => JSON.stringify(line)).join("\n"));
		await pages.command("import", join(folder, "more.ndjson"));
	});
	afterAll(async () => {
		await pages?.close();
		rmSync(folder, { recursive: true, force: true });
	});

	/** A picture with enough detail to be marked. */
	function photograph(): Promise<Buffer> {
		const side = 600;
		const pixels = Buffer.alloc(side * side * 3);
		for (let place = 0; place < side * side; place++) {
			const [x, y] = [place % side, Math.floor(place / side)];
			const shade = 128 + 60 * Math.sin(x / 17) * Math.cos(y / 23) + ((x * 7919 + y * 104_729) % 31);
			for (let channel = 0; channel < 3; channel++) pixels[3 * place + channel] = shade - 12 * channel;
		}
		return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
			.jpeg()
			.toBuffer();
	}

	/** Finds products with a few letters and a filter, and puts one in the basket, without a mouse. */
	async function findByKeyboard(page: Page): Promise<void> {
		await page.goto("/find");
		await page.getByText("3 products").waitFor();
		const focused = () => page.evaluate("document.activeElement.getAttribute('aria-label')");
		await expect.poll(focused).toBe("Search for products");
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
		await page.getByRole("button", { name: "Clear filters" }).press("Enter");

		await page.getByLabel("Search for products").focus();
		await page.keyboard.press("ControlOrMeta+A");
		await page.keyboard.type("shea matz");
		await page.getByRole("link", { name: /Matzah/ }).press("Enter");
		await page.getByRole("heading", { name: "Matzah" }).waitFor();
		await page.getByRole("button", { name: "Add to basket" }).press("Enter");
		await page.getByRole("link", { name: "Go to the basket" }).waitFor();
		await isInSight(page, page.getByRole("link", { name: "Go to the basket" }));
		await page.getByRole("link", { name: "Find products" }).last().press("Enter");
		await page.getByRole("button", { name: "Take Matzah out of the basket" }).waitFor();
		expect(await page.getByLabel("Search for products").inputValue()).toBe("shea matz");
	}

	/** An alert names what is held; the product is marked wherever it stands, and beside files that know nothing of it. */
	async function seesAlert(page: Page): Promise<void> {
		const what = ["--kind", "recalled", "--barcode", pages.barcode, "--message", "Glass splinters."];
		await pages.command("alert", "publish", ...what);
		await page.goto("/");
		const box = page.getByRole("alert").filter({ hasText: "Glass splinters." });
		await box.getByText("You hold: Matzah").waitFor();
		await box.getByRole("link", { name: "Matzah" }).click();
		await page.getByRole("heading", { name: "Matzah" }).waitFor();
		await page.getByText("Kosher alert", { exact: true }).waitFor();
		await page.goto("/find?q=matz");
		await page.getByRole("button", { name: "Add Matzah to the basket" }).waitFor();
		await page.getByText("Kosher alert", { exact: true }).waitFor();
		await page.getByRole("button", { name: "Add Matzah to the basket" }).click();
		for (const [path, name] of [
			["/basket", "Basket"],
			["/my-products", "My products"],
		] as const) {
			await page.goto(path);
			await page.getByRole("table", { name }).getByText("Kosher alert", { exact: true }).waitFor();
		}
		await page
			.getByRole("table", { name: "My products" })
			.getByRole("link", { name: "Order" })
			.first()
			.click();
		await box.waitFor();
		const lines = page.getByRole("table", { name: "Products of the order" });
		await lines.getByText("Kosher alert", { exact: true }).waitFor();
		await page.getByText("Products in it have live kosher alerts.").waitFor();
	}

	/** What earns is seen without scrolling, on a laptop and on a phone, where a finger meets everything. */
	async function isInSight(page: Page, button: Locator): Promise<void> {
		const before = page.viewportSize();
		for (const size of [
			{ width: 1440, height: 900 },
			{ width: 390, height: 844 },
		]) {
			await page.setViewportSize(size);
			await page.evaluate(() => scrollTo(0, 0));
			const bottom = async () => {
				const box = await button.boundingBox();
				return box === null ? Number.POSITIVE_INFINITY : box.y + box.height;
			};
			await expect.poll(bottom, { message: `at ${size.width} px` }).toBeLessThanOrEqual(size.height);
		}
		expect(await smallTargets(page)).toEqual([]);
		if (before) await page.setViewportSize(before);
	}

	/** On paper an order is its products as a table, without what leads elsewhere or is pressed. */
	async function printsAsDocument(page: Page): Promise<void> {
		const before = page.viewportSize();
		await page.emulateMedia({ media: "print" });
		// As wide as A4 without its margins.
		await page.setViewportSize({ width: 700, height: 1000 });
		const table = page.getByRole("table", { name: "Products of the order" });
		expect(await table.evaluate((element) => getComputedStyle(element).display)).toBe("table");
		expect(await table.getByRole("columnheader", { name: "Credits" }).isVisible()).toBe(true);
		expect(await table.getByText("Front", { exact: true }).isVisible()).toBe(true);
		expect(await page.getByRole("navigation", { name: "Pages" }).count()).toBe(0);
		expect(await page.getByRole("button", { name: "Put in the basket again" }).count()).toBe(0);
		expect(await page.getByRole("heading", { name: "Download" }).count()).toBe(0);
		await page.emulateMedia({ media: null });
		if (before) await page.setViewportSize(before);
	}

	async function give(page: Page, administrator: Page, credits: string): Promise<void> {
		await page.getByLabel("Credits", { exact: true }).fill(credits);
		await page.getByRole("button", { name: "Ask for credits" }).click();
		await page.getByRole("table", { name: "Top-ups" }).getByText("Waiting").waitFor();
		await administrator.goto("/admin/top-ups");
		await administrator.getByRole("button", { name: /^Approve / }).click();
		await administrator.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
		await administrator.getByText("Nothing is waiting").waitFor();
	}

	async function checkList(page: Page): Promise<void> {
		await page.goto("/lists");
		await page.getByRole("textbox", { name: "Barcodes" }).fill(`${UPC}\n${MISSING}`);
		await page.getByRole("button", { name: "Check the list" }).press("Enter");
		await page.getByText(`given as ${UPC}`).waitFor();
	}

	async function downloaded(page: Page, click: () => Promise<void>) {
		const [download] = await Promise.all([page.waitForEvent("download"), click()]);
		return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
	}

	/** Downloads an order in every format; the picture in the ZIP carries the key's mark. */
	async function takeHome(page: Page, clientId: string): Promise<void> {
		const button = (name: string) => page.getByRole("button", { name });
		const zip = await downloaded(page, () => button("Pictures and data (ZIP)").press("Enter"));
		const files = await unzipped(zip.bytes);
		const names = [`pictures/${pages.barcode}_front.jpg`, "products.ndjson", "products.csv"];
		expect([...files.keys()]).toEqual(names);
		const copy = join(folder, "leak.jpg");
		writeFileSync(copy, files.get(names[0] ?? "") ?? "");
		const { verdict, candidates } = await pages.command("trace", copy);
		expect([verdict, JSON.stringify(candidates[0]).includes(clientId)]).toEqual(["identified", true]);
		const picture = await downloaded(page, () => button("Download front of Matzah").press("Enter"));
		expect(picture.name).toBe(`${pages.barcode}_front.jpg`);
		const table = await downloaded(page, () => page.getByRole("link", { name: "Data as XLSX" }).click());
		expect(table.bytes.subarray(0, 2).toString()).toBe("PK");
	}

	/** Checks the ordered product as a list and orders it again at a lower price, from a basket that a second tab shows too. */
	async function orderList(page: Page): Promise<void> {
		await page.getByRole("button", { name: "Put in the basket again" }).press("Enter");
		await page.getByText("The products are in your basket.").waitFor();
		await checkList(page);
		await page.getByText("In your orders").waitFor();
		expect(await page.getByRole("button", { name: "Put in the basket" }).isDisabled()).toBe(true);
		await screenshot(page, "ordering-1-list");
		await page.getByRole("switch", { name: "Leave out what you already bought" }).press("Space");
		await page.getByRole("button", { name: "Put in the basket" }).press("Enter");
		await page.getByText("1 product of the list in your basket.").waitFor();
		const second = await page.context().newPage();
		await second.goto("/basket");
		await page.goto("/basket");
		await page.getByRole("checkbox", { name: "Front", exact: true }).press("Space");
		await page.getByRole("button", { name: "Order for 0.2 credits" }).waitFor();
		await settled(page);
		await screenshot(page, "ordering-3-basket");
		await isInSight(page, page.getByRole("button", { name: "Order for 0.2 credits" }));
		await page.getByRole("button", { name: "Order for 0.2 credits" }).dblclick();
		await page.getByText("Ordered for 0.2 credits.").waitFor();
		// The other tab also shows that the basket is empty.
		await second.getByRole("heading", { name: "Your basket is empty" }).waitFor();
	}

	test("a product is found, put in the basket, ordered without a key, downloaded as a ZIP whose picture traces to the account, and reordered from a list", async () => {
		const administrator = await pages.open();
		await signInAdministrator(pages, administrator.page, "admin@example.com");
		await openSignUp(administrator.page);
		const { page, faults } = await pages.open({ acceptDownloads: true });
		await signUp(page, "shop@example.com");
		const clients: { client_id: string; name: string }[] = await pages.command("client", "list");
		const clientId = clients.find(({ name }) => name === "shop@example.com")?.client_id ?? "";
		await screenshot(page, "ordering-0-home");

		await findByKeyboard(page);
		await page.goto("/basket");
		await page.getByText("Too few credits").waitFor();
		expect(await page.getByRole("button", { name: /^Order for/ }).isDisabled()).toBe(true);
		await page.getByRole("link", { name: "Ask for credits" }).press("Enter");
		await give(page, administrator.page, "10");

		await page.goto("/basket");
		// Product facts, hechshers, picture data, and one picture.
		await page.getByRole("button", { name: "Order for 0.45 credits", disabled: false }).press("Enter");
		await page.getByText("Ordered for 0.45 credits.").waitFor();
		await page.getByRole("heading", { name: "1 product" }).waitFor();
		await screenshot(page, "ordering-2-order");
		await printsAsDocument(page);
		await takeHome(page, clientId);
		await orderList(page);
		await page.goto("/credits/ledger");
		await page.getByText("9.35").first().waitFor();
		const ledger = page.getByRole("table", { name: "Ledger" });
		await ledger
			.getByRole("row", { name: "Order · 1 product" })
			.getByRole("link", { name: "Order" })
			.first()
			.waitFor();
		const heights = await ledger
			.locator("tbody tr")
			.evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
		// So that twenty-five rows fit into 1,100 pixels.
		expect(Math.max(...heights)).toBeLessThanOrEqual(44);

		await page.goto("/my-products");
		await page.getByLabel("Search").fill("matz");
		await page.getByRole("table", { name: "My products" }).getByRole("link", { name: "Matzah" }).click();
		await page.getByRole("heading", { name: "You have bought this" }).waitFor();
		await seesAlert(page);
		expect(faults).toEqual([]);
	});
});
