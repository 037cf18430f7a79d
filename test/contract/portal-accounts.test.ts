import { TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { storedHashes } from "../../src/platform/secrets.ts";
import { signIn as signInToApi } from "../support/credentials.ts";
import { type Browser, browser, newAccount, newKey, newPerson, PASSWORD } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

let packshot: TestService;
let administrator: Awaited<ReturnType<typeof newPerson>>;
beforeAll(async () => {
	const settings = {
		PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000",
		PACKSHOT_SESSION_DAYS: "365",
		PACKSHOT_SESSION_IDLE_MINUTES: "525600",
		PACKSHOT_SIGN_IN_ATTEMPTS_PER_IP: "20",
	};
	packshot = await startService({ settings });
	administrator = await newPerson(packshot, { isAdministrator: true });
});
afterAll(() => packshot.close());
// Sign-in attempts count for 15 minutes.
beforeEach(() => packshot.clock.advance(16 * 60_000));

const NEW_PASSWORD = "orchard-bridge-19-thyme";

describe("changing the password", () => {
	test("requires the current one, ends every other session and keeps this one", async () => {
		const person = await newPerson(packshot);
		const elsewhere = browser(packshot);
		await elsewhere.signIn(person.email, PASSWORD);
		const change = (current: string, next: string) =>
			person.ask("POST /password", { body: { current, new: next } });
		expect((await change("wrong", NEW_PASSWORD)).body.error).toBe("sign_in_failed");
		expect((await elsewhere.ask("GET /keys")).status).toBe(200);
		expect((await change(PASSWORD, NEW_PASSWORD)).status).toBe(204);
		expect((await person.ask("GET /keys")).status).toBe(200);
		expect((await elsewhere.ask("GET /keys")).status).toBe(401);
		expect((await browser(packshot).signIn(person.email, PASSWORD)).status).toBe(401);
		expect((await browser(packshot).signIn(person.email, NEW_PASSWORD)).status).toBe(200);
	});

	test("counts wrong guesses of the current one as attempts to sign in", async () => {
		const person = await newPerson(packshot);
		const guess = () => person.ask("POST /password", { body: { current: "wrong", new: NEW_PASSWORD } });
		const statuses = (await Promise.all(Array.from({ length: 14 }, guess))).map(({ status }) => status);
		expect(statuses.filter((status) => status === 401)).toHaveLength(10);
		expect(statuses.filter((status) => status === 429)).toHaveLength(4);
	});

	test("succeeds only once when done twice concurrently", async () => {
		const person = await newPerson(packshot);
		const change = (next: string) => person.ask("POST /password", { body: { current: PASSWORD, new: next } });
		const answers = await Promise.all([change(NEW_PASSWORD), change("harbour-candle-44-mint")]);
		expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
	});

	test.each(["short", "aaaaaaaaaaaa", "password1234", "1234567890", "P4$$w0rd!!!!", PASSWORD])(
		"400 for %s",
		async (password) => {
			const person = await newPerson(packshot);
			const { body } = await person.ask("POST /password", { body: { current: PASSWORD, new: password } });
			expect(body.error).toBe("password_too_weak");
		},
	);

	test("is all that a one-time password allows", async () => {
		const { email } = await newAccount(packshot, { passwordExpiresAtMs: packshot.clock.now() + 86_400_000 });
		const person = browser(packshot);
		expect((await person.signIn(email, PASSWORD)).body.account.must_change_password).toBe(true);
		expect((await person.ask("GET /keys")).body.error).toBe("password_change_required");
		await person.ask("POST /password", { body: { current: PASSWORD, new: NEW_PASSWORD } });
		expect((await person.ask("GET /session")).body.account.must_change_password).toBe(false);
		expect((await person.ask("GET /keys")).status).toBe(200);
		packshot.clock.advance(10 * 86_400_000);
		expect((await browser(packshot).signIn(email, NEW_PASSWORD)).status).toBe(200);
	});
});

describe("a password reset link", () => {
	const issue = async (accountId: string) => {
		const path = { account_id: accountId };
		const { body } = await administrator.ask("POST /admin/accounts/{account_id}/password-reset", { path });
		expect(body.link).toMatch(new RegExp(`^${packshot.origin}/reset#[\\w-]{44}$`));
		expect(body.was_mailed).toBe(false);
		return body.link.split("#")[1] as string;
	};
	const use = (token: string, password = NEW_PASSWORD) =>
		browser(packshot).ask("POST /password-reset", { body: { token, password } });

	test("works once, ends every session and invalidates the old password", async () => {
		const person = await newPerson(packshot);
		const token = await issue(person.accountId);
		expect((await person.ask("GET /keys")).status).toBe(200);
		const answers = await Promise.all([use(token), use(token), use(token), use(token)]);
		expect(answers.map(({ status }) => status).sort()).toEqual([204, 410, 410, 410]);
		expect((await use(token)).body.error).toBe("link_invalid");
		expect((await person.ask("GET /keys")).status).toBe(401);
		expect((await browser(packshot).signIn(person.email, PASSWORD)).status).toBe(401);
		expect((await browser(packshot).signIn(person.email, NEW_PASSWORD)).status).toBe(200);
	});

	test("stops working after a day, after a newer link and after a password change", async () => {
		const person = await newPerson(packshot);
		const first = await issue(person.accountId);
		const second = await issue(person.accountId);
		expect((await use(first)).status).toBe(410);
		await person.ask("POST /password", { body: { current: PASSWORD, new: "harbour-candle-44-mint" } });
		expect((await use(second)).status).toBe(410);
		const third = await issue(person.accountId);
		packshot.clock.advance(86_400_000);
		expect((await use(third)).status).toBe(410);
	});

	test("stays valid when the new password is refused", async () => {
		const person = await newPerson(packshot);
		const token = await issue(person.accountId);
		expect((await use(token, "short")).body.error).toBe("password_too_weak");
		expect((await use(token)).status).toBe(204);
	});

	test("is stored as a keyed hash, does nothing for a disabled account, and is logged", async () => {
		const person = await newPerson(packshot);
		const token = await issue(person.accountId);
		const rows = await packshot.installation.db.read.selectFrom("password_reset").selectAll().execute();
		expect(JSON.stringify(rows)).not.toContain(token);
		const [hash] = storedHashes(`reset ${token}`, packshot.installation.secrets.hashKeys);
		expect(rows.map(({ token_hash }) => token_hash)).toContain(hash);
		const path = { account_id: person.accountId };
		await administrator.ask("POST /admin/accounts/{account_id}/disable", { path });
		expect((await use(token)).status).toBe(410);
		await administrator.ask("POST /admin/accounts/{account_id}/enable", { path });
		expect((await use(token)).status).toBe(204);
		const { body } = await administrator.ask("GET /admin/events", { query: { subject: person.accountId } });
		expect(body.data.slice(0, 4).map(({ action }: { action: string }) => action)).toEqual([
			"password.reset",
			"account.enabled",
			"account.disabled",
			"password.reset_issued",
		]);
		expect(JSON.stringify(body)).not.toContain(token);
	});
});

describe("two-factor sign-in", () => {
	const codeOf = (secret: string, at = packshot.clock.now()) =>
		new TOTP({ secret, digits: 6, period: 30 }).generate({ timestamp: at });

	async function withTotp() {
		const person = await newPerson(packshot);
		const { body } = await person.ask("POST /totp", { body: { password: PASSWORD } });
		const code = codeOf(body.secret);
		const confirmed = await person.ask("POST /totp/confirm", { body: { code } });
		expect(confirmed.status).toBe(200);
		packshot.clock.advance(60_000);
		return {
			person,
			secret: body.secret as string,
			uri: body.uri as string,
			recovery: confirmed.body.recovery_codes,
		};
	}
	const signIn = (person: { email: string }, code?: string): ReturnType<Browser["signIn"]> =>
		browser(packshot).signIn(person.email, PASSWORD, code);

	test("is on after the first code, and the password alone is not enough from then on", async () => {
		const { person, secret, uri, recovery } = await withTotp();
		expect(uri).toMatch(/^otpauth:\/\/totp\/Packshot:person\d+%40example\.com\?/);
		expect(recovery).toHaveLength(10);
		expect(new Set(recovery).size).toBe(10);
		expect((await signIn(person)).body.error).toBe("code_required");
		expect((await signIn(person, "000000")).body.error).toBe("sign_in_failed");
		const answer = await signIn(person, codeOf(secret));
		expect(answer.body.account).toMatchObject({ totp_enabled: true, recovery_codes_left: 10 });
	});

	test("a code works only once, even in parallel or in the next time step, and no earlier one works after it", async () => {
		const { person, secret } = await withTotp();
		const code = codeOf(secret);
		const answers = await Promise.all(Array.from({ length: 6 }, () => signIn(person, code)));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401]);
		const earlier = codeOf(secret, packshot.clock.now() - 30_000);
		expect((await signIn(person, earlier)).status).toBe(401);
		packshot.clock.advance(30_000);
		expect((await signIn(person, code)).status).toBe(401);
		expect((await signIn(person, codeOf(secret))).status).toBe(200);
	});

	test("accepts a code of the previous or next time step, but not of two steps away", async () => {
		const { person, secret } = await withTotp();
		const now = packshot.clock.now();
		expect((await signIn(person, codeOf(secret, now - 60_000))).status).toBe(401);
		expect((await signIn(person, codeOf(secret, now - 30_000))).status).toBe(200);
		expect((await signIn(person, codeOf(secret, now + 60_000))).status).toBe(401);
		expect((await signIn(person, codeOf(secret, now + 30_000))).status).toBe(200);
	});

	test("a recovery code works once, regardless of case and separators", async () => {
		const { person, recovery } = await withTotp();
		const typed = ` ${recovery[0].toUpperCase().replace("-", " ")} `;
		const answers = await Promise.all([
			signIn(person, typed),
			signIn(person, typed),
			signIn(person, recovery[0]),
		]);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
		expect((await signIn(person, recovery[1])).body.account.recovery_codes_left).toBe(8);
	});

	test("wrong codes count towards the same limit as wrong passwords", async () => {
		const { person } = await withTotp();
		const answers = await Promise.all(
			Array.from({ length: 15 }, (_, place) => signIn(person, `00000${place % 10}`)),
		);
		expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
		expect((await signIn(person)).status).toBe(429);
	});

	test("a password without a code does not count as a wrong guess", async () => {
		const { person } = await withTotp();
		for (let time = 0; time < 12; time++) expect((await signIn(person)).body.error).toBe("code_required");
	});

	test("the secret and the recovery codes are not in the database", async () => {
		const { secret, recovery } = await withTotp();
		const { read } = packshot.installation.db;
		const text = JSON.stringify([
			await read.selectFrom("account").selectAll().execute(),
			await read.selectFrom("recovery_code").selectAll().execute(),
		]);
		for (const kept of [secret, recovery[0], recovery[0].replace("-", "")]) expect(text).not.toContain(kept);
	});

	test("keeps working after repeated rotations of the sealing key", async () => {
		const { person, secret } = await withTotp();
		for (const generation of ["2", "3", "4"]) {
			const settings = { PACKSHOT_SEAL_KEY_GENERATION: generation, PACKSHOT_SESSION_DAYS: "365" };
			const rotated = await startService({ settings, folder: packshot.folder, clock: packshot.clock });
			const answer = await browser(rotated).signIn(person.email, PASSWORD, codeOf(secret));
			await rotated.app.close();
			await rotated.installation.close();
			expect([generation, answer.status]).toEqual([generation, 200]);
			packshot.clock.advance(60_000);
		}
	});

	test("is turned off with the password, or by an administrator for another account", async () => {
		const { person, secret } = await withTotp();
		expect((await person.ask("DELETE /totp", { body: { password: "wrong" } })).status).toBe(401);
		expect((await person.ask("POST /totp", { body: { password: PASSWORD } })).body.error).toBe(
			"totp_enabled",
		);
		expect((await person.ask("POST /totp/confirm", { body: { code: "1" } })).body.error).toBe("totp_enabled");
		expect((await person.ask("DELETE /totp", { body: { password: PASSWORD } })).status).toBe(204);
		expect((await signIn(person)).status).toBe(200);
		expect(codeOf(secret)).toMatch(/^\d{6}$/);

		const other = await withTotp();
		const path = { account_id: other.person.accountId };
		const removed = await administrator.ask("DELETE /admin/accounts/{account_id}/totp", { path });
		expect(removed.body.totp_enabled).toBe(false);
		expect((await signIn(other.person)).status).toBe(200);
	});

	test("is not on until a correct code is given", async () => {
		const person = await newPerson(packshot);
		expect((await person.ask("POST /totp/confirm", { body: { code: "123456" } })).body.error).toBe(
			"totp_not_started",
		);
		const { body } = await person.ask("POST /totp", { body: { password: PASSWORD } });
		const wrong = codeOf(body.secret) === "123456" ? "654321" : "123456";
		expect((await person.ask("POST /totp/confirm", { body: { code: wrong } })).body.error).toBe(
			"sign_in_failed",
		);
		expect((await signIn(person)).status).toBe(200);
	});
});

