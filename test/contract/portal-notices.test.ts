import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { noteLowBalances } from "../../src/billing/balances/low-balance.ts";
import { errorCatalogue } from "../../src/errors.ts";
import type { NoticeParts } from "../../src/people/notices/notice-parts.ts";
import { noticeWork } from "../../src/people/notices/rounds.ts";
import { createTransport } from "../../src/platform/mail/transport.ts";
import { DAY_MS } from "../../src/platform/time/durations.ts";
import { formatDay } from "../../web/src/format/dates.ts";
import { type MailServer, startMailServer } from "../support/mail-server.ts";
import { type Browser, browser, fundedKey, newPerson } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

/** Mail that the service sends on its own, to verified addresses, until somebody unsubscribes: low balances and digests. */

const BASE = "http://photos.example.com";
const sameOrigin = { "sec-fetch-site": "same-origin" };

let packshot: TestService;
let mailServer: MailServer;
let administrator: Browser;
let failures: unknown[] = [];
beforeAll(async () => {
	mailServer = await startMailServer({ lasting: true });
	packshot = await startService({
		settings: {
			PACKSHOT_SMTP_URL: mailServer.url,
			PACKSHOT_PUBLIC_URL: BASE,
			PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000",
			PACKSHOT_SESSION_IDLE_MINUTES: "525600",
			PACKSHOT_SIGN_IN_ATTEMPTS_PER_IP: "1000",
		},
	});
	administrator = await person({ isAdministrator: true });
	await packshot.product({ barcode: "4011", info: { brand: "Dole" } });
});
afterAll(async () => {
	await packshot.close();
	mailServer.close();
});
beforeEach(() => {
	failures = [];
	mailServer.refuse(250);
	// Attempts count for 15 minutes.
	packshot.clock.advance(16 * 60_000);
});

/** A person whose browser sends the same-origin headers that browsers send behind the public address. */
function ofPages<B extends Browser>(made: B): B {
	const { ask } = made;
	made.ask = (name, call = {}) => ask(name, { ...call, headers: { ...sameOrigin, ...call.headers } });
	return made;
}

const person = async (more: Parameters<typeof newPerson>[1] = {}) => ofPages(await newPerson(packshot, more));
const stranger = () => ofPages(browser(packshot));

const mailsTo = (email: string) => mailServer.mails.filter(({ to }) => to === email);

function partsOf(installation = packshot.installation): NoticeParts {
	return {
		db: installation.db,
		clock: packshot.clock,
		hashKeys: installation.secrets.hashKeys,
		errors: errorCatalogue,
		base: BASE,
		digestHour: 6,
		transport:
			createTransport({ smtpUrl: mailServer.url, silenceSeconds: 120, sender: "Packshot <p@example.com>" }) ??
			missing(),
		log: { failed: (failure) => failures.push(failure) },
	};
}

function missing(): never {
	throw new Error("no transport");
}

/** One round of all background work. */
async function round(parts = partsOf()): Promise<void> {
	while (await noteLowBalances(parts.db, parts.clock));
	for (const { step } of noticeWork(() => parts)) while (await step());
}

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

/** A verified person with a key of 100 credits and a mark at 99.95. */
async function marked() {
	const owner = await person();
	await verify(owner);
	const key = await fundedKey(packshot, administrator, owner);
	await owner.ask("PATCH /keys/{client_id}", { path: key.path, body: { low_balance_credits: 99.95 } });
	const lowMails = () => mailsTo(owner.email).filter(({ subject }) => subject.startsWith("Low balance"));
	const spend = () => packshot.call("/products/4011", { token: key.token });
	return { owner, key, lowMails, spend };
}

