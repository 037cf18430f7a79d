import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { storedHashes } from "../../src/platform/secrets.ts";
import { HOUR_MS } from "../../src/platform/time/durations.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { type Browser, browser, newAccount, newPerson, PASSWORD } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

/** With mail set up, signing up reveals only to the mailbox whether its address has an account. */

const PUBLIC_URL = "http://photos.example.com";

let packshot: TestService;
let mailServer: MailServer;
let administrator: Awaited<ReturnType<typeof newPerson>>;
beforeAll(async () => {
	mailServer = await startMailServer({ lasting: true });
	packshot = await startService({
		settings: {
			PACKSHOT_SMTP_URL: mailServer.url,
			PACKSHOT_PUBLIC_URL: PUBLIC_URL,
			PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000",
			PACKSHOT_SESSION_DAYS: "365",
			PACKSHOT_SESSION_IDLE_MINUTES: "525600",
			PACKSHOT_SIGN_IN_ATTEMPTS_PER_IP: "20",
		},
	});
	administrator = await newPerson(packshot, { isAdministrator: true });
	await open(true);
});
afterAll(async () => {
	await packshot.close();
	mailServer.close();
});
// Attempts count for 15 minutes.
beforeEach(() => packshot.clock.advance(16 * 60_000));

const sameOrigin = { "sec-fetch-site": "same-origin" };
const open = (sign_up_open: boolean) =>
	administrator.ask("PATCH /admin/settings", { body: { sign_up_open }, headers: sameOrigin });
const signUp = (email: string, more: object = {}) =>
	browser(packshot).ask("POST /sign-up", { body: { email, ...more }, headers: sameOrigin });
const confirm = (token: string, password = PASSWORD, somebody = browser(packshot)) =>
	somebody.ask("POST /sign-up/confirm", { body: { token, password }, headers: sameOrigin });
const signIn = (email: string) =>
	browser(packshot).ask("POST /session", { body: { email, password: PASSWORD }, headers: sameOrigin });

const mailsTo = (email: string) => mailServer.mails.filter(({ to }) => to === email);

/** Signs up and returns the token from the mail. */
async function tokenFor(email: string): Promise<string> {
	expect((await signUp(email)).status).toBe(201);
	const link = /^http:\/\/photos\.example\.com\/sign-up\/confirm#([\w-]{44})$/m;
	const [, token] = link.exec(mailsTo(email).at(-1)?.text ?? "") ?? [];
	if (!token) throw new Error(`no link for ${email}: ${JSON.stringify(mailsTo(email))}`);
	return token;
}

async function accountsOf(email: string): Promise<number> {
	const { read } = packshot.installation.db;
	return (await read.selectFrom("account").selectAll().where("email", "=", email).execute()).length;
}

test("GET /session reports that sign-up is open and confirmed by mail", async () => {
	const { body } = await browser(packshot).ask("GET /session");
	expect(body.service).toMatchObject({ sign_up_open: true, sign_up_by_mail: true });
});

