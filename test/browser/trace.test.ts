import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAIN } from "../support/built-server.ts";
import { whyNoBrowser } from "../support/chromium.ts";
import { type BuiltPages, screenshot, settled, startBuiltPages } from "../support/pages.ts";
import { createKey, openSignUp, signInAdministrator } from "../support/people.ts";
import { testPicture } from "../support/picture.ts";

/** A picture is bought with a key, cropped and saved again, dropped onto the page, and traced back to the key. */

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
		await page.getByRole("menuitem", { name: "Delete" }).click();
		await page.getByLabel(/to confirm/).fill("Web shop");
		await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
		await page.getByText("No cases yet").waitFor();
		expect(faults).toEqual([]);
	});
});
