import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PORTAL_PATHS } from "../../web/src/shell/page-table.ts";
import { whyNoBrowser } from "../support/chromium.ts";
import {
	type BuiltPages,
	changeScheme,
	screenshot,
	settled,
	smallTargets,
	startBuiltPages,
} from "../support/pages.ts";
import { createKey, mayPropose, openSignUp, signInAdministrator } from "../support/people.ts";
import { isLong } from "../support/thoroughness.ts";

/**
 * Checks every page, empty and full, for anything a machine can detect: in the gate narrow in dark mode, and wide for what does not fit; in long runs
 * narrow and wide, each in both schemes.
 */

const noBrowser = whyNoBrowser();
if (noBrowser) console.info(`nobody looks at the pages: ${noBrowser}`);

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const LONG_HEBREW = "מאפיית לחם הבית המסורתית של משפחת כהן־אלבז ובניו בע״מ, סניף ירושלים";
const SCHEME = "document.documentElement.dataset.mantineColorScheme";
const LONG_WORD = `Endless${"ly".repeat(60)}`;

const schemes = ["light", "dark"] as const;
/** The rules that a change of colours alone can break. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];
/**
 * Pages are loaded in one scheme; in long runs they switch to the other while open. Pages that are only checked in one width are always
 * checked in both schemes.
 */
const looks: readonly { width: number; scheme: (typeof schemes)[number]; seenIn: readonly string[] }[] =
	isLong
		? [
				{ width: 390, scheme: "dark", seenIn: schemes },
				{ width: 1440, scheme: "light", seenIn: schemes },
			]
		: [{ width: 390, scheme: "dark", seenIn: ["dark"] }];

