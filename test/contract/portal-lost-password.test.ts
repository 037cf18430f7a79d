import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { browser, newAccount, newPerson, PASSWORD } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

/** Whoever lost a password is mailed a link; only the mailbox learns whether its address has one. */

const NEW_PASSWORD = "harbour-candle-44-mint";
let packshot: TestService;
let mailServer: MailServer;
beforeAll(async () => {
	mailServer = await startMailServer({ lasting: true });
	packshot = await startService({
		settings: {
			PACKSHOT_SMTP_URL: mailServer.url,
			PACKSHOT_PUBLIC_URL: "http://photos.example.com",
			PACKSHOT_SIGN_IN_ATTEMPTS_PER_IP: "20",
		},
	});
});
afterAll(async () => {
	await packshot.close();
	mailServer.close();
});
// Mails count for 15 minutes.
beforeEach(() => packshot.clock.advance(16 * 60_000));

const headers = { "sec-fetch-site": "same-origin" };
const ask = (email: string) =>
	browser(packshot).ask("POST /password-reset/mail", { body: { email }, headers });
const reset = (token: string, password = NEW_PASSWORD) =>
	browser(packshot).ask("POST /password-reset", { body: { token, password }, headers });
const signIn = (email: string, password: string) =>
	browser(packshot).ask("POST /session", { body: { email, password }, headers });
const mailsTo = (email: string) => mailServer.mails.filter(({ to }) => to === email);

async function tokenFor(email: string): Promise<string> {
	expect((await ask(email)).status).toBe(204);
	const link = /^http:\/\/photos\.example\.com\/reset#([\w-]{44})$/m;
	const [, token] = link.exec(mailsTo(email).at(-1)?.text ?? "") ?? [];
	if (!token) throw new Error(`no link for ${email}: ${JSON.stringify(mailsTo(email))}`);
	return token;
}

test("the sign-in page learns that there are such mails, and whom to ask", async () => {
	const administrator = await newPerson(packshot, { isAdministrator: true });
	await administrator.ask("PATCH /admin/storefront", { body: { contact: "shop@example.com" }, headers });
	const { body } = await browser(packshot).ask("GET /session");
	expect(body.service).toMatchObject({ mails_resets: true, contact: "mailto:shop@example.com" });
});

test("a mailed link sets the password once, and ends every session and every other link", async () => {
	const person = await newPerson(packshot);
	const [first, second] = [await tokenFor(person.email), await tokenFor(person.email)];
	expect((await reset(first, "short")).body.error).toBe("password_too_weak");
	const statuses = await Promise.all([reset(first), reset(first)]);
	expect(statuses.map(({ status }) => status).sort()).toEqual([204, 410]);
	expect((await reset(second)).body.error).toBe("link_invalid");
	expect((await person.ask("GET /keys")).status).toBe(401);
	expect((await signIn(person.email, PASSWORD)).body.error).toBe("sign_in_failed");
	expect((await signIn(person.email, NEW_PASSWORD)).status).toBe(200);
});

test("asking for a link and using it are in the activity log, without the address of a stranger", async () => {
	const person = await newPerson(packshot);
	const token = await tokenFor(person.email);
	await ask("stranger@example.com");
	await reset(token);
	const events = await packshot.installation.db.read
		.selectFrom("portal_event")
		.select(["action", "subject", "account_id", "detail"])
		.where("action", "like", "password.%")
		.where("subject", "in", [person.accountId, "none"])
		.orderBy("id")
		.execute();
	// Nobody is known to be behind a request for a link; whoever uses one holds the mailbox.
	expect(events.slice(-3)).toEqual([
		{ action: "password.reset_mailed", subject: person.accountId, account_id: null, detail: null },
		{ action: "password.reset_mailed", subject: "none", account_id: null, detail: null },
		{ action: "password.reset", subject: person.accountId, account_id: person.accountId, detail: null },
	]);
	expect(JSON.stringify(events)).not.toContain("stranger");
});

test("a link works for an hour", async () => {
	const { email } = await newAccount(packshot);
	const token = await tokenFor(email);
	packshot.clock.advance(60 * 60_000 + 1);
	expect((await reset(token)).body.error).toBe("link_invalid");
	expect((await signIn(email, PASSWORD)).status).toBe(200);
});

test("unknown, switched-off and provider's accounts are answered alike, and their mailboxes get no link", async () => {
	const known = await newAccount(packshot, { email: "known@example.com" });
	const off = await newAccount(packshot, { email: "off@example.com" });
	const linked = await newAccount(packshot, { email: "linked@example.com" });
	await packshot.alter(`update account set disabled_at = 1 where account_id = '${off.accountId}'`);
	await packshot.alter(
		`insert into account_identity (issuer, subject, account_id, linked_at) values ('https://id.example.com', 's', '${linked.accountId}', 1)`,
	);
	const answerTo = async (email: string) => {
		const { status, text, headers } = await ask(email);
		const changing = ["date", "x-request-id"];
		return { status, text, headers: [...headers].filter(([name]) => !changing.includes(name)) };
	};
	const answer = await answerTo(known.email);
	for (const email of ["nobody@example.com", off.email, linked.email]) {
		expect(await answerTo(email)).toEqual(answer);
		const [mail, ...others] = mailsTo(email);
		expect(others).toEqual([]);
		expect(mail?.subject).toBe("No Packshot password to set");
		expect(mail?.text).not.toContain("#");
	}
});

test("nobody floods a mailbox, and a mail that could not be sent does not count", async () => {
	const { email } = await newAccount(packshot);
	mailServer.refuse();
	expect(await ask(email)).toMatchObject({ status: 503, body: { error: "service_unavailable" } });
	mailServer.refuse(250);
	const statuses = [];
	for (let time = 0; time < 6; time++) statuses.push((await ask(email)).status);
	expect(statuses).toEqual([204, 204, 204, 204, 204, 429]);
	expect(mailsTo(email)).toHaveLength(5);
});