describe("a low balance", () => {
	test("is mailed once for any number of processes and charges, and says what to know and do", async () => {
		const { owner, key, lowMails, spend } = await marked();
		await round();
		expect(lowMails()).toEqual([]);
		await Promise.all(Array.from({ length: 6 }, spend));
		const other = await packshot.openAgain();
		await Promise.all([round(), round(partsOf(other)), round(), round(partsOf(other))]);
		await spend();
		await round(partsOf(other));
		await other.close();
		const [mail, ...more] = lowMails();
		expect(more).toEqual([]);
		expect(mail?.subject).toBe("Low balance: A shop");
		expect(mail?.text).toContain("below your mark of 99.95 credits");
		expect(mail?.text).toContain("Balance: 99.4 credits");
		// Nobody knows from one day how long a balance lasts.
		expect(mail?.text).not.toMatch(/Spending:|Lasts:/);
		expect(mail?.text).toContain(`${BASE}/keys/${key.clientId}/top-ups`);
		expect(mail?.html).toContain(`href="${BASE}/keys/${key.clientId}/top-ups"`);
		expect(mail?.headers["list-unsubscribe"]).toMatch(
			/^<http:\/\/photos\.example\.com\/unsubscribe\/[\w~-]+>$/,
		);
		expect(mail?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
		expect(owner.email).toBe(mail?.to);
	});

	test("is mailed again when the balance was above the mark in between", async () => {
		const { owner, key, lowMails, spend } = await marked();
		await spend();
		await round();
		const topUp = await owner.ask("POST /keys/{client_id}/top-ups", {
			path: key.path,
			body: { credits: 0.1 },
		});
		const approval = { path: { top_up_id: topUp.body.top_up_id }, body: {} };
		await administrator.ask("POST /admin/top-ups/{top_up_id}/approve", approval);
		await round();
		expect(lowMails()).toHaveLength(1);
		await spend();
		await round();
		expect(lowMails()).toHaveLength(2);
	});

	test("is not mailed when the mark is raised above it", async () => {
		const { owner, key, lowMails } = await marked();
		await owner.ask("PATCH /keys/{client_id}", { path: key.path, body: { low_balance_credits: 500 } });
		await round();
		expect(lowMails()).toEqual([]);
	});

	test("is not mailed to an unverified address, nor to an account that turned it off", async () => {
		const unverified = await person();
		const key = await fundedKey(packshot, administrator, unverified);
		const path = key.path;
		await unverified.ask("PATCH /keys/{client_id}", { path, body: { low_balance_credits: 99.95 } });
		await packshot.call("/products/4011", { token: key.token });
		const off = await marked();
		const { body } = await off.owner.ask("PATCH /mail-choice", { body: { low_balance: false } });
		expect(body).toMatchObject({ is_available: true, low_balance: false, digest: false, digest_hour: 6 });
		await off.spend();
		await round();
		expect([mailsTo(unverified.email), off.lowMails()]).toEqual([[], []]);
	});

	test("is mailed later if the mail server refuses it for now, without delaying the charge", async () => {
		const { lowMails, spend } = await marked();
		mailServer.refuse(451);
		expect((await spend()).status).toBe(200);
		await round();
		await round();
		expect(failures).toMatchObject([{ kind: "low_balance", reason: "EENVELOPE 451", isGivenUp: false }]);
		expect(JSON.stringify(failures)).not.toContain("@");
		packshot.clock.advance(61_000);
		await round();
		expect(failures).toHaveLength(2);
		mailServer.refuse(250);
		await round();
		expect(lowMails()).toEqual([]);
		packshot.clock.advance(301_000);
		await round();
		expect(lowMails()).toHaveLength(1);
	});

	test("is given up if the mailbox does not exist, and is not lost if the sending process dies", async () => {
		const { lowMails, spend } = await marked();
		mailServer.refuse(550);
		await spend();
		await round();
		expect(failures).toMatchObject([{ reason: "EENVELOPE 550", isGivenUp: true }]);
		mailServer.refuse(250);
		packshot.clock.advance(4 * DAY_MS);
		await round();
		expect(lowMails()).toEqual([]);
		const killed = await marked();
		await killed.spend();
		// A process dies while sending: nothing is recorded, and the lease expires.
		const dying = partsOf();
		const never = { ...dying, transport: () => Promise.reject(new Error("killed")) };
		const db = { ...dying.db, write: refuseNotes(dying.db.write) };
		await expect(round({ ...never, db: Object.assign(Object.create(dying.db), db) })).rejects.toThrow(
			"killed",
		);
		await round();
		expect(killed.lowMails()).toEqual([]);
		packshot.clock.advance(121_000);
		await round();
		expect(killed.lowMails()).toHaveLength(1);
	});

	function refuseNotes(write: NoticeParts["db"]["write"]): NoticeParts["db"]["write"] {
		return (command, input) =>
			command.name === "mail.record_attempt" ? Promise.reject(new Error("killed")) : write(command, input);
	}
});

describe("a digest", () => {
	const at = (hour: number) => {
		const nowMs = packshot.clock.now();
		packshot.clock.set(nowMs - (nowMs % DAY_MS) + DAY_MS + hour * 3_600_000);
	};
	const digestsOf = (somebody: { email: string }) =>
		mailsTo(somebody.email).filter(({ subject }) => subject.endsWith("credits spent"));

	test("is sent once a day after its hour, by any number of processes, and only if there is something to say", async () => {
		const { owner, key, spend } = await marked();
		expect((await owner.ask("PATCH /mail-choice", { body: { digest: true } })).body.digest).toBe(true);
		await spend();
		await packshot.call("/products/4012", { token: key.token });
		const yesterday = formatDay(new Date(packshot.clock.now()).toISOString().slice(0, 10));
		at(5);
		await round();
		expect(digestsOf(owner)).toEqual([]);
		at(-18);
		const other = await packshot.openAgain();
		await Promise.all([round(), round(partsOf(other)), round()]);
		await round(partsOf(other));
		await other.close();
		const [digest, ...more] = digestsOf(owner);
		expect(more).toEqual([]);
		expect(digest?.subject).toBe(`${yesterday}: 0.1 credits spent`);
		expect(digest?.text).toContain("2 calls spent 0.1 credits");
		expect(digest?.text).toContain("A shop: 0.1 credits in 2 calls; balance 99.9");
		expect(digest?.text).toMatch(/Refused: .+: 1 call/);
		expect(digest?.text).toContain("after 06:00 UTC");
		at(7);
		await round();
		expect(digestsOf(owner)).toHaveLength(1);
	});

	test("is refused for an unverified address, and never covers a day before it was turned on", async () => {
		const unverified = await person();
		const refused = await unverified.ask("PATCH /mail-choice", { body: { digest: true } });
		expect(refused.body.error).toBe("email_not_verified");
		const { owner, spend } = await marked();
		await spend();
		at(8);
		await owner.ask("PATCH /mail-choice", { body: { digest: true } });
		await round();
		expect(digestsOf(owner)).toEqual([]);
	});
});

describe("unsubscribing", () => {
	/** The path of the link in somebody's low-balance mail. */
	async function linkOf({ spend, lowMails }: Awaited<ReturnType<typeof marked>>): Promise<string> {
		await spend();
		await round();
		const [, path = ""] =
			/<http:\/\/photos\.example\.com(.+)>/.exec(lowMails()[0]?.headers["list-unsubscribe"] ?? "") ?? [];
		return path;
	}
	const lowBalanceOf = async (somebody: Browser) => (await somebody.ask("GET /mail-choice")).body.low_balance;

	test("takes one POST without cookie or page, as mail programs send it", async () => {
		const account = await marked();
		const path = await linkOf(account);
		const answer = await fetch(`${packshot.origin}${path}`, {
			method: "POST",
			headers: { "content-type": "application/x-www-form-urlencoded" },
			body: "List-Unsubscribe=One-Click",
		});
		expect([answer.status, await answer.text()]).toEqual([200, "You are unsubscribed.\n"]);
		expect(await lowBalanceOf(account.owner)).toBe(false);
		const forged = await fetch(`${packshot.origin}${path.slice(0, -1)}`, { method: "POST" });
		expect(forged.status).toBe(404);
	});

	test("also works with a button on the linked page; opening the page changes nothing", async () => {
		const account = await marked();
		const token = (await linkOf(account)).replace("/unsubscribe/", "");
		const other = await marked();
		const path = { token };
		expect((await stranger().ask("GET /unsubscribe/{token}", { path })).body).toEqual({
			kind: "low_balance",
			is_on: true,
		});
		expect(await lowBalanceOf(account.owner)).toBe(true);
		expect((await stranger().ask("POST /unsubscribe/{token}", { path })).body.is_on).toBe(false);
		expect(await lowBalanceOf(account.owner)).toBe(false);
		expect(await lowBalanceOf(other.owner)).toBe(true);
		const altered = token.replace(account.owner.accountId, other.owner.accountId);
		for (const wrong of [altered, token.replace("low_balance", "digest"), "x"]) {
			const answer = await stranger().ask("POST /unsubscribe/{token}", { path: { token: wrong } });
			expect(answer.body.error).toBe("link_invalid");
		}
		expect((await fetch(`${packshot.origin}/unsubscribe/${token}`)).status).toBe(200);
	});

	test("cancels mail that is waiting to be sent", async () => {
		const account = await marked();
		mailServer.refuse(451);
		await account.spend();
		await round();
		await account.owner.ask("PATCH /mail-choice", { body: { low_balance: false } });
		mailServer.refuse(250);
		packshot.clock.advance(DAY_MS);
		await round();
		expect(account.lowMails()).toEqual([]);
	});
});
