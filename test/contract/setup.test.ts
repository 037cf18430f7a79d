import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { addSetup } from "../../src/cli/setup.ts";
import { newSetupLink } from "../../src/operations/pages/set-up/link.ts";
import { runCommands } from "../support/command-line.ts";
import { startMailServer } from "../support/mail-server.ts";
import { browser, newPerson, PASSWORD } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

/** The first run: the link that `serve` prints, what it opens, and what an intruder gets. */

async function empty(settings: Record<string, string> = {}): Promise<TestService> {
	const packshot = await startService({ settings });
	onTestFinished(() => packshot.close());
	return packshot;
}

async function tokenOf({ installation }: TestService): Promise<string> {
	const { db, secrets } = installation;
	const link = await newSetupLink({ db, hashKeys: secrets.hashKeys }, "https://photos.example.com/");
	return /^https:\/\/photos\.example\.com\/setup#(\S{20,})$/.exec(link ?? "")?.[1] ?? "";
}

const WHOLE = {
	administrator: { email: "Boss@example.com", password: PASSWORD, name: "Example Photos" },
	credit: { price: 0.5, currency: "EUR" },
	prices: { "products.get.info": 0.2, "products.get.per_image": 0.4 },
	watermark: { text: "EXAMPLE", place: "bottom-right", width_percent: 15, opacity_percent: 60 },
	rights: { creator: "Example Photos", data_mining: "DMI-PROHIBITED" },
	storefront: { name: "Pantry Pictures", contact: "photos@example.com" },
	sign_up_open: true,
};

function files() {
	const folder = mkdtempSync(join(tmpdir(), "packshot-setup-"));
	onTestFinished(() => rmSync(folder, { recursive: true }));
	return (text: string) => {
		const file = join(folder, "setup.json");
		writeFileSync(file, text);
		return file;
	};
}

const accounts = async ({ installation }: TestService) =>
	(await installation.db.read.selectFrom("account").select("email").execute()).map(({ email }) => email);

test("an installation that nobody uses answers as before, and its link opens the first administrator's account with all that is given", async () => {
	const packshot = await empty();
	const token = await tokenOf(packshot);
	expect((await packshot.call("/health")).status).toBe(200);
	const visitor = browser(packshot);
	const link = await visitor.ask("POST /setup/link", { body: { token } });
	expect(link.body.prices.length).toBeGreaterThan(10);
	expect(link.body.prices_are_fixed).toBe(false);
	const made = await visitor.ask("POST /setup", { body: { token, setup: WHOLE } });
	expect([made.status, made.body.account.email, made.body.account.roles]).toEqual([
		201,
		"boss@example.com",
		["administrator"],
	]);
	// Signed in at once.
	const settings = await visitor.ask("GET /admin/settings");
	expect(settings.body).toMatchObject({ credit_price: 0.5, currency: "EUR", sign_up_open: true });
	const storefront = (await visitor.ask("GET /admin/storefront")).body;
	expect(storefront).toMatchObject({ ...WHOLE.storefront, is_on: false });
	const prices = (await visitor.ask("GET /admin/prices")).body.data;
	expect(prices.find((each: { action: string }) => each.action === "products.get.info").price).toBe(0.2);
	expect((await visitor.ask("GET /admin/watermark")).body.style).toMatchObject({
		mark: { text: "EXAMPLE" },
		place: "bottom-right",
	});
	expect((await visitor.ask("GET /admin/rights")).body.texts.creator).toBe("Example Photos");
	const another = browser(packshot);
	expect((await another.signIn("boss@example.com", PASSWORD)).status).toBe(200);
});

test("of many requests at once with the link, one opens an account", async () => {
	const packshot = await empty();
	const token = await tokenOf(packshot);
	const answers = await Promise.all(
		Array.from({ length: 4 }, (_, place) =>
			browser(packshot).ask("POST /setup", {
				body: { token, setup: { administrator: { email: `boss${place}@example.com`, password: PASSWORD } } },
			}),
		),
	);
	expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array.from({ length: 3 }, () => 410)]);
	expect(await accounts(packshot)).toHaveLength(1);
});

