import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoBrowser } from "../support/chromium.ts";
import { cardBarcodes, drawnCard } from "../support/drawn-card.ts";
import { type BuiltPages, screenshot, settled, startBuiltPages, type Window } from "../support/pages.ts";
import { signInAdministrator } from "../support/people.ts";

/** A memory card on the built service: its pictures are chosen, and its groups corrected by typing, by drag and by keys. */

const noBrowser = whyNoBrowser();
if (noBrowser) console.info(`nobody corrects a card on the pages: ${noBrowser}`);

describe.skipIf(noBrowser !== undefined)("the groups of a card", () => {
	const [unread = "", ...barcodes] = cardBarcodes(12);
	let pages: BuiltPages;
	let window: Window;
	let page: Page;
	beforeAll(async () => {
		pages = await startBuiltPages();
		window = await pages.open();
		({ page } = window);
		await signInAdministrator(pages, page, "photographer@example.com");
	});
	afterAll(() => pages?.close());

	const section = (title: string) => page.getByRole("region", { name: title });
	const group = (barcode: string) => page.getByLabel(`Group: ${barcode}`);
	const tile = (name: string) => page.locator("[data-picture]").filter({ hasText: name });

	test("are there once the pictures were read, what is uncertain first", async () => {
		await page.goto("/admin/studio");
		await settled(page);
		const files = (await drawnCard([null, ...barcodes])).map(({ name, content }) => ({
			name,
			mimeType: "image/jpeg",
			buffer: Buffer.from(content),
		}));
		await page.locator("input[type=file]").setInputFiles(files);
		await section("To look at: 1 group").getByText("No barcode could be read").waitFor();
		await section("Ready: 11 products").waitFor();
		await screenshot(page, "studio-card");
	});

	test("are corrected by typing the barcode", async () => {
		await group("no barcode").getByLabel("Barcode").fill(unread);
		await page.keyboard.press("Enter");
		await section("Ready: 12 products").waitFor();
		expect(await page.getByRole("dialog").count()).toBe(0);
	});

	test("are corrected by dragging a picture to another group, and undone with keys", async () => {
		const [from = "", to = ""] = barcodes;
		await tile("IMG_4.JPG").scrollIntoViewIfNeeded();
		await tile("IMG_3.JPG").hover();
		await page.mouse.down();
		// A drag begins with the first movement, and is over the other group with the second.
		await tile("IMG_4.JPG").hover();
		await tile("IMG_5.JPG").hover();
		await page.mouse.up();
		await section("To look at: 2 groups").waitFor();
		await expect.poll(() => group(to).locator("[data-picture]").count()).toBe(3);
		await screenshot(page, "studio-dragged");
		await tile("IMG_3.JPG").focus();
		await page.keyboard.press(",");
		await expect.poll(() => group(from).locator("[data-picture]").count()).toBe(2);
		// As the pictures say: nothing has to be confirmed.
		await section("Ready: 12 products").waitFor();
		await tile("IMG_3.JPG").focus();
		await page.keyboard.press("f");
		await section("To look at: 1 group").waitFor();
		await page.keyboard.press("b");
		await section("Ready: 12 products").waitFor();
	});

	test("are kept, and what they would change is seen before anything is", async () => {
		await page.reload();
		await section("Ready: 12 products").waitFor();
		await page.getByRole("button", { name: "See what would change" }).click();
		await page.getByRole("heading", { name: "What it would change" }).waitFor();
		await page.getByText("Nothing has been changed yet.").waitFor();
		expect(window.faults).toEqual([]);
	});
});