describe("signing up", () => {
	const signUp = (email: string, password = PASSWORD) =>
		browser(packshot).ask("POST /sign-up", { body: { email, password } });
	const open = (sign_up_open: boolean) =>
		administrator.ask("PATCH /admin/settings", { body: { sign_up_open } });

	test("is closed until an administrator opens it", async () => {
		expect((await administrator.ask("GET /admin/settings")).body).toEqual({
			sign_up_open: false,
			keys_per_account: 5,
			two_approvals_above: null,
			two_for_alerts: false,
			credit_price: null,
			currency: null,
			payment_note: null,
		});
		expect((await signUp("new@example.com")).body.error).toBe("sign_up_closed");
		expect((await browser(packshot).ask("GET /session")).body.service.sign_up_open).toBe(false);
		await open(true);
		expect((await browser(packshot).ask("GET /session")).body.service.sign_up_open).toBe(true);
		const answer = await signUp(" New@Example.com ");
		expect(answer.status).toBe(201);
		expect(answer.body.account).toMatchObject({ email: "new@example.com", is_administrator: false });
		expect(answer.headers.get("set-cookie")).toMatch(/^packshot_session=/);
		await open(false);
		expect((await signUp("newer@example.com")).body.error).toBe("sign_up_closed");
	});

	test("creates one account for concurrent requests with the same address", async () => {
		await open(true);
		const answers = await Promise.all([
			signUp("twin@example.com"),
			signUp("TWIN@example.com"),
			signUp("twin@example.com"),
		]);
		expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
		expect((await signUp("no address")).body.error).toBe("bad_request");
		expect((await signUp("weak@example.com", "password12")).body.error).toBe("password_too_weak");
		await open(false);
	});

	test("is limited per IP address", async () => {
		await open(true);
		const answers = await Promise.all(
			Array.from({ length: 24 }, (_, place) => signUp(`many${place}@example.com`)),
		);
		expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
		expect(answers.filter(({ status }) => status === 429)).toHaveLength(4);
		await open(false);
	});
});

