import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS } from "../../src/platform/time/durations.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { type Browser, browser, memberOf, newAccount, newPerson, PASSWORD } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

/** The e-mail address of an account: verified and changed by links that are mailed. */

const BASE = "http://photos.example.com";
const sameOrigin = { "sec-fetch-site": "same-origin" };

let packshot: TestService;
let mailServer: MailServer;
beforeAll(async () => {
	mailServer = await startMailServer({ lasting: true });
	packshot = await startService({
		settings: {
			PACKSHOT_SMTP_URL: mailServer.url,
			PACKSHOT_PUBLIC_URL: BASE,
			PACKSHOT_SESSION_IDLE_MINUTES: "525600",
		},
	});
});
afterAll(async () => {
	await packshot.close();
	mailServer.close();
});
// Attempts and mails count for 15 minutes.
beforeEach(() => packshot.clock.advance(16 * 60_000));

/** A browser on the pages at the public address. */
function ofPages<B extends Browser>(made: B): B {
	const { ask } = made;
	made.ask = (name, call = {}) => ask(name, { ...call, headers: { ...sameOrigin, ...call.headers } });
	return made;
}

const person = async (more: Parameters<typeof newPerson>[1] = {}) => ofPages(await newPerson(packshot, more));
const stranger = () => ofPages(browser(packshot));
const mailsTo = (email: string) => mailServer.mails.filter(({ to }) => to === email);

/** Verifies an account's address by the link that is mailed to it. */
async function verify(somebody: Browser & { email: string }): Promise<void> {
	expect((await somebody.ask("POST /email/verification")).status).toBe(204);
	const token = linkIn(mailsTo(somebody.email).at(-1)?.text);
	expect((await somebody.ask("POST /email/confirm", { body: { token } })).status).toBe(204);
}

function linkIn(text = ""): string {
	const [, token] = /^http:\/\/photos\.example\.com\/email\/confirm#([\w-]{44})$/m.exec(text) ?? [];
	if (!token) throw new Error(`no link in: ${text}`);
	return token;
}

const change = (somebody: Browser, email: string, password = PASSWORD) =>
	somebody.ask("POST /email", { body: { email, password } });
const confirm = (somebody: Browser, token: string) =>
	somebody.ask("POST /email/confirm", { body: { token } });
const emailOf = async (somebody: Browser) => (await somebody.ask("GET /session")).body.account;

test("an address is verified by its link, once", async () => {
	const owner = await person();
	expect((await emailOf(owner)).email_verified).toBe(false);
	await verify(owner);
	expect((await emailOf(owner)).email_verified).toBe(true);
	expect((await owner.ask("POST /email/verification")).body.error).toBe("email_verified");
	const token = linkIn(mailsTo(owner.email).at(-1)?.text);
	expect((await confirm(owner, token)).body.error).toBe("link_invalid");
});

test("changes when the link sent to the new one is opened, and the old one is notified", async () => {
	const owner = await person();
	expect((await change(owner, "new@example.com", "wrong")).body.error).toBe("sign_in_failed");
	expect((await change(owner, "no address")).body.error).toBe("bad_request");
	expect((await change(owner, " New@Example.com ")).status).toBe(204);
	expect((await emailOf(owner)).email).toBe(owner.email);
	const token = linkIn(mailsTo("new@example.com").at(-1)?.text);
	const answers = await Promise.all([confirm(owner, token), confirm(owner, token)]);
	expect(answers.map(({ status }) => status).sort()).toEqual([204, 410]);
	expect(await emailOf(owner)).toMatchObject({ email: "new@example.com", email_verified: true });
	expect(mailsTo(owner.email).at(-1)?.subject).toBe("Your Packshot e-mail address was changed");
	expect((await stranger().signIn("new@example.com", PASSWORD)).status).toBe(200);
});

test("does not reveal whether another account has it, and cannot be taken from one", async () => {
	const taken = await newAccount(packshot, { email: "has-one@example.com" });
	const owner = await person();
	const [one, other] = [await change(owner, taken.email), await change(owner, "has-none@example.com")];
	expect([one.status, one.text]).toEqual([other.status, other.text]);
	expect(mailsTo(taken.email).map(({ text }) => text.includes("#"))).toEqual([false]);
	const token = linkIn(mailsTo("has-none@example.com").at(-1)?.text);
	await newAccount(packshot, { email: "has-none@example.com" });
	expect((await confirm(owner, token)).body.error).toBe("link_invalid");
});

