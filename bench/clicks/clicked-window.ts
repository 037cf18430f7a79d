import { fileURLToPath } from "node:url";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";

/** The result of a click. */
export interface Click {
	/** Path of its link. */
	readonly path: string;
	/** From the click until the page has nothing left to load and no longer changes. */
	readonly milliseconds: number;
}

/** A window whose clicks are timed. */
export interface ClickedWindow {
	readonly page: Page;
	/** Clicks the first matching link and waits until its page has settled. @throws Error if there is no such link, or its page never settles */
	click(selector: string): Promise<Click>;
	/** Opens an address without timing it. */
	open(path: string): Promise<void>;
}

const WATCH_PAGE = fileURLToPath(new URL("watch-page.js", import.meta.url));
/** Interval at which a page is polled. */
const LOOK_MS = 40;
/** A page that has not changed for this long has settled; the interval itself is not counted. */
const QUIET_MS = 250;
/** Longer than any page takes on a busy machine. */
const LONGEST_MS = 120_000;

/** Opens a window with an empty cache. */
export async function openWindow(browser: Browser, options: BrowserContextOptions): Promise<ClickedWindow> {
	const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
	await context.addInitScript({ path: WATCH_PAGE });
	const page = await context.newPage();
	page.setDefaultTimeout(LONGEST_MS);
	const openRequests = new Set<unknown>();
	page.on("request", (request) => openRequests.add(request));
	for (const end of ["requestfinished", "requestfailed"] as const)
		page.on(end as "requestfinished", (request) => openRequests.delete(request));
	/** @param before the path that it leaves: where it leads may be another page than that of the link */
	const settled = async (path: string, before: string) => {
		const startedAt = performance.now();
		while (performance.now() - startedAt < LONGEST_MS) {
			await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
			if (openRequests.size > 0) continue;
			if (
				await page.evaluate(
					`watchedPage.isSettled(${JSON.stringify(path === before ? "" : before)}, ${QUIET_MS})`,
				)
			)
				return;
		}
		throw new Error(`${path} was never done`);
	};
	return {
		page,
		async click(selector) {
			const link = page.locator(selector).first();
			const href = await link.getAttribute("href");
			const { pathname: path } = new URL(href ?? "", page.url());
			const { pathname: before } = new URL(page.url());
			await link.click();
			await settled(path, before);
			return { path, milliseconds: await page.evaluate("watchedPage.sinceClickMs()") };
		},
		async open(path) {
			await page.goto(path);
			await settled(path, "");
		},
	};
}
