import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TOTP } from "otpauth";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoBrowser } from "../support/chromium.ts";
import { type BuiltPages, screenshot, settled, startBuiltPages, type Window } from "../support/pages.ts";
import { SLOW_PATIENCE_MS } from "../support/patience.ts";
import {
	createKey,
	enterCredentials,
	openSignUp,
	PASSWORD,
	signInAdministrator,
	signUp,
} from "../support/people.ts";

/** What people do on the pages of the built service, from the first visit to the first bill. */

const noBrowser = whyNoBrowser();
if (noBrowser) console.info(`nobody walks through the pages: ${noBrowser}`);

describe.skipIf(noBrowser !== undefined)("in the portal", () => {
	let pages: BuiltPages;
	let administrator: Window;
	beforeAll(async () => {
		pages = await startBuiltPages();
		administrator = await pages.open();
		await signInAdministrator(pages, administrator.page, "admin@example.com");
		await openSignUp(administrator.page);
	});
	afterAll(() => pages?.close());

	test("a person signs up, creates a key, gets credits approved, makes a call and sees it in the chart", async () => {
		const { page, faults } = await pages.open();
		await signUp(page, "shop@example.com");
		await screenshot(page, "journey-1-no-key-yet");
		const { clientId, apiKey } = await createKey(page, "Corner shop");
		expect(apiKey).toHaveLength(44);
		await screenshot(page, "journey-2-new-key");

		await page.getByRole("link", { name: "Ask for credits" }).click();
		await page.getByLabel("Credits", { exact: true }).fill("250");
		await page.getByLabel("Note").fill("הזמנה 4412, לקראת החג");
		await page.getByRole("button", { name: "Ask for credits" }).click();
		await page.getByRole("table", { name: "Top-ups" }).getByText("Waiting").waitFor();

		await administrator.page.getByRole("link", { name: /Top-ups/ }).click();
		await administrator.page.getByRole("button", { name: "Approve 250 credits for Corner shop" }).click();
		await screenshot(administrator.page, "journey-3-approval");
		await administrator.page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
		await administrator.page.getByText("250 credits approved.").waitFor();
		await administrator.page.getByText("Nothing is waiting").waitFor();
		expect(administrator.faults).toEqual([]);

		await page.goto(`/keys/${clientId}/try`);
		await page.getByLabel("barcode").fill(pages.barcode);
		await page.getByLabel("info", { exact: true }).check();
		await page.getByText("Price in credits").waitFor();
		await page.getByRole("button", { name: "Run the call" }).click();
		await page.getByText("Golden Sheaf").waitFor();
		await page.getByText("Charged 0.1").waitFor();
		await screenshot(page, "journey-4-first-call");

		await page.getByRole("link", { name: "Spending" }).click();
		await page.locator(".recharts-bar-rectangle path").first().waitFor();
		await page
			.getByRole("table", { name: "Spending by kind of charge" })
			.getByText("Product facts")
			.waitFor();
		await screenshot(page, "journey-5-spending");
		await page.goto(`/keys/${clientId}/ledger`);
		await page.getByRole("table", { name: "Ledger" }).getByText("+250").waitFor();
		await screenshot(page, "journey-6-ledger");
		expect(faults).toEqual([]);
	});

	test("a tried call shows its pictures, is marked out of date when edited, and states its refusal only once", async () => {
		const { page, faults } = await pages.open();
		await signUp(page, "taster@example.com");
		const { clientId } = await createKey(page, "Trying");
		await pages.command("credits", "grant", clientId, "50");
		await importPicture(pages);
		await page.goto(`/keys/${clientId}/try?barcode=${pages.barcode}&include=images`);
		await page.getByRole("button", { name: "Run the call" }).click();
		await page.getByRole("button", { name: /^Show front of/ }).click();
		const shown = page.getByRole("img", { name: `front of ${pages.barcode}` });
		await shown.waitFor();
		await expect
			.poll(() => shown.evaluate((image) => (image as HTMLImageElement).naturalWidth))
			.toBeGreaterThan(0);
		const [download] = await Promise.all([
			page.waitForEvent("download"),
			page.getByRole("button", { name: /^Save .* front of/ }).click(),
		]);
		expect(download.suggestedFilename()).toBe(`${pages.barcode}-front.jpg`);
		expect(await page.getByText("Out of date.").count()).toBe(0);
		await page.getByLabel("barcode").fill("99999999");
		await page.getByText("Out of date.").waitFor();
		await screenshot(page, "journey-11-out-of-date");
		expect(faults).toEqual([]);
		await page.getByRole("button", { name: "Run again" }).click();
		await page.getByText("No such product.").waitFor();
		expect(await page.getByText("Out of date.").count()).toBe(0);
		expect(await page.getByText("not in the catalogue").count()).toBe(1);
	});

	test("a visitor reads and searches the API reference without signing in", async () => {
		const { page, faults } = await pages.open();
		await page.goto("/docs/api/products#getProduct");
		await page.getByRole("heading", { name: "One product: metadata and signed image URLs" }).waitFor();
		await page.getByText("from 0.05 credits").waitFor();
		expect(await page.getByRole("link", { name: "Try it" }).count()).toBe(0);
		await page.keyboard.press("/");
		await page.keyboard.type("out_of_sc");
		await page
			.getByRole("dialog")
			.getByRole("link", { name: /^out_of_scope/ })
			.waitFor();
		await page.keyboard.press("Enter");
		await page.waitForURL(/\/docs\/api\/errors#error-out_of_scope$/);
		expect(faults).toEqual([]);
	});

	test("the API reference links to the form of a call, with the user's key to try it with", async () => {
		const { page, faults } = await pages.open();
		await signUp(page, "reader@example.com");
		const { clientId } = await createKey(page, "Reading");
		await page.getByRole("link", { name: "API reference" }).click();
		await page.getByRole("link", { name: "What an order would cost" }).click();
		await page.getByRole("link", { name: "Try it: What an order would cost" }).click();
		await page.getByLabel("items").waitFor();
		expect(page.url()).toBe(`${pages.origin}/keys/${clientId}/try?endpoint=quoteOrder`);
		expect(faults).toEqual([]);
	});

	test("the ledger can be exported as CSV, in which no note is a formula", async () => {
		const { page } = await pages.open();
		await signUp(page, "table@example.com");
		const { clientId } = await createKey(page, "=SUM(A1)");
		await pages.command("credits", "grant", clientId, "5", "--note", "=SUM(A1)");
		await page.goto(`/keys/${clientId}/ledger`);
		const [download] = await Promise.all([
			page.waitForEvent("download"),
			page.getByRole("link", { name: "Export CSV" }).click(),
		]);
		expect(download.suggestedFilename()).toMatch(/^[\w-]+\.csv$/);
		const table = readFileSync(await download.path(), "utf8");
		expect(table).toContain(",'=SUM(A1),");
		expect(table).not.toMatch(/(^|[,"])=/m);
	});

	test("a double click creates only one key, rotates it only once and sends only one call", async () => {
		const { page } = await pages.open();
		await signUp(page, "double@example.com");
		await page.goto("/keys");
		const sent: string[] = [];
		page.on("request", (request) => {
			const { pathname } = new URL(request.url());
			if (request.method() === "POST" || pathname.startsWith("/api/v1/")) sent.push(pathname);
		});
		await page.getByRole("button", { name: "Create key" }).first().click();
		const dialog = page.getByRole("dialog");
		await dialog.getByLabel("Name").fill("Once");
		await dialog.getByRole("button", { name: "Create key" }).dblclick();
		await dialog.getByText("Shown once").waitFor();
		await dialog.getByRole("button", { name: "I have stored it" }).click();
		await page.getByRole("heading", { name: "Once" }).waitFor();
		const clientId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
		await page.getByRole("button", { name: "Manage" }).click();
		await page.getByRole("menuitem", { name: "Rotate the API key" }).click();
		await dialog.getByRole("button", { name: "Rotate the key" }).dblclick();
		await dialog.getByText("Shown once").waitFor();
		await pages.command("credits", "grant", clientId, "5");
		await page.goto(`/keys/${clientId}/try?barcode=${pages.barcode}&include=info`);
		await page.getByRole("button", { name: "Run the call" }).dblclick();
		await page.getByText("Charged 0.1").waitFor();
		await settled(page);
		const key = `/portal/api/keys/${clientId}`;
		const call = `/api/v1/products/${pages.barcode}`;
		expect(sent).toEqual(["/portal/api/keys", `${key}/rotate`, `${key}/token`, call]);
	});

	test("a rotated key can be copied and downloaded, and the old one stops working", async () => {
		const { page } = await pages.open({ permissions: ["clipboard-read", "clipboard-write"] });
		await signUp(page, "rotate@example.com");
		const old = await createKey(page, "Rotating");
		await page.getByRole("button", { name: "Manage" }).click();
		await page.getByRole("menuitem", { name: "Rotate the API key" }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByText("The old one and every token made with it stop working").waitFor();
		await dialog.getByRole("button", { name: "Rotate the key" }).click();
		await dialog.getByText("Shown once").waitFor();
		await screenshot(page, "journey-10-secret");
		await dialog.getByRole("button", { name: "Copy API key" }).last().click();
		const copied = await page.evaluate(() => navigator.clipboard.readText());
		expect(copied).toHaveLength(44);
		expect(copied).not.toBe(old.apiKey);
		const [download] = await Promise.all([
			page.waitForEvent("download"),
			dialog.getByRole("button", { name: "Download as JSON" }).click(),
		]);
		expect(download.suggestedFilename()).toBe(`${old.clientId}.json`);
		const answer = await page.request.post("/api/v1/auth/token", {
			data: { client_id: old.clientId, api_key: old.apiKey },
		});
		expect(answer.status()).toBe(401);
		await page.keyboard.press("Escape");
		await dialog.getByText("Shown once").waitFor();
	});

	test("a revoked key is marked and offers nothing that needs a working one", async () => {
		const { page, faults } = await pages.open();
		await signUp(page, "revoke@example.com");
		await createKey(page, "Last season");
		await page.getByRole("button", { name: "Manage" }).click();
		await page.getByRole("menuitem", { name: "Revoke for good" }).click();
		const dialog = page.getByRole("dialog");
		const revoke = dialog.getByRole("button", { name: "Revoke for good" });
		await dialog.getByLabel("Type").fill("Last");
		expect(await revoke.isDisabled()).toBe(true);
		await dialog.getByLabel("Type").fill("Last season");
		await revoke.click();
		await page.getByText("Key revoked.").waitFor();
		await page.getByRole("link", { name: "Calls", exact: true }).waitFor();
		expect(await page.getByRole("link", { name: "Try it" }).count()).toBe(0);
		await page.goto(`${page.url()}/try`);
		await page.getByText("This key no longer works").waitFor();
		expect(await page.getByRole("button", { name: "Run the call" }).count()).toBe(0);
		expect(faults).toEqual([]);
	});

	test("two-factor sign-in requires a code and accepts a recovery code", async () => {
		const { page } = await pages.open();
		await signUp(page, "careful@example.com");
		await page.goto("/account");
		await page.getByRole("button", { name: "Set up" }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByLabel("Your password").fill(PASSWORD);
		await dialog.getByRole("button", { name: "Continue" }).click();
		await dialog.getByRole("img", { name: "QR code for the authenticator app" }).waitFor();
		await screenshot(page, "journey-7-two-factor");
		const secret = (await dialog.getByText(/^[A-Z2-7]{16,}$/).textContent()) ?? "";
		await dialog.getByLabel("Code").fill(new TOTP({ secret }).generate());
		await dialog.getByRole("button", { name: "Turn on" }).click();
		const recoveryCode = await dialog.getByRole("listitem").first().textContent();
		await dialog.getByRole("button", { name: "I have stored them" }).click();
		await page.getByText(/recovery codes are left/).waitFor();

		const elsewhere = await pages.open();
		await enterCredentials(elsewhere.page, "careful@example.com", PASSWORD);
		await elsewhere.page.getByRole("heading", { name: "One more step" }).waitFor();
		await screenshot(elsewhere.page, "journey-8-code");
		const focused = "document.activeElement.name || document.activeElement.tagName";
		await expect.poll(() => elsewhere.page.evaluate(focused)).toBe("INPUT");
		await elsewhere.page.getByLabel("Code").fill(recoveryCode ?? "");
		await elsewhere.page.getByRole("button", { name: "Continue" }).click();
		await elsewhere.page.getByRole("heading", { name: "Home" }).waitFor();
	});

	test("a reset link sets a new password, and its token disappears from the address bar", async () => {
		const { page } = await pages.open();
		await signUp(page, "forgetful@example.com");
		const { link } = await pages.command(
			"user",
			"reset-password",
			"forgetful@example.com",
			"--url",
			pages.origin,
		);
		const elsewhere = await pages.open();
		await elsewhere.page.goto(link);
		await elsewhere.page.getByLabel("New password", { exact: true }).fill("another-lantern-15-thyme");
		expect(elsewhere.page.url()).toBe(`${pages.origin}/reset`);
		await elsewhere.page.getByLabel("New password again").fill("another-lantern-15-thyme");
		await elsewhere.page.getByRole("button", { name: "Set the password" }).click();
		await elsewhere.page.getByRole("heading", { name: "Password changed" }).waitFor();
		await enterCredentials(elsewhere.page, "forgetful@example.com", "another-lantern-15-thyme");
		await elsewhere.page.getByRole("heading", { name: "Home" }).waitFor();
		await page.goto("/keys");
		await page.getByRole("heading", { name: "Sign in" }).waitFor();
	});

	test("a refused sign-in shows the reason at the password field", async () => {
		const { page } = await pages.open();
		await enterCredentials(page, "nobody@example.com", "not-the-password");
		await page.getByText("The e-mail address, the password or the code is wrong.").waitFor();
		expect(await page.getByLabel("Password", { exact: true }).getAttribute("aria-invalid")).toBe("true");
		expect(await page.getByRole("alert").count()).toBe(0);
		await screenshot(page, "journey-9-refused");
	});

	test("an invalid value is explained under its field with what is allowed; dates are shown in one format", async () => {
		const { page, faults } = await pages.open();
		const focused = () => page.evaluate("document.activeElement.labels?.[0]?.textContent");
		await signUp(page, "typing@example.com");
		const { clientId } = await createKey(page, "Typing");
		await page.getByLabel("Low-balance mark").fill("-5");
		await page.getByLabel("Daily cap").fill("1e9");
		await page.getByRole("button", { name: "Save" }).click();
		const allowed = "Enter 0 to 1,000,000,000 credits, with at most four decimals.";
		await expect.poll(() => page.getByText(allowed).count()).toBe(2);
		await expect.poll(focused).toBe("Low-balance mark");
		expect(await page.getByLabel("Low-balance mark").inputValue()).toBe("-5");
		await page.getByRole("alert").getByRole("button", { name: "Daily cap" }).click();
		await expect.poll(focused).toBe("Daily cap");
		await page.goto(`/keys/${clientId}/ledger`);
		await page.getByLabel("From").fill("2026-11-01");
		await page.getByLabel("To", { exact: true }).fill("30 Feb 2026");
		await page.keyboard.press("Enter");
		await page.getByText("Enter a day, such as 12 Nov 2026.").waitFor();
		await expect.poll(() => page.getByLabel("From").inputValue()).toBe("1 Nov 2026");
		await expect.poll(() => new URL(page.url()).search).toBe("?from=2026-11-01");
		expect(faults).toEqual([]);
	});

	test("a signed-out visitor returns to the requested page after signing in", async () => {
		const { page } = await pages.open();
		await signUp(page, "back@example.com");
		await page.getByRole("button", { name: /Account menu/ }).click();
		await page.getByRole("menuitem", { name: "Sign out" }).click();
		await page.getByRole("heading", { name: "Sign in" }).waitFor();
		await page.goto("/account");
		await page.getByLabel("E-mail address").fill("back@example.com");
		await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
		await page.getByRole("button", { name: "Sign in" }).click();
		await page.getByRole("heading", { name: "Your sign-in", exact: true }).waitFor();
		await settled(page);
		expect(new URL(page.url()).pathname).toBe("/account");
	});

	test("signing in applies to all tabs, and a tab that missed it can repeat its request", async () => {
		const { page } = await pages.open();
		await signUp(page, "first@example.com");
		const other = await page.context().newPage();
		const untold = await page.context().newPage();
		await untold.addInitScript("delete window.BroadcastChannel");
		// With a fixed clock it does not poll the session either, as it would after a minute.
		await untold.clock.setFixedTime(new Date());
		for (const tab of [other, untold]) {
			tab.setDefaultTimeout(SLOW_PATIENCE_MS);
			await tab.goto("/keys");
			await tab.getByText("first@example.com").waitFor();
		}
		await page.getByRole("button", { name: /Account menu/ }).click();
		await page.getByRole("menuitem", { name: "Sign out" }).click();
		await other.getByRole("heading", { name: "Sign in" }).waitFor();
		await signUp(page, "second@example.com");
		await other.getByText("second@example.com").waitFor();
		await page.getByRole("button", { name: /Account menu/ }).click();
		await page.getByRole("menuitem", { name: "Sign out" }).click();
		await page.getByRole("heading", { name: "Sign in" }).waitFor();
		await enterCredentials(page, "first@example.com", PASSWORD);
		await page.getByRole("heading", { name: "Home" }).waitFor();

		await untold.getByRole("button", { name: "Create key" }).first().click();
		const dialog = untold.getByRole("dialog");
		await dialog.getByLabel("Name").fill("Whose");
		await dialog.getByRole("button", { name: "Create key" }).click();
		await dialog.getByText(/This browser has signed in again/).waitFor();
		await dialog.getByRole("button", { name: "Create key" }).click();
		await dialog.getByText("Shown once").waitFor();
	});

	test("other users are told that there is no such page at the address of an administration page", async () => {
		const { page } = await pages.open();
		await signUp(page, "curious@example.com");
		await page.goto("/admin/accounts");
		await page.getByRole("heading", { name: "There is no such page" }).waitFor();
	});
});

/** Gives the product a front picture, from a file such as a photographer would send. */
async function importPicture({ barcode, command }: BuiltPages): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), "packshot-picture-"));
	const noise = { type: "gaussian", mean: 128, sigma: 30 } as const;
	const picture = sharp({ create: { width: 400, height: 400, channels: 3, background: "white", noise } });
	await picture.jpeg().toFile(join(folder, `${barcode}_front.jpg`));
	await command("import", folder);
	rmSync(folder, { recursive: true, force: true });
}
