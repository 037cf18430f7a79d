import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoBrowser } from "../support/chromium.ts";
import { type BuiltPages, startBuiltPages } from "../support/pages.ts";
import { signInAdministrator } from "../support/people.ts";

const noBrowser = whyNoBrowser();
if (noBrowser) console.info(`nobody edits products on the pages: ${noBrowser}`);

describe.skipIf(noBrowser !== undefined)("a product in the catalogue administration", () => {
	let pages: BuiltPages;
	let page: Page;
	let faults: string[];
	beforeAll(async () => {
		pages = await startBuiltPages();
		({ page, faults } = await pages.open());
		await signInAdministrator(pages, page, "admin@example.com");
	});
	afterAll(() => pages?.close());

	test("is found, edited, reverted, removed and restored", async () => {
		await page.goto("/admin/catalogue");
		await page.getByLabel("Name, brand or barcode").fill("matz");
		await page.getByText("1 product", { exact: true }).waitFor();
		await page.getByRole("link", { name: "Matzah" }).click();
		// The list also has a field for the brand, so this waits for a field that only the form has.
		await page.getByLabel("Bracha").selectOption("hamotzi");
		const brand = page.getByLabel("Brand");
		const direction = () => brand.evaluate((field) => getComputedStyle(field).direction);
		await brand.fill("נר תמיד");
		expect(await direction()).toBe("rtl");
		await brand.fill("Ner Tamid");
		expect(await direction()).toBe("ltr");
		await page.getByRole("button", { name: "Save" }).click();
		await page.getByText("Edited by admin@example.com").waitFor();
		await page.getByText("Product facts: Brand").first().waitFor();
		await page.getByRole("button", { name: "Undo" }).first().click();
		await page.getByText("Undone by admin@example.com").waitFor();
		await expect.poll(() => brand.inputValue()).toBe("Golden Sheaf");

		await page.getByRole("button", { name: "Remove", exact: true }).click();
		const dialog = page.getByRole("dialog");
		const remove = dialog.getByRole("button", { name: "Remove the product" });
		expect(await remove.isDisabled()).toBe(true);
		await dialog.getByLabel(/to confirm/).fill(pages.barcode);
		await remove.click();
		await page.getByText("This product was removed").waitFor();
		await page.goto("/admin/catalogue/changes?kind=removed");
		await page.getByRole("link", { name: pages.barcode }).click();
		await page.getByRole("button", { name: "Undo" }).first().click();
		await page.getByLabel("Brand").waitFor();
		expect(faults).toEqual([]);
	});

	test("opens when it is clicked before typing has paused, even if its page loads slowly", async () => {
		const { page: own } = await pages.open({ storageState: await page.context().storageState() });
		await own.goto("/admin/catalogue");
		const link = own.getByRole("link", { name: "Matzah" });
		await link.waitFor();
		let load: (() => void) | undefined;
		const loading = new Promise<void>((resolve) => {
			load = resolve;
		});
		await own.route("**/assets/*.js", (route) => loading.then(() => route.continue()));
		await own.getByLabel("Name, brand or barcode").fill("matz");
		await link.click();
		await own.waitForURL(`**/admin/catalogue/${pages.barcode}`);
		// Longer than the pause after which typed text is applied.
		await own.waitForTimeout(1000);
		load?.();
		await own.getByLabel("Bracha").waitFor();
	});

	test("shows an edit saved meanwhile by somebody else and keeps both changes", async () => {
		await page.goto(`/admin/catalogue/${pages.barcode}`);
		const other = await page.context().newPage();
		await other.goto(`/admin/catalogue/${pages.barcode}`);
		await other.getByLabel("Net weight").fill("454 g");
		await other.getByRole("button", { name: "Save" }).click();
		await other.getByText("Saved.").waitFor();
		await page.getByLabel("Brand").fill("Ner Tamid");
		await page.getByRole("button", { name: "Save" }).click();
		await page.getByText("Somebody else has changed this product in the meantime").waitFor();
		await page.getByRole("button", { name: /^Keep my changes/ }).click();
		await page.getByRole("button", { name: "Save" }).click();
		await page.getByText("Saved.").waitFor();
		await page.reload();
		expect(await page.getByLabel("Brand").inputValue()).toBe("Ner Tamid");
		expect(await page.getByLabel("Net weight").inputValue()).toBe("454 g");
	});

	test("is seen as a key with a locked scope sees it: without that scope, which is refused where it is asked for", async () => {
		const words = ["--name", "Corner shop", "--credits", "10", "--lock", "nutrition"];
		const { client_id } = await pages.command("client", "create", ...words);
		await page.goto(`/admin/clients/${client_id}/preview`);
		await page.getByLabel("Barcode").fill(pages.barcode);
		await page.getByRole("button", { name: "Show" }).click();
		await page.getByText("Matzah", { exact: true }).waitFor();
		expect(await page.getByText("Nutrition: a call that asks for it is refused as a whole.").count()).toBe(1);
		expect(await page.getByText("403 scope_forbidden").count()).toBe(0);
		await page.getByRole("textbox", { name: "Asked for (all open)" }).click();
		await page.getByRole("option", { name: "Nutrition" }).click();
		await page.keyboard.press("Escape");
		await page.getByRole("button", { name: "Show" }).click();
		await page.getByText("403 scope_forbidden").waitFor();
		expect(await page.getByText("Matzah", { exact: true }).count()).toBe(0);
	});
});