describe("signing up", () => {
	/** An answer without the parts that differ between any two requests. */
	async function answerTo(email: string, more: object = {}) {
		const { status, text, headers } = await signUp(email, more);
		const changing = ["date", "x-request-id"];
		return { status, text, headers: [...headers].filter(([name]) => !changing.includes(name)) };
	}

	test("responds identically for free, taken and disabled addresses, and sends one mail per request", async () => {
		const taken = await newAccount(packshot, { email: "taken@example.com" });
		const disabled = await newAccount(packshot, { email: "disabled@example.com" });
		await administrator.ask("POST /admin/accounts/{account_id}/disable", {
			path: { account_id: disabled.accountId },
			headers: sameOrigin,
		});
		const free = await answerTo("free@example.com");
		expect(free.status).toBe(201);
		expect(JSON.parse(free.text)).toEqual({ account: null, csrf_token: null });
		expect(await answerTo(taken.email)).toEqual(free);
		expect(await answerTo(" TAKEN@example.com ")).toEqual(free);
		expect(await answerTo(disabled.email)).toEqual(free);
		expect(await answerTo(taken.email, { password: PASSWORD })).toEqual(free);
		expect(mailsTo("free@example.com").map(({ subject }) => subject)).toEqual([
			"Confirm your Packshot account",
		]);
		expect(mailsTo(disabled.email)).toHaveLength(1);
		const [mail, ...others] = mailsTo(taken.email);
		expect(others).toHaveLength(2);
		expect(mail?.subject).toBe("You have a Packshot account already");
		expect(mail?.text).toContain(`${PUBLIC_URL}/sign-in`);
		expect(mail?.text).toContain("If you have lost your password");
		expect(mail?.text).not.toContain("#");
	});

	test("stores a row for a taken address too, so that both cases do the same work", async () => {
		await newAccount(packshot, { email: "row@example.com" });
		await signUp("row@example.com");
		await signUp("rowless@example.com");
		const links = await packshot.installation.db.read
			.selectFrom("sign_up_link")
			.selectAll()
			.where("email", "in", ["row@example.com", "rowless@example.com"])
			.orderBy("email")
			.execute();
		expect(links.map(({ email, used_at }) => [email, used_at])).toEqual([
			["row@example.com", null],
			["rowless@example.com", null],
		]);
	});

	test("creates the account only when the link is confirmed, with the password chosen there", async () => {
		const email = "mailbox@example.com";
		expect(
			(await signUp(email, { password: "harbour-candle-44-mint" })).headers.get("set-cookie"),
		).toBeNull();
		expect(await accountsOf(email)).toBe(0);
		const token = await tokenFor(email);
		const person = browser(packshot);
		const confirmed = await confirm(token, PASSWORD, person);
		expect(confirmed.status).toBe(201);
		expect(confirmed.body.account).toMatchObject({ email, is_administrator: false });
		expect((await person.ask("GET /keys")).status).toBe(200);
		expect((await signIn(email)).status).toBe(200);
	});

	test("sends at most 5 mails per address in 15 minutes, free or taken, whoever asks", async () => {
		await newAccount(packshot, { email: "pestered@example.com" });
		for (const email of ["pestered@example.com", "stranger@example.com"]) {
			const answers = await Promise.all(Array.from({ length: 7 }, () => signUp(email)));
			expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 201, 429, 429]);
			expect(mailsTo(email)).toHaveLength(5);
		}
		// Sign-up mails do not keep anybody from signing in.
		expect((await signIn("pestered@example.com")).status).toBe(200);
	});

	test("limits sign-ups from one IP address to 20", async () => {
		const answers = await Promise.all(
			Array.from({ length: 24 }, (_, place) => signUp(`plenty${place}@example.com`)),
		);
		expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
	});

	test("requires a valid address, and returns sign_up_closed when sign-up is closed", async () => {
		expect((await signUp("no address")).body.error).toBe("bad_request");
		await open(false);
		expect((await signUp("closed@example.com")).body.error).toBe("sign_up_closed");
		expect(mailsTo("closed@example.com")).toEqual([]);
		await open(true);
	});

	test("returns 503 with Retry-After when the mail server refuses the mail, without counting the attempt", async () => {
		const refusing = await startMailServer();
		refusing.refuse();
		const settings = { PACKSHOT_SMTP_URL: refusing.url, PACKSHOT_PUBLIC_URL: PUBLIC_URL };
		const other = await startService({ settings });
		onTestFinished(() => other.close());
		const boss = await newPerson(other, { isAdministrator: true });
		await boss.ask("PATCH /admin/settings", { body: { sign_up_open: true }, headers: sameOrigin });
		await newAccount(other, { email: "taken@example.com" });
		for (const email of ["taken@example.com", "free@example.com"]) {
			for (let time = 0; time < 6; time++) {
				const { status, headers, body } = await browser(other).ask("POST /sign-up", {
					body: { email },
					headers: sameOrigin,
				});
				expect([status, body.message]).toEqual([503, "The mail could not be sent."]);
				expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
			}
		}
	});
});

describe("a sign-up confirmation link", () => {
	test("works only once, even when used in parallel", async () => {
		const email = "once@example.com";
		const token = await tokenFor(email);
		const answers = await Promise.all(Array.from({ length: 4 }, () => confirm(token)));
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 410, 410, 410]);
		expect((await confirm(token)).body.error).toBe("link_invalid");
		expect(await accountsOf(email)).toBe(1);
	});

	test("does not create a second account for the same address, in parallel or in sequence", async () => {
		const email = "twice@example.com";
		const tokens = [await tokenFor(email), await tokenFor(email), await tokenFor(email)] as const;
		const answers = await Promise.all([confirm(tokens[0]), confirm(tokens[1])]);
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 410]);
		expect((await confirm(tokens[2], "harbour-candle-44-mint")).status).toBe(410);
		expect(await accountsOf(email)).toBe(1);
		expect((await signIn(email)).status).toBe(200);
	});

	test("expires after an hour, or when the address gets an account in the meantime", async () => {
		const late = await tokenFor("late@example.com");
		packshot.clock.advance(HOUR_MS);
		expect((await confirm(late)).body.error).toBe("link_invalid");
		const overtaken = await tokenFor("overtaken@example.com");
		await newAccount(packshot, { email: "overtaken@example.com" });
		expect((await confirm(overtaken, "harbour-candle-44-mint")).body.error).toBe("link_invalid");
		expect((await signIn("overtaken@example.com")).status).toBe(200);
	});

	test("is not used up by a rejected password or by an attempt while sign-up is closed", async () => {
		const token = await tokenFor("steady@example.com");
		expect((await confirm(token, "short")).body.error).toBe("password_too_weak");
		await open(false);
		expect((await confirm(token)).body.error).toBe("sign_up_closed");
		await open(true);
		expect((await confirm(token)).status).toBe(201);
	});

	test("is not interchangeable with a password reset link; made-up tokens are rate-limited as guesses", async () => {
		const person = await newAccount(packshot);
		const { body } = await administrator.ask("POST /admin/accounts/{account_id}/password-reset", {
			path: { account_id: person.accountId },
			headers: sameOrigin,
		});
		expect(body.was_mailed).toBe(true);
		expect((await confirm(body.link.split("#")[1])).body.error).toBe("link_invalid");
		const token = await tokenFor("foreign@example.com");
		const reset = await browser(packshot).ask("POST /password-reset", {
			body: { token, password: PASSWORD },
			headers: sameOrigin,
		});
		expect(reset.body.error).toBe("link_invalid");
		expect((await confirm(`${token}x`)).body.error).toBe("link_invalid");
		const guesses = await Promise.all(Array.from({ length: 20 }, (_, place) => confirm(`guess${place}`)));
		expect(guesses.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
	});

	test("is stored as a keyed hash, and the account it creates is logged as an event", async () => {
		const token = await tokenFor("recorded@example.com");
		const rows = await packshot.installation.db.read.selectFrom("sign_up_link").selectAll().execute();
		expect(JSON.stringify(rows)).not.toContain(token);
		const [hash] = storedHashes(`sign-up ${token}`, packshot.installation.secrets.hashKeys);
		expect(rows.map(({ token_hash }) => token_hash)).toContain(hash);
		const { body } = await confirm(token);
		const { account_id: subject } = body.account;
		const events = await administrator.ask("GET /admin/events", { query: { subject } });
		expect(events.body.data).toMatchObject([{ action: "account.created", account_id: subject }]);
	});
});

