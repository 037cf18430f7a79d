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
			for (const path of [
				"",
				"/integrators",
				"/settings",
				"/decisions",
				"/packages/sdk",
				"/api",
				"/api/orders",
			]) {
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

	test.concurrent("is linked from the sign-in page", async () => {
		const { page } = await pages.open();
		await page.goto("/sign-in");
		await page.getByRole("link", { name: "Documentation" }).click();
		await page.getByRole("heading", { name: "Packshot documentation" }).waitFor();
	});

	test.concurrent.each([
		["/docs#getProduct", "/docs/api/products#getProduct"],
		["/docs/api#getProduct", "/docs/api/products#getProduct"],
		["/docs/api#/Products/getProduct", "/docs/api/products#getProduct"],
		["/docs/api#error-out_of_scope", "/docs/api/errors#error-out_of_scope"],
		["/docs/api#error-codes", "/docs/api/errors"],
	])("leads from %s, of earlier versions of the API reference, to %s", async (from, to) => {
		const { page, faults } = await pages.open();
		await page.goto(from);
		await page.waitForURL(pages.origin + to);
		await page.getByRole("heading", { level: 1, name: /^API: / }).waitFor();
		expect(faults).toEqual([]);
	});

	test.concurrent("shows calls in one language, which is kept, as they are made at this address", async () => {
		const { page, faults } = await pages.open();
		await page.goto("/docs/api/orders");
		const ts = page.getByText("packshot.orders.quote({");
		await page.getByText(`curl '${pages.origin}/api/v1/orders/quote'`).waitFor();
		expect(await ts.isVisible()).toBe(false);
		await page.getByRole("group", { name: "Language" }).first().getByLabel("curl").focus();
		await page.keyboard.press("ArrowRight");
		await ts.waitFor();
		await page.reload();
		await ts.waitFor();
		expect(faults).toEqual([]);
	});

	test.concurrent("can be read without script, and without the price list", async () => {
		const { page } = await pages.open({ javaScriptEnabled: false });
		const { page: unpriced } = await pages.open();
		await unpriced.route("**/api/v1/pricing", (route) => route.abort());
		for (const one of [page, unpriced]) {
			await one.goto("/docs/api/products");
			await one.getByText("see prices").first().waitFor();
			await one.getByRole("group", { name: "Language" }).first().getByText("Python").click();
			await one.getByText("import requests").first().waitFor();
			expect(await one.getByRole("link", { name: "Try it" }).count()).toBe(0);
		}
	});
});
