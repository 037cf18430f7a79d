import type { Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { whyNoBrowser } from "../support/chromium.ts";
import { type BuiltPages, screenshot, settled, startBuiltPages } from "../support/pages.ts";
import { createKey, signInAdministrator } from "../support/people.ts";

/** Whatever breaks between the pages and the service, people read plain words, never a message of their browser. */

const noBrowser = whyNoBrowser();
if (noBrowser) console.info(`nobody sees broken answers: ${noBrowser}`);

const ENGINE =
	/Unexpected (end|token)|JSON|Failed to fetch|NetworkError|Load failed|TypeError|SyntaxError|Error:|undefined|null|is not a|not iterable|Cannot (read|destructure)/;
const HTML = "<html><body><h1>Gateway</h1></body></html>";

const BROKEN: Readonly<Record<string, (route: Route) => Promise<void>>> = {
	"no network": (route) => route.abort("internetdisconnected"),
	"an empty 200": (route) => route.fulfill({ status: 200, body: "" }),
	"a proxy's page with 200": (route) => route.fulfill({ status: 200, contentType: "text/html", body: HTML }),
	"a proxy's page with 502": (route) => route.fulfill({ status: 502, contentType: "text/html", body: HTML }),
	"a proxy's page with 413": (route) => route.fulfill({ status: 413, contentType: "text/html", body: HTML }),
	"JSON that is cut off": (route) => route.fulfill({ status: 200, json: undefined, body: '{"data": [{"' }),
	"an object of another kind, which breaks the drawing of a page": (route) =>
		route.fulfill({ status: 200, body: '{"data": 7, "webhook": 7, "paths": 7}' }),
};

describe.skipIf(noBrowser !== undefined)("the pages", () => {
	let pages: BuiltPages;
	let page: Page;
	let clientId: string;
	beforeAll(async () => {
		pages = await startBuiltPages({ PACKSHOT_WEBHOOKS: "on", PACKSHOT_WEBHOOK_ALLOW: "127.0.0.0/8" });
		({ page } = await pages.open());
		await signInAdministrator(pages, page, "admin@example.com");
		({ clientId } = await createKey(page, "Shop"));
	});
	afterAll(() => pages?.close());

	const shownText = () => page.locator("body").innerText();

	test("send a test message without an error", async () => {
		await page.goto(`/keys/${clientId}/webhook`);
		await page.getByLabel("URL").fill("http://127.0.0.1:1/hooks");
		await page.getByRole("button", { name: "Set the webhook" }).click();
		await page.getByRole("button", { name: "I have stored it" }).click();
		const answer = page.waitForResponse((response) => response.url().endsWith("/webhook/test"));
		await page.getByRole("button", { name: "Send a test" }).click();
		expect((await answer).status()).toBe(202);
		await settled(page);
		await page.getByText("A test is on its way.").waitFor();
		await page.getByText("Failed", { exact: true }).waitFor();
		await screenshot(page, "webhook-tested");
		expect(await shownText()).not.toMatch(ENGINE);
	});

	test("say plainly what was done if the code that shows it prettily does not arrive", async () => {
		await page.route(/\/assets\/Toasts-/, (route) => route.abort());
		await page.goto(`/keys/${clientId}/webhook`);
		await page.getByRole("button", { name: "Send a test" }).click();
		const said = page.getByRole("alert").filter({ hasText: "A test is on its way." });
		await said.waitFor();
		await screenshot(page, "plain-message");
		await said.getByRole("button", { name: "Close" }).click();
		await said.waitFor({ state: "detached" });
		await page.unroute(/\/assets\/Toasts-/);
	});

	test.each(Object.entries(BROKEN))("say what to do after %s", async (what, broken) => {
		const paths = /\/portal\/api\/(?!session)/;
		await page.route(paths, broken);
		for (const place of [`/keys/${clientId}/webhook`, "/find?q=matzah"]) {
			await page.goto(place);
			const alert = page.getByRole("alert").first();
			await alert.waitFor();
			const said = await alert.innerText();
			expect([place, said]).toEqual([place, expect.stringMatching(/\b(try|send|look|reload)\b/i)]);
			expect([place, await shownText()]).toEqual([place, expect.not.stringMatching(ENGINE)]);
			await screenshot(page, `broken-${what.replaceAll(/\W+/g, "-")}-${place.replaceAll(/\W+/g, "-")}`);
		}
		await page.unroute(paths);
	});
});
