import { fileURLToPath } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";

/** What a click leads to. */
export interface Click {
	/** Path of the page that it opens. */
	readonly path: string;
	/** From the click until the page waits for nothing and no longer changes. */
	readonly milliseconds: number;
}

/** A window whose clicks are timed. */
export interface ClickedWindow {
	readonly page: Page;
	/** Clicks the first link to match, and waits until its page is there. @throws Error if there is no such link, or its page never settles */
	click(selector: string): Promise<Click>;
	/** Opens an address without timing it. */
	open(path: string): Promise<void>;
}

const WATCH_PAGE = fileURLToPath(new URL("watch-page.js", import.meta.url));
/** Between two looks at a page. */
const LOOK_MS = 40;
/** A page that has not changed for so long has settled; it is not part of the time. */
const QUIET_MS = 250;
/** More than any page takes on a busy machine. */
const LONGEST_MS = 120_000;

/** Opens a window that has visited nothing yet. */
export async function openWindow(browser: Browser, options: BrowserContextOptions): Promise<ClickedWindow> {
	const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
	await context.addInitScript({ path: WATCH_PAGE });
	const page = await context.newPage();
	page.setDefaultTimeout(LONGEST_MS);
	const openRequests = new Set<unknown>();
	page.on("request", (request) => openRequests.add(request));
	for (const end of ["requestfinished", "requestfailed"] as const)
		page.on(end as "requestfinished", (request) => openRequests.delete(request));
	const settled = async (path: string) => {
		const startedAt = performance.now();
		while (performance.now() - startedAt < LONGEST_MS) {
			await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
			if (openRequests.size > 0) continue;
			if (await page.evaluate(`watchedPage.isSettled(${JSON.stringify(path)}, ${QUIET_MS})`)) return;
		}
		throw new Error(`${path} was never done`);
	};
	return {
		page,
		async click(selector) {
			const link = page.locator(selector).first();
			const href = await link.getAttribute("href");
			const { pathname: path } = new URL(href ?? "", page.url());
			await link.click();
			await settled(path);
			return { path, milliseconds: await page.evaluate("watchedPage.sinceClickMs()") };
		},
		async open(path) {
			await page.goto(path);
			await settled(path);
		},
	};
}
