import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoBrowser } from "../support/chromium.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { type BuiltPages, screenshot, startBuiltPages } from "../support/pages.ts";
import { openSignUp, PASSWORD, signInAdministrator } from "../support/people.ts";

/** Signing up with mail set up: address, mail, link, password. */

const noBrowser = whyNoBrowser();
if (noBrowser) console.info(`nobody signs up by mail: ${noBrowser}`);

const looks = [
	{ width: 390, colorScheme: "light" },
	{ width: 1440, colorScheme: "dark" },
] as const;

describe.skipIf(noBrowser !== undefined)("signing up by mail", () => {
	let pages: BuiltPages;
	let mailServer: MailServer;
	beforeAll(async () => {
		mailServer = await startMailServer({ lasting: true });
		pages = await startBuiltPages({ PACKSHOT_SMTP_URL: mailServer.url });
		const { page } = await pages.open();
		await signInAdministrator(pages, page, "admin@example.com");
		await openSignUp(page);
	});
	afterAll(async () => {
		await pages?.close();
		mailServer?.close();
	});

	async function requestLink(page: Page, email: string): Promise<void> {
		await page.goto("/sign-up");
		await page.getByLabel("E-mail address").fill(email);
		await page.getByRole("button", { name: "Mail me a link" }).click();
		await page.getByRole("heading", { name: "Check your mail" }).waitFor();
		await page.getByText(email).waitFor();
	}

	test.each(looks)("opens an account at $width px in $colorScheme mode", async ({ width, colorScheme }) => {
		const { page, faults } = await pages.open({ viewport: { width, height: 844 }, colorScheme });
		const email = `somebody${width}@example.com`;
		await page.goto("/sign-up");
		await page.getByRole("button", { name: "Mail me a link" }).waitFor();
		await screenshot(page, `sign-up-by-mail-${width}`);
		await requestLink(page, email);
		await screenshot(page, `check-your-mail-${width}`);
		const link = /http\S+#\S+/.exec(mailServer.mails.find(({ to }) => to === email)?.text ?? "")?.[0] ?? "";
		// Somebody who checked a list before continues there, whichever tab opens the link.
		const brought = `localStorage.setItem("packshot-of nobody list", '["4011"]')`;
		if (width === 390) await page.evaluate(brought);
		await page.goto(link);
		await page.getByRole("heading", { name: "Confirm your account" }).waitFor();
		expect(page.url()).not.toContain("#");
		await screenshot(page, `confirm-sign-up-${width}`);
		await page.getByLabel("New password", { exact: true }).fill(PASSWORD);
		await page.getByLabel("New password again").fill(PASSWORD);
		await page.getByRole("button", { name: "Create account" }).click();
		await page.getByRole("heading", { name: width === 390 ? "Your list" : "Home" }).waitFor();
		expect(faults).toEqual([]);

		const second = await pages.open({ viewport: { width, height: 844 }, colorScheme });
		await second.page.goto(link);
		await second.page.getByLabel("New password", { exact: true }).fill(PASSWORD);
		await second.page.getByLabel("New password again").fill(PASSWORD);
		await second.page.getByRole("button", { name: "Create account" }).click();
		await second.page.getByText("This link has already been used").waitFor();
		await screenshot(second.page, `confirm-sign-up-over-${width}`);
		await second.page.getByRole("link", { name: "Ask for a new link" }).click();
		await second.page.getByRole("heading", { name: "Create an account" }).waitFor();
	});

	test("shows the same page for an address that already has an account, and lets the user enter another one", async () => {
		const { page } = await pages.open();
		await requestLink(page, "admin@example.com");
		expect(mailServer.mails.at(-1)?.subject).toBe("You have a Packshot account already");
		await page.getByRole("button", { name: "Use another address" }).click();
		await page.getByRole("heading", { name: "Create an account" }).waitFor();
		await page.goto("/sign-up/confirm");
		await page.getByText("This link is incomplete.").waitFor();
		await screenshot(page, "confirm-sign-up-incomplete-1440");
	});
});
