import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { modules } from "@packshot/demo/label/ean-modules";
import { type Browser, chromium, type Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHROMIUM, whyNoBrowser } from "../support/chromium.ts";
import { type BuiltPages, startBuiltPages } from "../support/pages.ts";
import { openSignUp, signInAdministrator, signUp } from "../support/people.ts";

const noBrowser = whyNoBrowser();
if (noBrowser) console.info(`nothing is scanned with a camera: ${noBrowser}`);

/** What a camera sees that is held before a pack: its barcode, a little turned, on a grey ground. */
async function pictureOf(barcode: string): Promise<Buffer> {
	const bars = [...modules(barcode)].map((bar, x) =>
		bar === "1" ? `<rect x="${40 + 4 * x}" y="30" width="4" height="150"/>` : "",
	);
	const label = `<svg xmlns="http://www.w3.org/2000/svg" width="460" height="210"><rect width="460" height="210" fill="#fff"/>${bars.join("")}</svg>`;
	const turned = await sharp(Buffer.from(label)).rotate(4, { background: "#998" }).png().toBuffer();
	return sharp({ create: { width: 640, height: 480, channels: 3, background: "#998" } })
		.composite([{ input: turned }])
		.jpeg({ quality: 85 })
		.toBuffer();
}

describe.skipIf(noBrowser !== undefined)("with a camera", () => {
	let pages: BuiltPages;
	let browser: Browser;
	let folder: string;
	let page: Page;
	beforeAll(async () => {
		folder = mkdtempSync(join(tmpdir(), "packshot-camera-"));
		pages = await startBuiltPages();
		const frame = await pictureOf(pages.barcode);
		writeFileSync(join(folder, "camera.mjpeg"), Buffer.concat(Array.from({ length: 10 }, () => frame)));
		browser = await chromium.launch({
			executablePath: CHROMIUM,
			args: [
				"--no-sandbox",
				"--use-fake-ui-for-media-stream",
				"--use-fake-device-for-media-stream",
				`--use-file-for-fake-video-capture=${join(folder, "camera.mjpeg")}`,
			],
		});
		const { page: administrator } = await pages.open();
		await signInAdministrator(pages, administrator, "admin@example.com");
		await openSignUp(administrator);
		page = await browser.newPage({ baseURL: pages.origin, viewport: { width: 390, height: 800 } });
		await signUp(page, "shop@example.com");
	});
	afterAll(async () => {
		await browser?.close();
		await pages?.close();
		rmSync(folder, { recursive: true, force: true });
	});

	test("a pack is found by its barcode", async () => {
		await page.goto("/find");
		await page.getByRole("button", { name: "Scan a barcode" }).click();
		const field = page.getByLabel("Search for products");
		await expect.poll(() => field.inputValue()).toBe(pages.barcode);
		await page.getByRole("dialog").waitFor({ state: "detached" });
		await page.getByRole("link", { name: /Matzah/ }).waitFor();
	});

	test("packs are added to a list one after the other, each once for as long as it is held there", async () => {
		await page.goto("/lists");
		await page.getByRole("button", { name: "Scan with the camera" }).click();
		const dialog = page.getByRole("dialog");
		await dialog.getByText(`1 barcode scanned. The last one: ${pages.barcode}`).waitFor();
		await dialog.getByRole("button", { name: "Done" }).click();
		expect(await page.getByLabel("Barcodes").inputValue()).toBe(`${pages.barcode}\n`);
	});
});