test("is verified in a session of its account alone: whoever gets a link unasked does not use it up", async () => {
	const [owner, somebody] = [await person(), await person()];
	await owner.ask("POST /email/verification");
	const token = linkIn(mailsTo(owner.email).at(-1)?.text);
	expect((await confirm(stranger(), token)).body.error).toBe("not_signed_in");
	expect((await confirm(somebody, token)).body.error).toBe("link_of_another_account");
	expect((await emailOf(owner)).email_verified).toBe(false);
	expect((await confirm(owner, token)).status).toBe(204);
	expect((await emailOf(owner)).email_verified).toBe(true);
});

test("once verified, is that of whoever is signed in alone", async () => {
	const owner = await person();
	const elsewhere = stranger();
	await elsewhere.signIn(owner.email, PASSWORD);
	const member = await memberOf(packshot, owner, "owner", sameOrigin);
	const { body } = await owner.ask("POST /members/invitations", { body: { role: "owner" } });
	await verify(owner);
	expect((await elsewhere.ask("GET /keys")).status).toBe(401);
	expect((await member.ask("GET /members")).status).toBe(401);
	const invited = { body: { token: body.link.split("#")[1] } };
	expect((await stranger().ask("POST /invitation", invited)).body.error).toBe("link_invalid");
	const account = await emailOf(owner);
	expect(Date.parse(account.others_until)).toBe(packshot.clock.now());
	expect((await stranger().signIn(owner.email, PASSWORD)).status).toBe(200);
});

test("changed once it was verified, takes nothing from anybody", async () => {
	const owner = await person();
	await verify(owner);
	const { others_until } = await emailOf(owner);
	const member = await memberOf(packshot, owner, "owner", sameOrigin);
	packshot.clock.advance(1000);
	await change(owner, `again-${owner.email}`);
	await confirm(owner, linkIn(mailsTo(`again-${owner.email}`).at(-1)?.text));
	expect((await member.ask("GET /members")).status).toBe(200);
	expect((await emailOf(owner)).others_until).toBe(others_until);
});

test("has links that expire after a day or with a newer one, and work for nothing else", async () => {
	const owner = await person();
	await change(owner, "first@example.com");
	const first = linkIn(mailsTo("first@example.com").at(-1)?.text);
	await change(owner, "second@example.com");
	const second = linkIn(mailsTo("second@example.com").at(-1)?.text);
	expect((await confirm(owner, first)).body.error).toBe("link_invalid");
	const asSignUp = { body: { token: second, password: PASSWORD } };
	expect((await stranger().ask("POST /sign-up/confirm", asSignUp)).body.error).toBe("link_invalid");
	packshot.clock.advance(DAY_MS);
	expect((await confirm(owner, second)).body.error).toBe("link_invalid");
});

test("cannot be changed by a link that was requested before a password change", async () => {
	const owner = await person();
	await change(owner, "intruder@example.com");
	const body = { current: PASSWORD, new: `${PASSWORD} again` };
	expect((await owner.ask("POST /password", { body })).status).toBe(204);
	const token = linkIn(mailsTo("intruder@example.com").at(-1)?.text);
	expect((await confirm(owner, token)).body.error).toBe("link_invalid");
});

test("once changed, invalidates password reset links sent to the old mailbox", async () => {
	const owner = await person();
	const reset = "POST /admin/accounts/{account_id}/password-reset";
	const administrator = await person({ isAdministrator: true });
	const issued = await administrator.ask(reset, { path: { account_id: owner.accountId } });
	await change(owner, "moved@example.com");
	await confirm(owner, linkIn(mailsTo("moved@example.com").at(-1)?.text));
	const body = { token: issued.body.link.split("#")[1], password: `${PASSWORD} again` };
	expect((await stranger().ask("POST /password-reset", { body })).body.error).toBe("link_invalid");
});
