import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoBrowser } from "../support/chromium.ts";
import { type BuiltPages, screenshot, startBuiltPages } from "../support/pages.ts";
import { openSignUp, PASSWORD, signInAdministrator, signUp } from "../support/people.ts";

const noBrowser = whyNoBrowser();
if (noBrowser) console.info(`nobody is invited on the pages: ${noBrowser}`);

describe.skipIf(noBrowser !== undefined)("an account with several people", () => {
	let pages: BuiltPages;
	let owner: Page;
	let ownerFaults: string[];
	beforeAll(async () => {
		pages = await startBuiltPages();
		const { page } = await pages.open();
		await signInAdministrator(pages, page, "admin@example.com");
		await openSignUp(page);
		({ page: owner, faults: ownerFaults } = await pages.open());
		await signUp(owner, "owner@example.com");
		await owner.goto("/members");
		await owner.getByLabel("Name", { exact: true }).fill("Corner shop");
		await owner.getByRole("button", { name: "Save" }).click();
		await owner.getByText("Saved.").waitFor();
	});
	afterAll(() => pages?.close());

	async function invite(email: string, role: string): Promise<string> {
		await owner.goto("/members");
		await owner.getByRole("button", { name: "Invite somebody" }).click();
		const dialog = owner.getByRole("dialog");
		await dialog.getByLabel("E-mail address").fill(email);
		await dialog.getByLabel("Role").selectOption(role);
		await dialog.getByRole("button", { name: "Invite" }).click();
		const link = await dialog.getByText("/invitation#").textContent();
		await dialog.getByRole("button", { name: "Done" }).click();
		return link ?? "";
	}

	test("somebody new joins by a link, looks around, and is signed out when removed", async () => {
		const link = await invite("viewer@example.com", "Viewer");
		const { page, faults } = await pages.open();
		await page.goto(link);
		await page.getByText("You are invited to Corner shop as viewer").waitFor();
		expect(await page.getByLabel("E-mail address").inputValue()).toBe("viewer@example.com");
		await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
		await page.getByRole("button", { name: "Join" }).click();
		await page.getByRole("heading", { name: "Home" }).waitFor();
		const navigation = page.getByRole("navigation", { name: "Pages" });
		await navigation.getByRole("link", { name: "Orders" }).waitFor();
		expect(await navigation.getByRole("link", { name: "Basket" }).count()).toBe(0);
		await page.goto("/keys");
		await page.getByRole("heading", { name: "Keys" }).waitFor();
		expect(await page.getByRole("button", { name: "Create key" }).count()).toBe(0);

		await owner.goto("/members");
		await owner.getByRole("button", { name: "Remove viewer@example.com" }).click();
		await owner.getByRole("dialog").getByRole("button", { name: "Remove" }).click();
		await owner.getByText("Removed.").waitFor();
		await page.goto("/orders");
		await page.getByRole("heading", { name: "Sign in" }).waitFor();
		expect([ownerFaults, faults]).toEqual([[], []]);
	});

	test("the owner puts keys of their own balances on one, and sees before what will move", async () => {
		for (const [name, credits] of [
			["Till", "12.5"],
			["קופה", "0.25"],
		] as const) {
			await pages.command(
				"client",
				"create",
				"--name",
				name,
				"--credits",
				credits,
				"--owner",
				"owner@example.com",
			);
		}
		await owner.goto("/keys");
		await owner.getByText("2 keys with credits of their own").waitFor();
		await owner.getByRole("button", { name: "Put all on one balance" }).click();
		const dialog = owner.getByRole("dialog");
		await dialog.getByText("12.5 credits go along").waitFor();
		await dialog.getByText("12.75 credits").waitFor();
		await screenshot(owner, "one-balance");
		await dialog.getByRole("button", { name: "Put all on one balance" }).click();
		await owner.getByText("All your keys draw on your account's credits.").waitFor();
		expect(await owner.getByRole("button", { name: "Put all on one balance" }).count()).toBe(0);
		await owner.goto("/credits/ledger");
		const ledger = owner.getByRole("table", { name: "Ledger" });
		await ledger.getByText("+12.5").waitFor();
		await ledger.getByText("+0.25").waitFor();
		expect(ownerFaults).toEqual([]);
	});

	test("somebody with an account joins with it, switches between accounts and leaves", async () => {
		const { page } = await pages.open();
		await signUp(page, "helper@example.com");
		await page.goto(await invite("", "Developer"));
		await page.getByText("You are signed in as helper@example.com").waitFor();
		await page.getByRole("button", { name: "Join" }).click();
		await page.getByRole("heading", { name: "Home" }).waitFor();
		const menu = page.getByRole("button", { name: /Account menu/ });
		await expect.poll(() => menu.textContent()).toContain("Corner shop");
		await menu.click();
		await page.getByRole("menuitem", { name: /helper@example.com/ }).click();
		await expect.poll(() => menu.textContent()).not.toContain("Corner shop");
		await menu.click();
		await page.getByRole("menuitem", { name: /Corner shop/ }).click();
		await expect.poll(() => menu.textContent()).toContain("Corner shop");
		await page.goto("/members");
		await page.getByRole("button", { name: "Leave" }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Leave" }).click();
		await page.getByText("You have left the account.").waitFor();
		await expect.poll(() => menu.textContent()).not.toContain("Corner shop");
	});

	test("a link that was used says so", async () => {
		const link = await invite("once@example.com", "Buyer");
		await owner.getByRole("button", { name: /^Withdraw the invitation for once/ }).click();
		await owner.getByText("Withdrawn: the link no longer works.").waitFor();
		const { page } = await pages.open();
		await page.goto(link);
		await page.getByRole("heading", { name: "This invitation does not work" }).waitFor();
	});
});