describe("an invitation to an account", () => {
	const invite = (owner: Browser, email: string, headers = {}) =>
		owner.ask("POST /members/invitations", { body: { email, role: "buyer" }, headers });

	test("is mailed to its address with the account's name, at most five times in 15 minutes", async () => {
		const owner = await newPerson(packshot);
		await owner.ask("PUT /members/name", { body: { name: "Corner shop" }, headers: sameOrigin });
		const { status, body } = await invite(owner, "mailed@example.com", sameOrigin);
		expect([status, body.was_mailed]).toEqual([201, true]);
		const [mail] = mailsTo("mailed@example.com");
		expect(mail?.text).toContain("the Packshot account of Corner shop");
		expect(mail?.text).toContain(`${PUBLIC_URL}/invitation#${body.link.split("#")[1]}`);
		for (let time = 1; time < 5; time++) await invite(owner, "mailed@example.com", sameOrigin);
		const flooding = await invite(owner, "mailed@example.com", sameOrigin);
		expect([flooding.status, flooding.body.error]).toEqual([429, "sign_in_rate_limit"]);
		expect(mailsTo("mailed@example.com")).toHaveLength(5);
	});
});

describe("without PACKSHOT_PUBLIC_URL", () => {
	test("mails no invitation that could lead elsewhere, and shows its link", async () => {
		const other = await startService({ settings: { PACKSHOT_SMTP_URL: mailServer.url } });
		onTestFinished(() => other.close());
		const owner = await newPerson(other);
		const answer = await other.app.inject({
			method: "POST",
			url: "/portal/api/members/invitations",
			headers: {
				...sameOrigin,
				host: "evil.example.com",
				"content-type": "application/json",
				cookie: owner.cookie ?? "",
				"x-packshot-csrf": owner.csrf ?? "",
			},
			payload: { email: "victim@example.com", role: "buyer" },
		});
		expect([answer.statusCode, answer.json().was_mailed]).toEqual([201, false]);
		expect(mailsTo("victim@example.com")).toEqual([]);
	});

	test("builds links from a loopback Host header only; any other host is 403 sign_up_closed", async () => {
		const other = await startService({ settings: { PACKSHOT_SMTP_URL: mailServer.url } });
		onTestFinished(() => other.close());
		const boss = await newPerson(other, { isAdministrator: true });
		await boss.ask("PATCH /admin/settings", { body: { sign_up_open: true } });
		const ask = (host: string | undefined, email: string) =>
			other.app.inject({
				method: "POST",
				url: "/portal/api/sign-up",
				headers: {
					...(host === undefined ? {} : { host }),
					"content-type": "application/json",
					"x-packshot-csrf": "1",
					...sameOrigin,
				},
				payload: { email },
			});
		for (const host of ["evil.example.com", "localhost.example.com", "127.0.0.1.example.com"]) {
			const answer = await ask(host, "victim@example.com");
			expect([answer.statusCode, answer.json().error]).toEqual([403, "sign_up_closed"]);
			expect(answer.json().message).toContain("PACKSHOT_PUBLIC_URL");
		}
		expect(mailsTo("victim@example.com")).toEqual([]);
		expect((await ask("127.0.0.1:8080", "local@example.com")).statusCode).toBe(201);
		expect(mailsTo("local@example.com")[0]?.text).toContain("http://127.0.0.1:8080/sign-up/confirm#");
	});
});