describe("an intruder gets nothing", () => {
	const attempt = (packshot: TestService, token: string) =>
		browser(packshot).ask("POST /setup", {
			body: { token, setup: { administrator: { email: "me@example.net", password: PASSWORD } } },
		});

	test("without the token, with an earlier one, or where there is no link", async () => {
		const packshot = await empty();
		expect((await attempt(packshot, "")).status).toBe(410);
		const earlier = await tokenOf(packshot);
		const token = await tokenOf(packshot);
		expect(token).not.toBe(earlier);
		const stored = await packshot.installation.db.read.selectFrom("portal_setting").selectAll().execute();
		expect(stored.map(({ name }) => name)).toEqual(["setup_link"]);
		expect(stored[0]?.value).not.toContain(token);
		const hash = JSON.parse(stored[0]?.value ?? "");
		for (const guess of [earlier, hash, `${token}x`, token.slice(1), "x".repeat(100)]) {
			expect((await attempt(packshot, guess)).status).toBe(410);
			expect((await browser(packshot).ask("POST /setup/link", { body: { token: guess } })).status).toBe(410);
		}
		expect(await accounts(packshot)).toEqual([]);
	});

	test("with the right token once anybody is an administrator, be it by the command line, and even if disabled", async () => {
		const packshot = await empty();
		const token = await tokenOf(packshot);
		await newPerson(packshot, { roles: ["administrator"] });
		await packshot.alter("update account set disabled_at = 1");
		expect((await attempt(packshot, token)).status).toBe(410);
		expect((await browser(packshot).ask("POST /setup/link", { body: { token } })).status).toBe(410);
		expect(await tokenOf(packshot)).toBe("");
	});

	test("by guessing on and on", async () => {
		const packshot = await empty();
		const token = await tokenOf(packshot);
		let status = 0;
		for (let guess = 0; guess < 60 && status !== 429; guess++)
			status = (await attempt(packshot, `g${guess}`)).status;
		expect(status).toBe(429);
		expect((await browser(packshot).ask("POST /setup/link", { body: { token } })).status).toBe(429);
	});

	test("from another site's page", async () => {
		const packshot = await empty();
		const token = await tokenOf(packshot);
		const answer = await browser(packshot).ask("POST /setup", {
			body: { token, setup: WHOLE },
			headers: { origin: "https://evil.example" },
		});
		expect(answer.status).toBe(403);
		expect(await accounts(packshot)).toEqual([]);
	});
});

test("what is wrong is named, and leaves the link and the installation as they were", async () => {
	const packshot = await empty();
	const token = await tokenOf(packshot);
	const visitor = browser(packshot);
	const refused = async (change: object) => {
		const { status, body } = await visitor.ask("POST /setup", {
			body: { token, setup: { ...WHOLE, ...change } },
		});
		return `${status} ${body.message}`;
	};
	expect(await refused({ administrator: { email: "nobody", password: PASSWORD } })).toMatch(/^400 .*e-mail/);
	expect(await refused({ administrator: { email: "a@example.com" } })).toMatch(
		/^400 .*password: is required/,
	);
	expect(await refused({ administrator: { email: "a@example.com", password: "1234567890" } })).toMatch(
		/^400 /,
	);
	expect(await refused({ prices: { "products.get.everything": 1 } })).toMatch(/^400 .*prices/);
	expect(await refused({ prices: { "products.head": 0.00001 } })).toMatch(
		/^400 prices\.products\.head: at most four/,
	);
	expect(await refused({ credit: { price: 1, currency: "XXY" } })).toMatch(/^400 currency/);
	expect(await refused({ rights: { creator: "x".repeat(2040) } })).toMatch(
		/^400 rights: the texts are too long/,
	);
	expect(await refused({ storefront: { contact: "nobody" } })).toMatch(/^400 storefront\.contact: a mail/);
	expect(await refused({ colour: "red" })).toMatch(/^400 setup\.colour: is not known here/);
	expect(await refused({ watermark: { ...WHOLE.watermark, place: "left" } })).toMatch(
		/^400 setup\.watermark\.place: must be one of .*"bottom-right"/,
	);
	expect(await accounts(packshot)).toEqual([]);
	expect((await visitor.ask("POST /setup", { body: { token, setup: WHOLE } })).status).toBe(201);
});

test("prices are not set once somebody was charged, and nothing else is then", async () => {
	const packshot = await empty();
	const token = await tokenOf(packshot);
	const client = await packshot.client();
	await packshot.product({ barcode: "4011", info: { brand: "Farm" } });
	await packshot.call("/products/4011?include=info", { client });
	const visitor = browser(packshot);
	const file = files()(JSON.stringify(WHOLE));
	const onCommandLine = await runCommands([addSetup], ["setup", "--from", file], packshot.settings);
	expect(onCommandLine.stderr).toContain("prices: somebody was charged already");
	expect((await visitor.ask("POST /setup/link", { body: { token } })).body.prices_are_fixed).toBe(true);
	expect((await visitor.ask("POST /setup", { body: { token, setup: WHOLE } })).status).toBe(409);
	expect(await accounts(packshot)).toEqual([]);
	const { prices: _, ...rest } = WHOLE;
	expect((await visitor.ask("POST /setup", { body: { token, setup: rest } })).status).toBe(201);
});

