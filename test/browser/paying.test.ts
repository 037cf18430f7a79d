import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoBrowser } from "../support/chromium.ts";
import { type BuiltPages, changeScheme, screenshot, settled, startBuiltPages } from "../support/pages.ts";
import { PASSWORD, signInAdministrator, signUp } from "../support/people.ts";
import { type StripeServer, startStripe } from "../support/stripe-server.ts";
import { unzipped } from "../support/unzipped.ts";

/** A new shopkeeper has thirty products and no credits, pays by card, and has her ZIP without anybody's help, on a phone. */

const noBrowser = whyNoBrowser();
if (noBrowser) console.info(`nobody pays on the pages: ${noBrowser}`);

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const REDIRECT = fileURLToPath(new URL("../support/redirect-stripe.cjs", import.meta.url));

describe.skipIf(noBrowser !== undefined)("paying by card", () => {
	let pages: BuiltPages;
	let stripe: StripeServer;
	let folder: string;
	beforeAll(async () => {
		stripe = await startStripe();
		folder = mkdtempSync(join(tmpdir(), "packshot-paying-"));
		pages = await startBuiltPages({
			STRIPE_PORT: String(process.env.STRIPE_PORT),
			NODE_OPTIONS: `--require ${REDIRECT}`,
			PACKSHOT_CREDIT_PACKAGES: "100=9.50, 500=40",
			...stripe.settings,
		});
		const lines = Array.from({ length: 30 }, (_, place) => ({
			barcode: `72900012345${String(place).padStart(2, "0")}`,
			info: { product_name: `שוקולד חלב ${place}`, brand: "עלית" },
			hechshers: [{ symbol: "OU" }],
		}));
		writeFileSync(join(folder, "thirty.ndjson"), lines.map((line) => JSON.stringify(line)).join("\n"));
		await pages.command("import", join(folder, "thirty.ndjson"));
	});
	afterAll(async () => {
		await pages?.close();
		await stripe?.close();
		rmSync(folder, { recursive: true, force: true });
	});

	/** Stripe's page, on which one click pays. Its message about that comes, or is lost. */
	async function showStripe(page: Page, isTold: boolean): Promise<void> {
		await page.route("https://checkout.stripe.com/**", async (route) => {
			const url = new URL(route.request().url());
			const session = stripe.sessions.get(url.pathname.split("/").at(-1) ?? "");
			if (url.searchParams.has("paid")) {
				const event = stripe.pay(session?.id ?? "");
				if (isTold) await stripe.send(pages.origin, event);
				return route.fulfill({ status: 303, headers: { location: session?.success_url ?? "" } });
			}
			const body = `<!doctype html><html lang="en"><title>Stripe</title><meta name="viewport" content="width=device-width">
				<h1>${(session?.amount_total ?? 0) / 100} ${session?.currency}</h1><form><button name="paid" value="1">Pay</button></form>`;
			return route.fulfill({ contentType: "text/html", body });
		});
	}

	async function requireAccessible(page: Page): Promise<void> {
		if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
		const { violations } = (await page.evaluate("axe.run()")) as AxeResults;
		expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
	}

	test("a new shopkeeper pays for what she has too few credits for, and has her files", async () => {
		const office = await pages.open();
		await signInAdministrator(pages, office.page, "boss@example.com");
		await office.page.goto("/admin/settings");
		await office.page.getByRole("switch", { name: "Anybody may create an account" }).check();
		await office.page.getByLabel("Price of a credit").fill("0.10");
		await office.page.getByRole("combobox", { name: "Currency" }).fill("EUR");
		await office.page.getByRole("option", { name: "EUR" }).click();
		const accounts = office.page.getByRole("region", { name: "Accounts, keys and top-ups" });
		await accounts.getByRole("button", { name: "Save" }).click();
		await office.page.getByText("Saved.").waitFor();
		await office.page.locator("#payments").scrollIntoViewIfNeeded();
		await screenshot(office.page, "payments-settings");
		await requireAccessible(office.page);

		const { page, faults } = await pages.open({ viewport: { width: 390, height: 844 } });
		await showStripe(page, true);
		let clicks = 0;
		const click = async (name: string | RegExp) => {
			clicks++;
			await page.getByRole("button", { name }).first().click();
		};
		await signUp(page, "shop@example.com");
		await page.goto("/lists");
		const barcodes = Array.from({ length: 30 }, (_, place) => `72900012345${String(place).padStart(2, "0")}`);
		await page.getByRole("textbox", { name: "Barcodes" }).fill(barcodes.join("\n"));
		await click("Check the list");
		await page.getByText("Too few credits").waitFor();
		await settled(page);
		await page.getByText("Too few credits").scrollIntoViewIfNeeded();
		await screenshot(page, "too-few-credits");
		await requireAccessible(page);
		await click(/^Pay EUR/);
		await page.getByRole("heading", { name: /eur/ }).waitFor();
		await click("Pay");
		await page.getByText(/were added/).waitFor();
		expect(new URL(page.url()).pathname).toBe("/lists");
		await page.getByRole("button", { name: /^Order for/ }).scrollIntoViewIfNeeded();
		await screenshot(page, "paid");
		await click(/^Order for/);
		await page.getByText(/Ordered for/).waitFor();
		await settled(page);
		const downloading = page.waitForEvent("download");
		await click(/ZIP/);
		const files = await unzipped(await readFile(await (await downloading).path()));
		expect(files.size).toBeGreaterThan(0);
		console.info(`${clicks} clicks from the list to the ZIP`);
		await page.goto("/credits/top-ups");
		await settled(page);
		await screenshot(page, "credits-narrow");
		await changeScheme(page, "dark");
		await requireAccessible(page);
		await screenshot(page, "credits-narrow-dark");
		expect(faults.filter((fault) => !fault.includes("checkout.stripe.com"))).toEqual([]);
	});

	test("a message that is lost is found when she comes back; what is owed is said on every page", async () => {
		const { page } = await pages.open();
		await showStripe(page, false);
		await page.goto("/sign-in");
		await page.getByLabel("E-mail address").fill("shop@example.com");
		await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
		await page.getByRole("button", { name: "Sign in" }).click();
		await page.getByRole("heading", { name: "Home" }).waitFor();
		await page.goto("/credits/top-ups");
		await settled(page);
		await screenshot(page, "credits-wide");
		await page.getByRole("button", { name: "Pay EUR 9.50" }).click();
		await page.getByRole("button", { name: "Pay" }).click();
		await page.getByText("Paid: 100 credits were added.").waitFor();
		const [first] = stripe.sessions.keys();
		await stripe.send(pages.origin, stripe.dispute([...stripe.sessions.keys()].at(-1) ?? ""));
		await stripe.send(pages.origin, stripe.dispute(first ?? ""));
		await page.goto("/find");
		await page.getByText(/credits owed/).waitFor();
		await settled(page);
		await screenshot(page, "owed");
		await requireAccessible(page);
		await page.goto("/credits/statement");
		await page.getByText("Paid by card").waitFor();
		await screenshot(page, "statement");
		await requireAccessible(page);
	});

	test("an administrator sees the money, and pays back", async () => {
		const { page } = await pages.open();
		await page.goto("/sign-in");
		await page.getByLabel("E-mail address").fill("boss@example.com");
		await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
		await page.getByRole("button", { name: "Sign in" }).click();
		await page.getByRole("heading", { name: "Overview" }).waitFor();
		await page.goto("/admin/money");
		await page.getByRole("table", { name: "Payments" }).waitFor();
		await settled(page);
		await screenshot(page, "money");
		await requireAccessible(page);
		const [first] = stripe.sessions.keys();
		const won = stripe.dispute(first ?? "");
		await stripe.send(pages.origin, stripe.closeDispute(won.data.object.id, "won"));
		await changeScheme(page, "dark");
		await page.setViewportSize({ width: 390, height: 844 });
		await settled(page);
		await screenshot(page, "money-narrow-dark");
		await requireAccessible(page);
	});

	test("an owner has the same paid for again, told when and for how much, and ends it", async () => {
		const { page, faults } = await pages.open({ viewport: { width: 390, height: 844 } });
		await showStripe(page, true);
		await signUp(page, "owner@example.com");
		await page.goto("/credits/top-ups");
		await page.getByRole("switch", { name: "Automatic top-up" }).check();
		await page.getByLabel("When the balance is below").fill("50");
		await page.getByLabel("At most in a calendar month").fill("250");
		await page
			.getByText("Whenever the balance is below 50 credits, EUR 9.50 are taken for 100 credits")
			.scrollIntoViewIfNeeded();
		await settled(page);
		await screenshot(page, "automatic-top-up-chosen");
		await requireAccessible(page);
		await page.getByRole("button", { name: "Pay EUR 9.50" }).click();
		await page.getByRole("button", { name: "Pay" }).click();
		await page.getByText("Paid: 100 credits were added.").waitFor();
		const turnOff = page.getByRole("button", { name: "Turn off" });
		await turnOff.scrollIntoViewIfNeeded();
		await settled(page);
		await screenshot(page, "automatic-top-up-on");
		await requireAccessible(page);
		await turnOff.click();
		await page.getByText("An owner turned it off.").waitFor();
		await page.goto("/members");
		await page.getByLabel("Name or company").fill("Eden Ltd");
		await page.getByLabel("Address").fill("Herzl 1\nHaifa");
		await page.getByLabel("Country").fill("IL");
		await page.getByRole("region", { name: "Invoices" }).getByRole("button", { name: "Save" }).click();
		await page.getByText("Saved.").waitFor();
		await screenshot(page, "invoices");
		await requireAccessible(page);
		expect(faults.filter((fault) => !fault.includes("checkout.stripe.com"))).toEqual([]);
	});
});
