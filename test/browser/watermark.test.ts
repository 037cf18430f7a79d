import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoBrowser } from "../support/chromium.ts";
import { type BuiltPages, screenshot, settled, startBuiltPages } from "../support/pages.ts";
import { signInAdministrator } from "../support/people.ts";
import { testPicture } from "../support/picture.ts";

/** A style is previewed on a picture and saved, and a background process of the built server reprocesses the picture. */

const noBrowser = whyNoBrowser();
if (noBrowser) console.info(`nobody draws watermarks on the pages: ${noBrowser}`);

/** For a lowest-priority process on a busy machine. */
const PATIENCE = { timeout: 600_000 };

describe.skipIf(noBrowser !== undefined)("the watermark page", () => {
	let pages: BuiltPages;
	let folder: string;
	beforeAll(async () => {
		pages = await startBuiltPages();
		folder = mkdtempSync(join(tmpdir(), "packshot-watermark-"));
		const photograph = await testPicture("front", {}, Date.now());
		writeFileSync(join(folder, `${pages.barcode}_front.jpg`), photograph.original);
		await pages.command("import", folder);
	});
	afterAll(async () => {
		await pages?.close();
		rmSync(folder, { recursive: true, force: true });
	});

	test("previews a style on a picture, saves it and applies it to the catalogue", async () => {
		const { page, faults } = await pages.open();
		await signInAdministrator(pages, page, "admin@example.com");
		await page.goto("/admin/watermark");
		const preview = page.getByRole("figure", { name: "Matzah" }).getByRole("img");
		await preview.waitFor();
		const first = await preview.getAttribute("src");
		await page.getByText("The picture has this style.").waitFor();

		await page.getByRole("textbox", { name: "Text", exact: true }).fill("סטודיו צפון");
		await page.getByLabel("Place").selectOption("centre");
		await page.getByRole("slider", { name: "Opacity" }).press("End");
		await expect.poll(() => preview.getAttribute("src"), PATIENCE).not.toBe(first);
		await settled(page);
		await screenshot(page, "watermark-tried");
		await page.getByRole("button", { name: "Save" }).click();
		await page.getByText(/still has another style/).waitFor();

		await page.getByRole("button", { name: "Reprocess" }).click();
		await page.getByText("1 picture is drawn and marked again from its original.").waitFor();
		await page.getByRole("dialog").getByRole("button", { name: "Reprocess" }).click();
		await page.getByText(/^Last reprocessed .*: 1 reprocessed/).waitFor(PATIENCE);
		await page.getByText("The picture has this style.").waitFor();
		await screenshot(page, "watermark-prepared");
		expect((await pages.command("images", "prepare")).prepared).toBe(0);
		expect(faults).toEqual([]);
	});
});
