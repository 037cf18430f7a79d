import { request } from "node:http";
import { TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { commandLineActor } from "../../src/people/accounts/new-account.ts";
import { inviteMember } from "../../src/people/members/changes.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import {
	type Browser,
	browser,
	memberOf,
	newAccount,
	newKey,
	newPerson,
	PASSWORD,
} from "../support/portal.ts";
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

/** A browser on the pages at the public address. */
function withHeaders<B extends Browser>(made: B): B {
	const { ask: plainly } = made;
	made.ask = (name, call = {}) => plainly(name, { ...call, headers });
	return made;
}

/** A request whose headers have arrived, and whose body arrives when it is finished. */
function beginInvitation({ cookie, csrf }: Browser) {
	const body = JSON.stringify({ role: "owner" });
	const sent = request(`${packshot.origin}/portal/api/members/invitations`, {
		method: "POST",
		headers: {
			...headers,
			cookie,
			"x-packshot-csrf": csrf,
			"content-type": "application/json",
			"content-length": body.length,
			expect: "100-continue",
		},
	});
	sent.flushHeaders();
	return {
		arrived: new Promise((resolve) => sent.once("continue", resolve)),
		finish: () =>
			new Promise((resolve, reject) => {
				sent.once("response", ({ statusCode }) => resolve(statusCode)).once("error", reject);
				sent.end(body);
			}),
	};
}

describe("an account whose address was never proven to be anybody's", () => {
	/** Typed in by somebody who waits for the owner of the address: with a second factor, a member and an open invitation. */
	async function typed() {
		const thief = withHeaders(await newPerson(packshot));
		const member = await memberOf(packshot, thief, "owner", headers);
		const { body: invitation } = await thief.ask("POST /members/invitations", { body: { role: "owner" } });
		await newKey(thief, "Of whom?");
		const { body: totp } = await thief.ask("POST /totp", { body: { password: PASSWORD } });
		const code = new TOTP({ secret: totp.secret }).generate({ timestamp: packshot.clock.now() });
		expect((await thief.ask("POST /totp/confirm", { body: { code } })).status).toBe(200);
		return { thief, member, invitation: invitation.link.split("#")[1] };
	}

	test("is not opened again by an invitation that was begun before, and whose body arrives afterwards", async () => {
		const thief = withHeaders(await newPerson(packshot));
		const begun = beginInvitation(thief);
		await begun.arrived;
		expect((await reset(await tokenFor(thief.email))).status).toBe(204);
		expect(await begun.finish()).toBe(401);
		// One that was admitted just before the sessions ended is decided in its transaction.
		const outcome = await packshot.installation.db.write(inviteMember, {
			accountId: thief.accountId,
			invitationId: "inv_late",
			tokenHash: "late",
			email: null,
			role: "owner",
			expiresAtMs: Number.MAX_SAFE_INTEGER,
			sessionHash: "ended",
			actor: commandLineActor(packshot.clock.now()),
		});
		expect(outcome).toBe("not_signed_in");
		const left = await packshot.installation.db.read
			.selectFrom("account_invitation")
			.select("invitation_id")
			.where("account_id", "=", thief.accountId)
			.execute();
		expect(left).toEqual([]);
	});

	test("is that of the mailbox's holder alone once they set a password by a mailed link", async () => {
		const { thief, member, invitation } = await typed();
		expect((await reset(await tokenFor(thief.email))).status).toBe(204);
		const owner = browser(packshot);
		const signedIn = await owner.ask("POST /session", {
			body: { email: thief.email, password: NEW_PASSWORD },
			headers,
		});
		expect(signedIn.body.account).toMatchObject({ totp_enabled: false, email_verified: true });
		expect(Date.parse(signedIn.body.account.others_until)).toBe(packshot.clock.now());
		expect((await thief.ask("GET /keys")).status).toBe(401);
		expect((await member.ask("GET /keys")).status).toBe(401);
		const opened = await browser(packshot).ask("POST /invitation", { body: { token: invitation }, headers });
		expect(opened.body.error).toBe("link_invalid");
	});

	test("keeps its members and its second factor when an administrator hands out the link, which proves no mailbox", async () => {
		const { thief, member } = await typed();
		const administrator = withHeaders(await newPerson(packshot, { isAdministrator: true }));
		const issued = await administrator.ask("POST /admin/accounts/{account_id}/password-reset", {
			path: { account_id: thief.accountId },
		});
		expect((await reset(issued.body.link.split("#")[1])).status).toBe(204);
		expect((await signIn(thief.email, NEW_PASSWORD)).body.error).toBe("code_required");
		expect((await member.ask("GET /members")).status).toBe(200);
	});
});

test("a mailed link keeps members and second factor of an account whose address is verified", async () => {
	const person = await newPerson(packshot);
	await packshot.alter(`update account set email_verified_at = 1 where account_id = '${person.accountId}'`);
	const member = await memberOf(packshot, person, "owner", headers);
	expect((await reset(await tokenFor(person.email))).status).toBe(204);
	expect((await member.ask("GET /members")).status).toBe(200);
	const { body } = await signIn(person.email, NEW_PASSWORD);
	expect(body.account).toMatchObject({ others_until: null });
});

test("links that do not work, and mails asked for, lock nobody at the same address out of signing in", async () => {
	const person = await newPerson(packshot);
	const junk = [];
	for (let count = 0; count < 21; count++) junk.push((await reset(`${count}`.padStart(44, "x"))).status);
	expect(junk.slice(-2)).toEqual([410, 429]);
	for (let count = 0; count < 21; count++) await ask(`nobody-${count}@example.com`);
	expect((await ask("nobody-at-all@example.com")).status).toBe(429);
	expect((await signIn(person.email, PASSWORD)).status).toBe(200);
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