test("the check-list says how things stand; points are dismissed and brought back, and a test mail makes its point done", async () => {
	const mail = await startMailServer();
	const packshot = await empty({
		PACKSHOT_SMTP_URL: mail.url,
	});
	const boss = await newPerson(packshot, { roles: ["administrator"] });
	const states = async () =>
		Object.fromEntries(
			(await boss.ask("GET /admin/checklist")).body.data.map(
				({ check, state }: { check: string; state: string }) => [check, state],
			),
		);
	expect(await states()).toMatchObject({ address: "open", mail: "open", prices: "open", storefront: "open" });
	const dismiss = (check: string, is_dismissed: boolean) =>
		boss.ask("PUT /admin/checklist/{check}", { path: { check }, body: { is_dismissed } });
	await Promise.all([dismiss("storefront", true), dismiss("rights", true)]);
	expect(await states()).toMatchObject({ storefront: "dismissed", rights: "dismissed" });
	await dismiss("storefront", false);
	expect(await states()).toMatchObject({ storefront: "open", rights: "dismissed" });
	mail.refuse();
	expect((await boss.ask("POST /admin/test-mail")).body).toEqual({
		is_accepted: false,
		reason: "EENVELOPE 550",
	});
	mail.refuse(250);
	expect((await boss.ask("POST /admin/test-mail")).body).toEqual({ is_accepted: true, reason: null });
	expect(mail.mails).toHaveLength(1);
	expect(await states()).toMatchObject({ mail: "done" });
	const holder = await newPerson(packshot);
	expect((await holder.ask("GET /admin/checklist")).status).toBe(403);
	expect((await holder.ask("POST /admin/test-mail")).status).toBe(403);
});

describe("packshot setup", () => {
	test("sets up from a file once, with a one-time password where none is given, and ends the link", async () => {
		const packshot = await empty();
		const token = await tokenOf(packshot);
		const { administrator, ...rest } = WHOLE;
		const file = files()(JSON.stringify({ ...rest, administrator: { email: administrator.email } }));
		const run = (...args: string[]) => runCommands([addSetup], ["setup", ...args], packshot.settings);
		const done = await run("--from", file, "--json");
		expect(done.code).toBe(0);
		expect(done.document).toEqual({ email: "boss@example.com", one_time_password: expect.any(String) });
		const [account] = await packshot.installation.db.read.selectFrom("account").selectAll().execute();
		expect([account?.roles, account?.password_expires_at]).toEqual(['["administrator"]', expect.any(Number)]);
		expect((await browser(packshot).ask("POST /setup/link", { body: { token } })).status).toBe(410);
		const again = await run("--from", file);
		expect([again.code, again.stderr]).toEqual([
			1,
			expect.stringContaining("there is an administrator already"),
		]);
		expect((await run()).stderr).toContain("somebody uses this installation already");
	});

	test("says what is wrong, in which file and where in it", async () => {
		const packshot = await empty();
		const wrong: [text: string, expected: RegExp][] = [
			["{", /setup\.json is not JSON: /],
			["[]", /setup\.json: the body: /],
			['{"administrator": {"email": "x"}}', /setup\.json: administrator\.email: /],
			['{"administrator": {"email": "a@example.com", "pass": "x"}}', /setup\.json: administrator/],
			[
				'{"administrator": {"email": "a@example.com"}, "prices": {"products.head": -1}}',
				/prices\.products\.head: /,
			],
		];
		const write = files();
		for (const [text, expected] of wrong) {
			const args = ["setup", "--from", write(text)];
			const { code, stderr } = await runCommands([addSetup], args, packshot.settings);
			expect([code, stderr]).toEqual([1, expect.stringMatching(expected)]);
		}
	});

	test("takes a file with a byte order mark, and names what is no file", async () => {
		const packshot = await empty();
		const run = (file: string) => runCommands([addSetup], ["setup", "--from", file], packshot.settings);
		const file = files()('\uFEFF{"administrator": {"email": "boss@example.com"}}');
		const folder = dirname(file);
		expect((await run(folder)).stderr).toBe(`packshot: ${folder}: it is a folder, not a file\n`);
		expect((await run(`${file}x`)).stderr).toBe(`packshot: ${file}x: there is no such file or folder\n`);
		expect((await run(file)).code).toBe(0);
	});
});
