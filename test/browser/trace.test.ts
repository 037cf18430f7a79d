import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { CaseReport } from "../../src/leaks/pages/hand-over-contract.ts";
import { MAIN } from "../support/built-server.ts";
import { whyNoBrowser } from "../support/chromium.ts";
import { type BuiltPages, SCREENSHOTS, screenshot, settled, startBuiltPages } from "../support/pages.ts";
import { createKey, openSignUp, signInAdministrator } from "../support/people.ts";
import { testPicture } from "../support/picture.ts";

/** A picture is bought with a key, cropped and saved again, dropped onto the page, and traced back to the key. */

const LONG = "W".repeat(200);

/** A report with as many leaks, names and deliveries as one can hold, all of them long. */
function fullReport(report: CaseReport, picture: string): CaseReport {
	const [leak] = report.leaks;
	const [client] = report.result?.named ?? [];
	if (!leak || !client || !report.result) throw new Error("the case names nobody");
	const at = "2027-12-28T12:30:59.000Z";
	const address = "2001:0db8:85a3:0000:0000:8a2e:0370:7334";
	const named = [1, 2, 3].map((place) => ({
		...client,
		client_id: `ps_client_${"w".repeat(19)}${place}`,
		client_name: LONG.slice(0, 51),
		owner_email: `${LONG.slice(0, 40)}@example.com`,
		delivery_count: 99,
		deliveries: [{ at, address }],
		evidence: [{ leak: place, picture }],
	}));
	const leaks = Array.from({ length: 10 }, (_, place) => ({
		...leak,
		leak: place + 1,
		name: LONG,
		picture: place < 4 ? picture : null,
		shows: { barcode: "12345678901234", variant: "front_clean", product_name: LONG.slice(0, 51) },
	}));
	const result = { ...report.result, named, named_count: 5, guesses: 12 };
	return { ...report, name: LONG.slice(0, 101), note: LONG.repeat(2).slice(0, 301), leaks, result };
}

const noBrowser = whyNoBrowser();
if (noBrowser) console.info(`nobody traces on the pages: ${noBrowser}`);

