import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoBrowser } from "../support/chromium.ts";
import { type BuiltPages, startBuiltPages } from "../support/pages.ts";
import { PASSWORD } from "../support/people.ts";

const noBrowser = whyNoBrowser();
if (noBrowser) console.info(`nobody sets the service up on the pages: ${noBrowser}`);

describe.skipIf(noBrowser !== undefined)("the first run", () => {
	let pages: BuiltPages;
	beforeAll(async () => {
		pages = await startBuiltPages();
	});
	afterAll(() => pages?.close());

	test("is found from the start page, and goes on where it was when the page is loaded again", async () => {
		const { page, faults } = await pages.open();
		await page.goto("/");
		await page.getByText("Nobody has set it up yet").waitFor();
		const { link } = await pages.command("setup");
		await page.goto(`/setup${new URL(link).hash}`);
		await page.getByLabel("E-mail address").fill("boss@example.com");
		await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
		await page.getByLabel("Name of the catalogue").fill("Pantry Pictures");
		await page.reload();
		await page.getByRole("button", { name: "Set up and sign in" }).waitFor();
		expect(await page.getByLabel("E-mail address").inputValue()).toBe("boss@example.com");
		expect(await page.getByLabel("Name of the catalogue").inputValue()).toBe("Pantry Pictures");
		expect(await page.getByLabel("Password", { exact: true }).inputValue()).toBe("");
		await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
		await page.getByRole("button", { name: "Set up and sign in" }).click();
		await page.getByRole("heading", { name: "Overview" }).waitFor();
		expect(await page.evaluate(() => sessionStorage.length)).toBe(0);

		const visitor = await pages.open();
		await visitor.page.goto("/");
		await visitor.page.getByRole("heading", { name: "Sign in" }).waitFor();
		expect(await visitor.page.getByText("Nobody has set it up yet").count()).toBe(0);
		expect([faults, visitor.faults]).toEqual([[], []]);
	});
});
