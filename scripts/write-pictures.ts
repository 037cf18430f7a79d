import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "playwright-core";
import sharp from "sharp";
import { MAIN } from "../test/support/built-server.ts";
import { CHROMIUM } from "../test/support/chromium.ts";

/**
 * Writes the screenshots of the documentation, `docs/pictures/`: pages of the built program with the demo catalogue, in Debian's Chromium. If
 * `PACKSHOT_DATA` names the folder of a demo, that one is used; otherwise one is created and removed again.
 */

const FOLDER = fileURLToPath(new URL("../docs/pictures/", import.meta.url));
const VIEW = { width: 1280, height: 800 };
const BARCODE = "2990000050038";
const WIDTH = 1120;
/** With so few colours, a picture takes some 25 KB. */
const WEBP = { quality: 38, effort: 6, smartSubsample: true } as const;

mkdirSync(FOLDER, { recursive: true });
const temporary = process.env.PACKSHOT_DATA ? undefined : mkdtempSync(join(tmpdir(), "packshot-shown-"));
const data = process.env.PACKSHOT_DATA ?? temporary ?? "";
const demo = spawn(process.execPath, [MAIN, "demo", "--port", "0", "--json"], {
	env: { PATH: process.env.PATH, PACKSHOT_DATA: data },
	stdio: ["ignore", "pipe", "inherit"],
});
try {
	const { url: origin, ...credentials } = await printed(demo.stdout);
	const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
	try {
		const open = async () => {
			const context = await browser.newContext({
				baseURL: origin,
				viewport: VIEW,
				locale: "en-GB",
				reducedMotion: "reduce",
			});
			return context.newPage();
		};
		const token = await signIn(origin, credentials);
		const [shop, office] = [await open(), await open()];
		await enter(shop, credentials.account_holder);
		await picture(shop, "/spending", "spending");
		await picture(shop, `/find/${BARCODE}`, "product");
		await picture(shop, `/orders/${await order(origin, token)}?key=${credentials.client_id}`, "order");
		await enter(office, credentials.administrator);
		await office.goto("/admin");
		// A newly created demo aggregates its ninety days in the background.
		while (await office.getByText("are still being added up").isVisible()) {
			await office.waitForTimeout(2000);
			await office.reload({ waitUntil: "networkidle" });
		}
		await write(office, "overview");
		await trace(office, await leak(origin, token));
		await write(office, "case");
	} finally {
		await browser.close();
	}
} finally {
	if (demo.exitCode === null) {
		const ended = once(demo, "exit");
		demo.kill("SIGTERM");
		await ended;
	}
	if (temporary) rmSync(temporary, { recursive: true, force: true });
}

/** What a demo prints once it serves. */
async function printed(stdout: AsyncIterable<Buffer>) {
	let text = "";
	for await (const chunk of stdout) {
		text += chunk;
		if (text.trimEnd().endsWith("}")) return JSON.parse(text);
	}
	throw new Error(`the demo did not start: ${text}`);
}

async function signIn(origin: string, { client_id, api_key }: Record<string, string>): Promise<string> {
	const answer = await fetch(`${origin}/api/v1/auth/token`, {
		method: "POST",
		headers: { "content-type": "application/json" },
		body: JSON.stringify({ client_id, api_key }),
	});
	return (await answer.json()).access_token;
}

async function enter(page: Page, { email, password }: Record<string, string>): Promise<void> {
	await page.goto("/sign-in");
	await page.getByLabel("E-mail address").fill(email ?? "");
	await page.getByLabel("Password", { exact: true }).fill(password ?? "");
	await page.getByRole("button", { name: "Sign in", exact: true }).click();
	await page.waitForURL((url) => url.pathname !== "/sign-in");
}

/** Orders four products, one of which does not exist. @returns the order's id */
async function order(origin: string, token: string): Promise<string> {
	const codes = [BARCODE, "2990000010018", "4011", "2990000099990"];
	const answer = await fetch(`${origin}/api/v1/orders`, {
		method: "POST",
		headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
		body: JSON.stringify({ name: "Autumn flyer", items: codes.map((barcode) => ({ barcode })) }),
	});
	return (await answer.json()).order_id;
}

/** A copy as a thief would make it: cropped, downscaled and re-encoded. */
async function leak(origin: string, token: string): Promise<Buffer> {
	const answer = await fetch(`${origin}/api/v1/products/${BARCODE}/image?variant=front`, {
		headers: { authorization: `Bearer ${token}` },
	});
	return sharp(Buffer.from(await answer.arrayBuffer()))
		.extract({ left: 48, top: 64, width: 512, height: 512 })
		.resize(384)
		.jpeg({ quality: 60 })
		.toBuffer();
}

async function trace(page: Page, buffer: Buffer): Promise<void> {
	await page.goto("/admin/trace");
	await page
		.getByLabel("Leaked pictures")
		.setInputFiles({ name: "found.jpg", mimeType: "image/jpeg", buffer });
	await page.getByLabel("Name of the case").fill("A stranger's web shop");
	await page.getByRole("button", { name: "Trace", exact: true }).click();
	await page.getByRole("heading", { name: "One key is named" }).waitFor({ timeout: 300_000 });
}

async function picture(page: Page, path: string, name: string): Promise<void> {
	await page.goto(path);
	await write(page, name);
}

async function write(page: Page, name: string): Promise<void> {
	await page.locator("h1").first().waitFor();
	await page.waitForLoadState("networkidle");
	const { size } = await sharp(await page.screenshot())
		.resize({ width: WIDTH })
		.webp(WEBP)
		.toFile(`${FOLDER}${name}.webp`);
	console.info(`${name}.webp: ${Math.round(size / 1024)} KB`);
}