describe.skipIf(noBrowser !== undefined)("tracing a leak in the portal", () => {
	let pages: BuiltPages;
	let folder: string;
	beforeAll(async () => {
		pages = await startBuiltPages();
		folder = mkdtempSync(join(tmpdir(), "packshot-traced-"));
		const photograph = await testPicture("front", { seed: 3, sidePx: 480 }, Date.now());
		writeFileSync(join(folder, `${pages.barcode}_front.jpg`), photograph.original);
		await pages.command("import", folder);
	});
	afterAll(async () => {
		await pages?.close();
		rmSync(folder, { recursive: true, force: true });
	});

	/** Buys the picture as the key's owner would. */
	async function bought({ clientId, apiKey }: { clientId: string; apiKey: string }): Promise<Buffer> {
		await pages.command("credits", "grant", clientId, "10");
		const signedIn = await fetch(`${pages.origin}/api/v1/auth/token`, {
			method: "POST",
			headers: { "content-type": "application/json" },
			body: JSON.stringify({ client_id: clientId, api_key: apiKey }),
		});
		const { access_token } = await signedIn.json();
		const image = await fetch(`${pages.origin}/api/v1/products/${pages.barcode}/image?variant=front`, {
			headers: { authorization: `Bearer ${access_token}` },
		});
		return Buffer.from(await image.arrayBuffer());
	}

	/** Opens the page of the case with nothing cached, and adds up what came over the network. */
	async function expectLight(page: Page): Promise<void> {
		const session = await page.context().newCDPSession(page);
		await session.send("Network.enable");
		await session.send("Network.setCacheDisabled", { cacheDisabled: true });
		let bytes = 0;
		session.on("Network.loadingFinished", ({ encodedDataLength }) => {
			bytes += encodedDataLength;
		});
		await page.reload();
		for (const picture of await page.getByRole("img", { name: /^Leak 1/ }).all())
			await picture.scrollIntoViewIfNeeded();
		await settled(page);
		await session.detach();
		console.info(`case page ${Math.round(bytes / 1024)} KB`);
		expect(bytes).toBeGreaterThan(100 * 1024);
		expect(bytes).toBeLessThanOrEqual(500 * 1024);
	}

	/** Makes a link, opens it as somebody without an account, prints the report, and revokes the link. */
	async function handOver(page: Page): Promise<void> {
		await page.getByLabel("New note").fill("Sent to our lawyer.");
		await page.getByRole("button", { name: "Add note" }).click();
		await page.getByRole("listitem").filter({ hasText: "Sent to our lawyer." }).waitFor();
		await page.getByText("Held by admin@example.com").waitFor();
		await page.getByRole("button", { name: "Make a link" }).click();
		await page.getByRole("button", { name: "Make link" }).click();
		const link = await page.getByRole("dialog").locator("dd code").textContent();
		await page.getByRole("button", { name: "I have stored it" }).click();
		const lawyer = await pages.open();
		// Neither a referrer nor the token is sent, and still the service learns that it is its own page.
		const asked = lawyer.page.waitForRequest("**/shared-case");
		await lawyer.page.goto(link ?? "");
		const headers = await (await asked).allHeaders();
		expect([headers.origin, headers.referer]).toEqual([pages.origin, undefined]);
		await lawyer.page.getByRole("heading", { name: "Report on a leaked picture" }).waitFor();
		await lawyer.page.getByRole("img", { name: "Leak 1 against the mark of מכולת הפינה" }).waitFor();
		expect(await lawyer.page.getByRole("link").count()).toBe(0);
		await settled(lawyer.page);
		await screenshot(lawyer.page, "case-report");
		await expectTwoPages(lawyer.page, "case-report");
		await expectTwoPages(await longestReport(lawyer.page), "case-report-longest");
		await lawyer.page.unrouteAll();
		expect(lawyer.faults).toEqual([]);

		await page.getByRole("button", { name: "Revoke the link made" }).click();
		await page.getByText("Revoked", { exact: true }).waitFor();
		await lawyer.page.reload();
		await lawyer.page.getByRole("heading", { name: "This link does not work" }).waitFor();
		await lawyer.page.context().close();
	}

	async function expectTwoPages(page: Page, name: string): Promise<void> {
		const pdf = await page.pdf({ format: "A4" });
		if (process.env.PACKSHOT_TEST_SCREENSHOTS === "1") writeFileSync(join(SCREENSHOTS, `${name}.pdf`), pdf);
		const sheets = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g) ?? [];
		expect([name, sheets.length]).toEqual([name, 2]);
	}

	/** The same page with as much as a report can hold. */
	async function longestReport(page: Page): Promise<Page> {
		const picture = await sharp({ create: { width: 320, height: 300, channels: 3, background: "#885" } })
			.webp()
			.toBuffer();
		await page.route("**/shared-case", async (route) => {
			const answer = await route.fetch();
			const json = fullReport(await answer.json(), `data:image/webp;base64,${picture.toString("base64")}`);
			await route.fulfill({ response: answer, json });
		});
		await page.reload();
		await page.getByText("2 more are named").waitFor();
		await settled(page);
		return page;
	}

	test("a cropped copy is traced to the key that bought it, and another installation agrees", async () => {
		const { page, faults } = await pages.open();
		await signInAdministrator(pages, page, "admin@example.com");
		await openSignUp(page);
		const copy = await bought(await createKey(page, "מכולת הפינה"));
		const crop = { left: 60, top: 40, width: 360, height: 380 };
		const leak = await sharp(copy).extract(crop).jpeg({ quality: 80 }).toBuffer();

		await page.goto("/admin/trace");
		await page.getByText("No cases yet").waitFor();
		const file = { name: "found.jpg", mimeType: "image/jpeg", buffer: leak };
		await page.getByLabel("Leaked pictures").setInputFiles(file);
		await page.getByLabel("Name of the case").fill("Web shop");
		await page.getByLabel("Barcode", { exact: true }).fill(pages.barcode);
		await page.getByRole("button", { name: "Trace", exact: true }).click();
		await page.getByRole("heading", { name: "One key is named" }).waitFor();
		await page.getByText("This is evidence, not proof.").waitFor();
		await page.getByRole("img", { name: "Leak 1 against the mark of מכולת הפינה" }).waitFor();
		await settled(page);
		await screenshot(page, "case");
		await page.reload();
		await page.getByRole("heading", { name: "One key is named" }).waitFor();

		await expectLight(page);
		await handOver(page);

		const downloading = page.waitForEvent("download");
		await page.getByRole("button", { name: "Case file" }).click();
		const saved = await (await downloading).path();
		const { stdout } = await promisify(execFile)(
			process.execPath,
			[MAIN, "trace", "--case", saved, "--json"],
			{
				env: { PATH: process.env.PATH, PACKSHOT_DATA: join(folder, "nothing-here") },
			},
		);
		expect(JSON.parse(stdout)).toMatchObject({
			verdict: "identified",
			named: [{ client_name: "מכולת הפינה" }],
		});

		await page.getByRole("button", { name: "More about this case" }).click();
		await page.getByRole("menuitem", { name: "Name, holder and state" }).click();
		await page.getByLabel("Held by").selectOption("Nobody");
		await page.getByRole("button", { name: "Save" }).click();
		await page.getByText("Held by nobody").waitFor();
		await page.getByRole("button", { name: "More about this case" }).click();
		await page.getByRole("menuitem", { name: "Delete" }).click();
		await page.getByLabel(/to confirm/).fill("Web shop");
		await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
		await page.getByText("No cases yet").waitFor();
		expect(faults).toEqual([]);
	});
});
