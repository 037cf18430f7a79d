import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Browser, type BrowserContextOptions, chromium, type Page } from "playwright-core";
import { DAY_MS } from "../../src/platform/time/durations.ts";
import { MAIN, startBuiltServer } from "./built-server.ts";
import { CHROMIUM } from "./chromium.ts";
import { SLOW_PATIENCE_MS } from "./patience.ts";

/** The built service with its pages, and a browser. */
export interface BuiltPages {
	/** `http://127.0.0.1:…` */
	readonly origin: string;
	/** The product in the catalogue. */
	readonly barcode: string;
	readonly browser: Browser;
	/** Runs the command line on the same data and returns its JSON document. */
	// biome-ignore lint/suspicious/noExplicitAny: documents of many shapes
	command(...words: string[]): Promise<any>;
	/** Opens a window and records everything that must not happen in it. @param options.baseURL where the pages are, if behind a proxy. */
	open(options?: BrowserContextOptions): Promise<Window>;
	close(): Promise<void>;
}

export interface Window {
	readonly page: Page;
	/** Errors on the console, exceptions and requests to other hosts. */
	readonly faults: string[];
}

const BARCODE = "0725272730706";
/** All windows of a test share one address, and a fast machine opens many pages a minute. */
const MANY_PEOPLE = {
	PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "1000000",
	PACKSHOT_IP_REQUESTS_PER_MINUTE: "1000000",
};
export const SCREENSHOTS = fileURLToPath(new URL("../browser/screenshots/", import.meta.url));

/** Starts everything on its own folder and port, with one product without pictures. */
export async function startBuiltPages(settings: Record<string, string> = {}): Promise<BuiltPages> {
	const folder = mkdtempSync(join(tmpdir(), "packshot-pages-"));
	const environment = { ...MANY_PEOPLE, PACKSHOT_DATA: folder, PACKSHOT_LOG_LEVEL: "error", ...settings };
	const command = async (...words: string[]) => {
		const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...words, "--json"], {
			env: { PATH: process.env.PATH, ...environment },
		});
		return JSON.parse(stdout);
	};
	const line = {
		barcode: BARCODE,
		info: { brand: "Golden Sheaf", product_name: "Matzah" },
		hechshers: [
			{
				symbol: "OU",
				certificate: {
					certificate_id: "מכתב 417",
					valid_until: new Date(Date.now() + 10 * DAY_MS).toISOString().slice(0, 10),
				},
			},
		],
	};
	writeFileSync(join(folder, "products.ndjson"), `${JSON.stringify(line)}\n`);
	await command("import", join(folder, "products.ndjson"));
	const server = await startBuiltServer(environment);
	const browser = await chromium.launch({
		executablePath: CHROMIUM,
		args: ["--no-sandbox"],
		timeout: SLOW_PATIENCE_MS,
	});
	const origin = new URL(server.url).origin;
	return {
		origin,
		barcode: BARCODE,
		browser,
		command,
		open: (options = {}) => openWindow(browser, origin, options),
		async close() {
			await browser.close();
			const ended = new Promise((resolve) => server.process.once("exit", resolve));
			server.process.kill("SIGTERM");
			await ended;
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

async function openWindow(browser: Browser, origin: string, options: BrowserContextOptions): Promise<Window> {
	const { baseURL = origin } = options;
	const context = await browser.newContext({
		baseURL,
		locale: "en-GB",
		reducedMotion: "reduce",
		viewport: { width: 1440, height: 900 },
		...options,
	});
	const page = await context.newPage();
	page.setDefaultTimeout(SLOW_PATIENCE_MS);
	const faults: string[] = [];
	page.on("console", (message) => {
		if (message.type() === "error") faults.push(`console: ${message.text()}`);
	});
	page.on("pageerror", (error) => faults.push(`exception: ${error}`));
	page.on("request", (request) => {
		if (!/^(blob|data):/.test(request.url()) && new URL(request.url()).origin !== baseURL) {
			faults.push(`request: ${request.url()}`);
		}
	});
	return { page, faults };
}

/** Waits until a page has its heading and all its requests are done. */
export async function settled(page: Page): Promise<void> {
	await page.locator("h1").first().waitFor();
	await page.waitForLoadState("networkidle");
}

/** Changes the colour scheme of an open page and waits for the transition to end: colours in mid-fade belong to neither scheme. */
export async function changeScheme(page: Page, colorScheme: "light" | "dark"): Promise<void> {
	await page.emulateMedia({ colorScheme });
	await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor({ state: "attached" });
	await page.evaluate(
		"Promise.allSettled(document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished))",
	);
}

/** Saves a screenshot to `test/browser/screenshots/` if `PACKSHOT_TEST_SCREENSHOTS=1`: they take a quarter of the time. */
export async function screenshot(page: Page, name: string): Promise<void> {
	if (process.env.PACKSHOT_TEST_SCREENSHOTS !== "1") return;
	mkdirSync(SCREENSHOTS, { recursive: true });
	await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), fullPage: true });
}

/** What is pressed on the page and does not meet a finger within 16 pixels of its middle. */
export function smallTargets(page: Page): Promise<string[]> {
	return page.evaluate(() => {
		const meets = (element: HTMLElement) => {
			element.scrollIntoView({ block: "center" });
			const { x, y, width, height } = element.getBoundingClientRect();
			const [middle, centre] = [x + width / 2, y + height / 2];
			return [-15, 15].every((away) => {
				const met = document.elementFromPoint(middle, centre + away);
				return element.contains(met) || met?.closest("label") === element.closest("label");
			});
		};
		const pressed =
			"main :is(button, a[href], summary, label[for], select, input:not([type=file], [class*=inputField]))";
		return [...document.querySelectorAll<HTMLElement>(pressed)]
			.filter((element) => element.checkVisibility() && element.getBoundingClientRect().height < 31.5)
			.filter(
				(element) =>
					!(element instanceof HTMLLabelElement) ||
					(element.control as HTMLInputElement | null)?.type === "checkbox",
			)
			.filter(
				(element) => !(element instanceof HTMLInputElement && element.labels?.length) && !meets(element),
			)
			.map((element) => `${element.tagName} ${element.getAttribute("aria-label") ?? element.innerText}`);
	});
}