describe.skipIf(noBrowser !== undefined)("every page", () => {
	let pages: BuiltPages;
	let state: Awaited<ReturnType<typeof signedInState>>;
	const keys: string[] = [];
	let casePath: string;
	const mine = (tab: string) => `/keys/${keys[0]}${tab}`;

	const before = [
		["sign-in", () => "/sign-in"],
		["setup-used", () => "/setup#0123456789"],
		["sign-up", () => "/sign-up"],
		["confirm-sign-up", () => "/sign-up/confirm#0123456789"],
		["confirm-sign-up-incomplete", () => "/sign-up/confirm"],
		["reset", () => "/reset#0123456789"],
		["reset-incomplete", () => "/reset"],
		["welcome", () => "/welcome#0123456789"],
		["confirm-email", () => "/email/confirm#0123456789"],
		["unsubscribe-incomplete", () => "/unsubscribe/nothing"],
		["reference", () => "/docs/api"],
		["reference-calls", () => "/docs/api/products#getProduct"],
	] as const;
	/** Each page as it first appears, and in other states below. */
	const first = PORTAL_PATHS.filter((path) => !path.includes(":")).map(
		(path) => [path.slice(1).replaceAll("/", "-") || "home", () => path] as const,
	);
	const behind = [
		...first,
		["overview", () => mine("")],
		["overview-empty", () => `/keys/${keys[2]}`],
		["calls", () => mine("/calls")],
		["calls-none", () => mine("/calls?search=9999999")],
		["calls-empty", () => `/keys/${keys[2]}/calls`],
		["ledger", () => mine("/ledger")],
		["ledger-empty", () => `/keys/${keys[2]}/ledger`],
		["spending-of-a-key", () => `/spending?key=${keys[0]}&days=last-month`],
		["spending-empty", () => `/spending?key=${keys[2]}`],
		["top-ups", () => mine("/top-ups")],
		["top-ups-empty", () => `/keys/${keys[2]}/top-ups`],
		["webhook", () => mine("/webhook")],
		["webhook-empty", () => `/keys/${keys[2]}/webhook`],
		["try", () => mine("/try")],
		["find-matz", () => "/find?q=matz"],
		["find-none", () => "/find?q=nothing&vegan=1"],
		["product", () => `/find/${pages.barcode}`],
		["my-products-of-a-key", () => `/my-products?key=${keys[0]}`],
		["my-products-empty", () => `/my-products?key=${keys[2]}`],
		["admin-top-ups-all", () => "/admin/top-ups?state=all"],
		["admin-top-ups-none", () => "/admin/top-ups?state=rejected"],
		["admin-review-none", () => "/admin/review?state=rejected"],
		["admin-clients-none", () => "/admin/clients?state=revoked"],
		["admin-client", () => `/keys/${keys[0]}/policy`],
		["admin-client-preview", () => `/keys/${keys[0]}/preview`],
		["admin-client-history", () => `/keys/${keys[0]}/history`],
		["admin-trace-none", () => "/admin/trace?state=closed&search=nothing"],
		["admin-case", () => casePath],
		["admin-case-report", () => `${casePath}/report`],
		["admin-imports-none", () => "/admin/imports?batch=nobody"],
		["admin-catalogue-filtered", () => "/admin/catalogue?q=matz&has_front=0"],
		["admin-catalogue-none", () => "/admin/catalogue?q=nothing"],
		["admin-catalogue-changes-none", () => "/admin/catalogue/changes?kind=removed"],
		["admin-catalogue-doubtful-list", () => "/admin/catalogue/doubtful/hechsher_once"],
		["admin-catalogue-product", () => `/admin/catalogue/${pages.barcode}`],
		["not-found", () => "/nowhere"],
	] as const;

	beforeAll(async () => {
		pages = await startBuiltPages({ PACKSHOT_WEBHOOKS: "on", PACKSHOT_WEBHOOK_ALLOW: "127.0.0.0/8" });
		state = await signedInState();
	});
	afterAll(() => pages?.close());

	/** An administrator with three keys: a busy one with a long name, one with an endless name, and an unused one. */
	async function signedInState() {
		const { page } = await pages.open();
		await signInAdministrator(pages, page, "admin@example.com");
		await openSignUp(page);
		for (const name of [LONG_HEBREW, LONG_WORD, "Unused"]) {
			keys.push((await createKey(page, name)).clientId);
		}
		await askAndApprove(page, "250", "הזמנה 4412, לקראת החג");
		await spend(page);
		await failToTell(page);
		await propose(page);
		await page.goto(mine("/top-ups"));
		await ask(page, "1000000", LONG_WORD);
		await traceStrange(page);
		return page.context().storageState();
	}

	async function askAndApprove(page: Page, credits: string, note: string): Promise<void> {
		await page.goto(mine("/top-ups"));
		await ask(page, credits, note);
		await page.goto("/admin/top-ups");
		await page.getByRole("button", { name: /^Approve / }).click();
		await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
		await page.getByText("Nothing is waiting").waitFor();
	}

	/** Traces a picture that is not in the catalogue. */
	async function traceStrange(page: Page): Promise<void> {
		await page.goto("/admin/trace");
		const create = { width: 90, height: 60, channels: 3, background: "#776655" } as const;
		const buffer = await sharp({ create }).png().toBuffer();
		const file = { name: `${LONG_HEBREW}.png`, mimeType: "image/png", buffer };
		await page.getByLabel("Leaked pictures").setInputFiles(file);
		await page.getByLabel("Name of the case").fill(LONG_HEBREW);
		await page.getByLabel("About the case").fill(LONG_WORD);
		await page.getByRole("button", { name: "Trace", exact: true }).click();
		await page.getByRole("heading", { name: "Nobody is named" }).waitFor();
		casePath = new URL(page.url()).pathname;
	}

	/** Allows the administrator to propose under a long name, and proposes a fact. */
	async function propose(page: Page): Promise<void> {
		await mayPropose(page, "admin@example.com", LONG_HEBREW);
		await page.goto("/propose");
		await page.getByLabel("Barcode").fill(pages.barcode);
		await page.getByText("Product facts").click();
		await page.getByLabel("Brand").fill(LONG_WORD);
		await page.getByRole("button", { name: "Suggest a correction", exact: true }).click();
		await page.getByText("Waiting", { exact: true }).waitFor();
	}

	/** Sets a webhook to an address where nothing listens, and triggers a test delivery. */
	async function failToTell(page: Page): Promise<void> {
		await page.goto(mine("/webhook"));
		await page.getByLabel("URL").fill("http://127.0.0.1:1/hooks");
		await page.getByRole("button", { name: "Set the webhook" }).click();
		await page.getByRole("dialog").getByText("Shown once").waitFor();
		await page.getByRole("button", { name: "I have stored it" }).click();
		await page.getByRole("button", { name: "Send a test" }).click();
		await page.getByText("Failed", { exact: true }).waitFor();
	}

	async function ask(page: Page, credits: string, note: string): Promise<void> {
		await page.getByLabel("Credits", { exact: true }).fill(credits);
		await page.getByLabel("Note").fill(note);
		await page.getByRole("button", { name: "Ask for credits" }).click();
		await page.getByRole("table", { name: "Top-ups" }).getByText("Waiting").waitFor();
	}

	async function spend(page: Page): Promise<void> {
		await page.goto(mine("/try"));
		await page.getByLabel("barcode").fill(pages.barcode);
		for (let time = 0; time < 3; time++) {
			await page.getByRole("button", { name: "Run the call" }).click();
			await page.getByText(/^Charged/).waitFor();
			await settled(page);
		}
	}

	/** The violations that axe finds, one line per element. @param rules only colours, if the other rules were checked in the other scheme. */
	async function violations(page: Page, rules: "all" | "colours" = "all"): Promise<string[]> {
		if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
		const options = {
			resultTypes: ["violations"],
			...(rules === "colours" ? { runOnly: { type: "rule", values: COLOUR_RULES } } : {}),
		};
		const results = (await page.evaluate(`axe.run(${JSON.stringify(options)})`)) as AxeResults;
		return results.violations.flatMap(({ id, nodes }) =>
			nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
		);
	}

	/** Checks the page in the given schemes, restores the original scheme, and clears the recorded faults. */
	async function requireSound(
		page: Page,
		faults: string[],
		name: string,
		seenIn: readonly string[] = schemes,
	): Promise<void> {
		await settled(page);
		await requireNoSidewaysScrolling(page, name);
		const loadedIn = await schemeOf(page);
		for (const scheme of schemes.toSorted((one) => (one === loadedIn ? 1 : -1))) {
			if (!seenIn.includes(scheme)) continue;
			const rules = scheme === loadedIn ? "all" : "colours";
			await changeScheme(page, scheme);
			await screenshot(page, `${name}-${scheme}`);
			expect(await violations(page, rules), `${name}, ${scheme}`).toEqual([]);
		}
		if (!isLong) await requireNoSidewaysScrolling(page, `${name}, wide`, 1440);
		// Browsers report the status of a missing page, an invalid link or a failed request as a console error.
		const statuses = { "not-found": "404", "setup-used": "410", unsubscribe: "410", failure: "500" };
		const status = Object.entries(statuses).find(([start]) => name.startsWith(start))?.[1];
		const expected = `console: Failed to load resource: the server responded with a status of ${status}`;
		expect(
			faults.splice(0).filter((fault) => !fault.startsWith(expected)),
			name,
		).toEqual([]);
	}

	/** @param width in pixels, for the time of the check; the page's own if omitted */
	async function requireNoSidewaysScrolling(page: Page, name: string, width?: number): Promise<void> {
		const viewport = page.viewportSize();
		if (width && viewport) await page.setViewportSize({ ...viewport, width });
		const scrollsSideways = "document.documentElement.scrollWidth > document.documentElement.clientWidth";
		expect(await page.evaluate(scrollsSideways), `${name} scrolls sideways`).toBe(false);
		if (width && viewport) await page.setViewportSize(viewport);
	}

	function schemeOf(page: Page): Promise<string> {
		return page.evaluate(SCHEME);
	}

	test.concurrent.each(looks)(
		"has no axe violations, page errors or sideways scrolling when signed out, at $width pixels in $scheme mode",
		async ({ scheme, width, seenIn }) => {
			const { page, faults } = await pages.open({ colorScheme: scheme, viewport: { width, height: 844 } });
			for (const [name, path] of before) {
				await page.goto("about:blank");
				await page.goto(path());
				await requireSound(page, faults, `${name}-${width}`, seenIn);
			}
		},
	);

	test.concurrent.each(looks)(
		"has no axe violations, page errors, sideways scrolling or targets too small for fingers when signed in, at $width pixels in $scheme mode",
		async ({ scheme, width, seenIn }) => {
			const viewport = { width, height: 900 };
			const { page, faults } = await pages.open({ colorScheme: scheme, viewport, storageState: state });
			for (const [name, path] of behind) {
				await page.goto(path());
				await requireSound(page, faults, `${name}-${width}`, seenIn);
				if (width === 390) expect(await smallTargets(page), name).toEqual([]);
			}
		},
	);

	test.concurrent.each(looks)(
		"has dialogs without axe violations, sideways scrolling or page errors, at $width pixels in $scheme mode",
		async ({ scheme, width, seenIn }) => {
			const viewport = { width, height: 844 };
			const { page, faults } = await pages.open({ colorScheme: scheme, viewport, storageState: state });
			await page.goto("/keys");
			await page.getByRole("button", { name: "Create key" }).click();
			await page.getByRole("dialog").getByLabel("Name").waitFor();
			await requireSound(page, faults, `dialog-create-${width}`, seenIn);
			for (const action of ["Rename", "Rotate the API key", "Revoke for good"]) {
				await page.goto(mine(""));
				await page.getByRole("button", { name: "Manage" }).click();
				await page.getByRole("menuitem", { name: action }).waitFor();
				await requireSound(page, faults, `menu-manage-${width}`, seenIn);
				await page.getByRole("menuitem", { name: action }).click();
				await page.getByRole("dialog").waitFor();
				await requireSound(page, faults, `dialog-${action.slice(0, 6).toLowerCase()}-${width}`, seenIn);
			}
			await page.keyboard.press("Escape");
			await page.getByRole("dialog").waitFor({ state: "detached" });
			await page.keyboard.press("Control+K");
			await page.getByRole("combobox").fill("admin");
			await page.getByRole("group", { name: "Accounts" }).waitFor();
			await requireSound(page, faults, `dialog-search-${width}`, seenIn);
			await page.goto("/admin/top-ups");
			await page.getByRole("button", { name: /^Reject / }).click();
			await page.getByRole("dialog").waitFor();
			await requireSound(page, faults, `dialog-reject-${width}`, seenIn);
			await page.goto("/admin/accounts");
			await page
				.getByRole("button", { name: /^Actions for/ })
				.first()
				.click();
			await page.getByRole("menuitem", { name: "Make a reset link" }).click();
			await page.getByRole("dialog").getByRole("button", { name: "Make the link" }).click();
			await page.getByRole("dialog").getByText("The link works once").waitFor();
			await requireSound(page, faults, `dialog-reset-link-${width}`, seenIn);
		},
	);

	test.concurrent("shows a tried call with its response, headers and code, without axe violations", async () => {
		const { page, faults } = await pages.open({ storageState: state, viewport: { width: 390, height: 844 } });
		await page.goto(mine("/try"));
		await page.getByLabel("barcode").fill(pages.barcode);
		// A busy service may refuse a call, and whoever tries it runs it again.
		await expect
			.poll(async () => {
				await page.getByRole("button", { name: "Run the call" }).click();
				const charged = page.getByText(/^Charged/).waitFor({ timeout: 20_000 });
				return charged.then(
					() => true,
					() => false,
				);
			})
			.toBe(true);
		await page.getByText(/\d+ headers/).click();
		await page.getByText("TypeScript").click();
		await requireSound(page, faults, "try-answer-390");
	});

	test.concurrent("shows failed requests, pages that fail to load, and slow responses", async () => {
		const { page, faults } = await pages.open({ storageState: state });
		const body = {
			error: "internal_error",
			message: "Something went wrong on our side.",
			request_id: "req_1",
		};
		await page.route("**/ledger?*", (route) => route.fulfill({ status: 500, json: body }));
		await page.goto(mine("/ledger"));
		await page.getByRole("alert").getByText("req_1").waitFor();
		await requireSound(page, faults, "failure-1440");
		await page.route("**/assets/Spending*", (route) => route.abort());
		await page.getByRole("link", { name: "Spending", exact: true }).click();
		await page.getByRole("heading", { name: "This page could not be shown" }).waitFor();
		// After it was reloaded once.
		await page.getByText("Part of it did not load. Check your connection").waitFor();
		expect(await violations(page)).toEqual([]);
		const lost = new Set<string>();
		await page.route("**/assets/Orders*", (route) => {
			const url = route.request().url();
			return lost.size === lost.add(url).size ? route.continue() : route.abort();
		});
		const hold = (event: Event) => event.preventDefault();
		await page.evaluate(`addEventListener("beforeunload", globalThis.hold = ${hold})`);
		await page.getByRole("link", { name: "Orders", exact: true }).click();
		await page.getByText("no upload is running").waitFor();
		expect([...lost].some((url) => url.endsWith(".css"))).toBe(true);
		await page.waitForTimeout(3000);
		expect(await page.evaluate("typeof hold"), "the page was reloaded").toBe("function");
		await page.evaluate(`removeEventListener("beforeunload", globalThis.hold)`);
		await page.getByRole("heading", { name: "Orders", exact: true }).waitFor();
		await page.route("**/portal/api/keys", () => {});
		await page.goto("/keys");
		await page.getByRole("heading", { name: "Keys" }).waitFor();
		await page.getByText("Loading").waitFor();
		await screenshot(page, "loading-1440");
		expect(await violations(page)).toEqual([]);
		await changeScheme(page, "dark");
		expect(await violations(page, "colours")).toEqual([]);
	});

	test.concurrent("keeps the chosen colour scheme after a reload, without a flash of the other", async () => {
		const { page } = await pages.open({ storageState: state, colorScheme: "light" });
		await page.goto("/keys");
		await page.getByRole("button", { name: "Colours of the page" }).click();
		await page.getByRole("menuitem", { name: "Dark" }).click();
		await page.reload({ waitUntil: "commit" });
		await page.waitForFunction(`${SCHEME} !== undefined`);
		expect(await schemeOf(page)).toBe("dark");
	});

	test.concurrent("has a menu without axe violations, sideways scrolling or page errors on a narrow screen", async () => {
		const { page, faults } = await pages.open({ storageState: state, viewport: { width: 390, height: 844 } });
		await page.goto("/keys");
		await page.getByRole("button", { name: "Open the menu" }).click();
		await page.getByRole("dialog", { name: "Menu" }).waitFor();
		await requireSound(page, faults, "menu-390");
	});
});
