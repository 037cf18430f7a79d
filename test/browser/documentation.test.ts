import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoBrowser } from "../support/chromium.ts";
import { type BuiltPages, changeScheme, screenshot, startBuiltPages } from "../support/pages.ts";

/** The documentation at `/docs`, as its readers use it. */

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const noBrowser = whyNoBrowser();
if (noBrowser) console.info(`nobody reads the documentation: ${noBrowser}`);

interface AxeResults {
	readonly violations: readonly { id: string; nodes: readonly { html: string; failureSummary: string }[] }[];
}

describe.skipIf(noBrowser !== undefined)("the documentation", () => {
	let pages: BuiltPages;
	beforeAll(async () => {
		pages = await startBuiltPages();
	});
	afterAll(() => pages?.close());

	async function requireSound(page: Page, name: string): Promise<void> {
		const scrollsSideways = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
		expect(await page.evaluate(scrollsSideways), `${name} scrolls sideways`).toBe(false);
		for (const colorScheme of ["light", "dark"] as const) {
			await changeScheme(page, colorScheme);
			await screenshot(page, `${name}-${colorScheme}`);
			if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
			const { violations } = (await page.evaluate("axe.run()")) as AxeResults;
			const found = violations.flatMap(({ id, nodes }) =>
				nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
			);
			expect(found, `${name}, ${colorScheme}`).toEqual([]);
		}
	}

	test.concurrent.each([390, 1440])(
		"has no axe violations, sideways scrolling or page errors at %i pixels, in either colour scheme",
		async (width) => {
			const { page, faults } = await pages.open({ viewport: { width, height: 900 } });
			for (const path of ["", "/integrators", "/settings", "/decisions", "/packages/sdk"]) {
				await page.goto(`/docs${path}`);
				await page.locator("h1").waitFor();
				await requireSound(page, `docs${path.replaceAll("/", "-")}-${width}`);
			}
			expect(faults).toEqual([]);
			await page.goto("/docs/nothing");
			await page.getByRole("heading", { name: "There is no such page" }).waitFor();
			await requireSound(page, `docs-nothing-${width}`);
		},
	);

	test.concurrent("can be searched by keyboard from any page, and a result opens its passage", async () => {
		const { page, faults } = await pages.open();
		for (const path of ["", "/security", "/packages/sdk"]) {
			await page.goto(`/docs${path}`);
			await page.getByRole("button", { name: "Search" }).waitFor();
			await page.keyboard.press("/");
			const field = page.getByRole("searchbox");
			await field.fill("MALLOC_ARENA_MAX");
			await page
				.getByRole("status")
				.getByText(/passage/)
				.waitFor();
			if (path === "") await requireSound(page, "docs-search");
			await field.press("ArrowDown");
			await page.keyboard.press("Enter");
			await page.waitForURL(/\/docs\/importing#pictures$/);
			await page.getByRole("heading", { name: /^Pictures/ }).waitFor();
		}
		expect(faults).toEqual([]);
	});

	test.concurrent("says when a search finds nothing and when the search index cannot be loaded", async () => {
		const { page } = await pages.open();
		await page.route("**/search.json", (route) => route.abort());
		await page.goto("/docs");
		await page.getByRole("button", { name: "Search" }).click();
		await page.getByText("The search could not be loaded").waitFor();
		await page.unroute("**/search.json");
		await page.getByRole("searchbox").fill("zxqwvzxqwv");
		await page.getByText("Nothing found.").waitFor();
		await page.keyboard.press("Escape");
		await page.getByRole("dialog").waitFor({ state: "hidden" });
	});

	test.concurrent("opens its table of contents on a narrow screen", async () => {
		const { page, faults } = await pages.open({ viewport: { width: 390, height: 844 } });
		await page.goto("/docs/operators");
		await page.getByRole("button", { name: "Contents" }).click();
		const contents = page.getByRole("navigation", { name: "Contents" });
		await contents.getByRole("link", { name: "Settings" }).waitFor();
		await requireSound(page, "docs-menu-390");
		await contents.getByRole("link", { name: "Settings" }).click();
		await page.getByRole("heading", { name: "Settings", level: 1 }).waitFor();
		expect(faults).toEqual([]);
	});

	test.concurrent("keeps the chosen colour scheme, here and in the portal", async () => {
		const { page } = await pages.open({ colorScheme: "light" });
		await page.goto("/docs");
		await page.getByRole("button", { name: "Colours of the page" }).click();
		for (const path of ["/docs/operators", "/sign-in"]) {
			await page.goto(path);
			await page.locator('html[data-mantine-color-scheme="dark"]').waitFor({ state: "attached" });
		}
	});

	test.concurrent("is linked from the sign-in page, and redirects old links to the API reference", async () => {
		const { page } = await pages.open();
		await page.goto("/sign-in");
		await page.getByRole("link", { name: "Documentation" }).click();
		await page.getByRole("heading", { name: "Packshot documentation" }).waitFor();
		await page.goto("about:blank");
		await page.goto("/docs#getProduct");
		await page.waitForURL(/\/docs\/api#getProduct$/);
		await page.getByRole("heading", { level: 1 }).waitFor();
	});
});
