import type { Locator } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoBrowser } from "../support/chromium.ts";
import { type BuiltPages, settled, startBuiltPages } from "../support/pages.ts";
import { createKey, openSignUp, signInAdministrator, signUp } from "../support/people.ts";

/** The pages used without a mouse. */

const noBrowser = whyNoBrowser();
if (noBrowser) console.info(`nobody types on the pages: ${noBrowser}`);

describe.skipIf(noBrowser !== undefined)("with the keyboard alone", () => {
	let pages: BuiltPages;
	beforeAll(async () => {
		pages = await startBuiltPages();
		const { page } = await pages.open();
		await signInAdministrator(pages, page, "admin@example.com");
		await openSignUp(page);
	});
	afterAll(() => pages?.close());

	/** Name of the focused element, as a screen reader would read it. */
	const focused = `(() => {
		const { ariaLabel, textContent } = document.activeElement;
		return (ariaLabel ?? textContent ?? "").trim();
	})()`;

	/** Width of the focused element's outline: whether the focus is visible. */
	const ringWidth = `(() => {
		const seen = (element) => parseFloat(getComputedStyle(element).outlineWidth) || 0;
		const active = document.activeElement;
		return Math.max(seen(active), seen(active.closest("article") ?? active));
	})()`;

	test("the first tab stop skips the menu", async () => {
		const { page } = await pages.open();
		await signUp(page, "skip@example.com");
		await page.reload();
		await settled(page);
		await page.keyboard.press("Tab");
		expect(await page.evaluate(focused)).toBe("Skip to the content");
		await page.keyboard.press("Enter");
		await page.keyboard.press("Tab");
		expect(await page.evaluate(focused)).toBe("My account");
	});

	test("filters can be skipped", async () => {
		const { page } = await pages.open();
		await signUp(page, "finder@example.com");
		await page.goto("/find");
		await page.getByText("1 product", { exact: true }).waitFor();
		await page.getByRole("textbox", { name: "Search for products" }).focus();
		for (let stop = 0; stop < 4 && (await page.evaluate(focused)) !== "Skip to the results"; stop++) {
			await page.keyboard.press("Tab");
		}
		await page.keyboard.press("Enter");
		await page.keyboard.press("Tab");
		expect(await page.evaluate("document.activeElement.closest('#results') !== null")).toBe(true);
	});

	test("all pages of an administrator are in sight on a small laptop, and the own shop behind a switch", async () => {
		const { page } = await pages.open({ viewport: { width: 1366, height: 768 } });
		await signInAdministrator(pages, page, "tall@example.com");
		await page.goto("/admin");
		const menu = page.getByRole("complementary", { name: "Menu" });
		const bottom = (link: Locator) => link.evaluate((element) => element.getBoundingClientRect().bottom);
		const settings = menu.getByRole("link", { name: "Settings" });
		await settings.waitFor();
		expect(await bottom(settings)).toBeLessThan(710);
		await menu.getByRole("link", { name: "Your shop" }).press("Enter");
		const last = menu.getByRole("link", { name: "Your sign-in" });
		await last.waitFor();
		expect(await bottom(last)).toBeLessThan(710);
		expect(await settings.isVisible()).toBe(false);
		// On paper, none of them is.
		await page.emulateMedia({ media: "print" });
		expect(await last.isVisible()).toBe(false);
		expect(await page.getByRole("heading", { level: 1 }).isVisible()).toBe(true);
	});

	test("everything is found from any page, and what somebody may not see is not", async () => {
		const { page, faults } = await pages.open();
		await signInAdministrator(pages, page, "finds@example.com");
		await page.goto("/admin/prices");
		const home = page.getByRole("link", { name: "Packshot, home" });
		await home.focus();
		// As a Hebrew keyboard types it.
		await home.dispatchEvent("keydown", { key: "ל", code: "KeyK", ctrlKey: true, bubbles: true });
		const field = page.getByRole("combobox", { name: "Search pages" });
		const current = () => page.getByRole("option", { selected: true }).innerText();
		await field.waitFor();
		expect(await current()).toBe("Overview");
		await page.keyboard.press("ArrowUp");
		expect(await current()).toContain("Your sign-in");
		await page.keyboard.press("ArrowDown");
		expect(await current()).toBe("Overview");
		await page.keyboard.press("Escape");
		await field.waitFor({ state: "detached" });
		expect(await page.evaluate("document.activeElement.ariaLabel")).toBe("Packshot, home");

		await page.keyboard.press("Control+K");
		await field.waitFor();
		await page.keyboard.type("finds@");
		await page.getByRole("group", { name: "Accounts" }).getByText("finds@example.com").waitFor();
		await field.fill("מצה");
		await page.getByText("Nothing found.").waitFor();
		await page.keyboard.press("Control+A");
		// At once: what is opened is what is typed now.
		await page.keyboard.type("matzah");
		await page.keyboard.press("Enter");
		await page.waitForURL("**/admin/catalogue/*");
		expect(faults).toEqual([]);

		const shop = await pages.open({ viewport: { width: 390, height: 844 } });
		await signUp(shop.page, "seeks@example.com");
		const { clientId } = await createKey(shop.page, "Front till");
		const asked: string[] = [];
		shop.page.on("request", (request) => asked.push(new URL(request.url()).pathname));
		await shop.page.goto("/");
		await shop.page.getByRole("button", { name: "Search" }).press("Enter");
		await shop.page.getByRole("combobox").waitFor();
		await shop.page.keyboard.type("matz");
		await shop.page.getByRole("group", { name: "Products" }).getByText("Matzah").waitFor();
		await shop.page.keyboard.press("Control+A");
		await shop.page.keyboard.type("finds@");
		await shop.page.getByText("Nothing found.").waitFor();
		expect(asked.filter((path) => path.includes("/admin/"))).toEqual([]);
		await shop.page.keyboard.press("Control+A");
		await shop.page.keyboard.type("front");
		await shop.page.keyboard.press("Enter");
		await shop.page.waitForURL(`**/keys/${clientId}`);
		expect(shop.faults).toEqual([]);
	});

	test("a key is created and stored", async () => {
		const { page, faults } = await pages.open();
		await signUp(page, "typist@example.com");
		await page.goto("/keys");
		await settled(page);
		for (let stop = 0; stop < 30 && (await page.evaluate(focused)) !== "Create key"; stop++) {
			await page.keyboard.press("Tab");
			expect(await page.evaluate(ringWidth), await page.evaluate(focused)).toBeGreaterThanOrEqual(1);
		}
		await page.keyboard.press("Enter");
		const dialog = page.getByRole("dialog");
		await dialog.getByLabel("Name").waitFor();
		await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("INPUT");
		await page.keyboard.type("By hand");
		await page.keyboard.press("Enter");
		await dialog.getByText("Shown once").waitFor();

		const inDialog = "document.activeElement.closest('[role=dialog]') !== null";
		for (let stop = 0; stop < 12; stop++) {
			await page.keyboard.press("Tab");
			expect(await page.evaluate(inDialog)).toBe(true);
		}
		for (let stop = 0; stop < 12 && (await page.evaluate(focused)) !== "I have stored it"; stop++) {
			await page.keyboard.press("Tab");
		}
		await page.keyboard.press("Enter");
		await page.getByRole("heading", { name: "By hand" }).waitFor();
		await expect.poll(() => page.evaluate("document.activeElement.tagName")).toBe("H1");
		expect(faults).toEqual([]);
	});

	test("a dialog closes with Escape and returns the focus", async () => {
		const { page } = await pages.open();
		await signUp(page, "escape@example.com");
		await page.goto("/keys");
		await page.getByRole("button", { name: "Create key" }).focus();
		await page.keyboard.press("Enter");
		await page.getByRole("dialog").getByLabel("Name").waitFor();
		await page.keyboard.press("Escape");
		await page.getByRole("dialog").waitFor({ state: "hidden" });
		await expect.poll(() => page.evaluate(focused)).toBe("Create key");
	});

	test("the menu on a narrow screen opens, holds the focus, follows a link and closes", async () => {
		const { page } = await pages.open({ viewport: { width: 390, height: 844 } });
		await signUp(page, "narrow@example.com");
		await page.getByRole("button", { name: "Open the menu" }).focus();
		await page.keyboard.press("Enter");
		const menu = page.getByRole("dialog", { name: "Menu" });
		const inMenu = "document.activeElement.closest('[role=dialog]') !== null";
		await expect.poll(() => page.evaluate(inMenu)).toBe(true);
		const stops = await menu.locator("a, button").count();
		for (let stop = 0; stop <= stops; stop++) {
			await page.keyboard.press("Tab");
			expect(await page.evaluate(inMenu), await page.evaluate(focused)).toBe(true);
		}
		for (let stop = 0; stop < stops && (await page.evaluate(focused)) !== "Your sign-in"; stop++) {
			await page.keyboard.press("Tab");
		}
		expect(await page.evaluate(focused)).toBe("Your sign-in");
		await page.keyboard.press("Enter");
		await page.getByRole("heading", { name: "Your sign-in", exact: true }).waitFor();
		await menu.waitFor({ state: "hidden" });
	});
});