describe("an administrator", () => {
	test("finds accounts by part of the address, and does not treat the input as a pattern", async () => {
		await newAccount(packshot, { email: "a_b%c@example.com" });
		const search = async (text: string) =>
			(await administrator.ask("GET /admin/accounts", { query: { search: text } })).body.data.map(
				({ email }: { email: string }) => email,
			);
		expect(await search("A_B%")).toEqual(["a_b%c@example.com"]);
		expect(await search("a_b%c@e_ample")).toEqual([]);
		expect((await search("")).length).toBeGreaterThan(1);
	});

	test("disables an account: its sessions end and it cannot sign in, but its keys go on working", async () => {
		const person = await newPerson(packshot);
		const path = { account_id: person.accountId };
		const key = await newKey(person);
		const { body: tokens } = await signInToApi(packshot, key);
		const { body } = await administrator.ask("POST /admin/accounts/{account_id}/disable", { path });
		expect(body).toMatchObject({ is_disabled: true, active_keys: 1, email: person.email });
		expect((await person.ask("GET /keys")).status).toBe(401);
		expect((await browser(packshot).signIn(person.email, PASSWORD)).status).toBe(401);
		expect((await packshot.call("/balance", { token: tokens.access_token })).status).toBe(200);
		expect((await signInToApi(packshot, key)).status).toBe(200);
		await administrator.ask("POST /admin/accounts/{account_id}/enable", { path });
		expect((await browser(packshot).signIn(person.email, PASSWORD)).status).toBe(200);
	});

	test("cannot disable their own account, turn off their own two-factor sign-in or unlink themselves", async () => {
		const path = { account_id: administrator.accountId };
		for (const name of [
			"POST /admin/accounts/{account_id}/disable",
			"DELETE /admin/accounts/{account_id}/totp",
			"DELETE /admin/accounts/{account_id}/identities",
		] as const) {
			expect((await administrator.ask(name, { path })).body.error).toBe("own_account");
		}
	});

	test("opens an account whose owner chooses the password with a link that works once", async () => {
		const opened = await administrator.ask("POST /admin/accounts", {
			body: { email: " Invited@Example.com " },
		});
		expect(opened.status).toBe(201);
		const { account, link, was_mailed, expires_at } = opened.body;
		expect(account).toMatchObject({ email: "invited@example.com", roles: [], must_change_password: true });
		expect(was_mailed).toBe(false);
		expect(Date.parse(expires_at) - packshot.clock.now()).toBe(7 * 86_400_000);
		const body = { token: link.split("#")[1], password: PASSWORD };
		expect((await browser(packshot).ask("POST /password-reset", { body })).status).toBeLessThan(300);
		expect((await browser(packshot).ask("POST /password-reset", { body })).status).toBeGreaterThan(399);
		expect((await browser(packshot).signIn("invited@example.com", PASSWORD)).status).toBe(200);
		const again = await administrator.ask("POST /admin/accounts", { body: { email: "invited@example.com" } });
		expect([again.status, again.body.error]).toEqual([409, "email_taken"]);
		const wrong = await administrator.ask("POST /admin/accounts", { body: { email: "no address" } });
		expect(wrong.body.error).toBe("bad_request");
	});

	test("sets how many keys each account may have", async () => {
		const person = await newPerson(packshot);
		await administrator.ask("PATCH /admin/settings", { body: { keys_per_account: 1 } });
		const create = () => person.ask("POST /keys", { body: { client_name: "Shop" } });
		expect((await create()).status).toBe(201);
		expect((await create()).body.error).toBe("key_limit_reached");
		await administrator.ask("PATCH /admin/settings", { body: { keys_per_account: 5 } });
		for (const keys_per_account of [-1, 1.5, "3", 1001]) {
			const refused = await administrator.ask("PATCH /admin/settings", { body: { keys_per_account } });
			expect(refused.body.error).toBe("bad_request");
		}
	});
});
