import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { browser, newAccount, newPerson, PASSWORD } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

const NEW_PASSWORD = "tulip harvest engine 42";

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_SIGN_IN_ATTEMPTS_PER_IP: "20" } });
});
afterAll(() => packshot.close());
// Sign-in attempts count for 15 minutes.
beforeEach(() => packshot.clock.advance(16 * 60_000));

describe("signing in", () => {
	test("with e-mail and password returns the account and a cookie that no script can read", async () => {
		const { email, accountId } = await newAccount(packshot);
		const person = browser(packshot);
		const { status, headers, body } = await person.signIn(` ${email.toUpperCase()} `, PASSWORD);
		expect(status).toBe(200);
		expect(body.account).toMatchObject({ account_id: accountId, email, is_administrator: false });
		const cookie = headers.get("set-cookie") ?? "";
		expect(cookie).toMatch(
			/^packshot_session=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Strict$/,
		);
		expect(headers.get("cache-control")).toBe("no-store");
		const current = await person.ask("GET /session");
		expect(current.body).toMatchObject({ account: { email }, csrf_token: body.csrf_token });
	});

	test("over HTTPS sets a cookie that is bound to this host", async () => {
		const service = await startService({ settings: { PACKSHOT_PUBLIC_URL: "https://photos.example.com" } });
		try {
			const { email } = await newAccount(service);
			const person = browser(service);
			const { headers } = await person.ask("POST /session", {
				body: { email, password: PASSWORD },
				headers: { origin: "https://photos.example.com" },
			});
			expect(headers.get("set-cookie")).toMatch(
				/^__Host-packshot_session=.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
			);
		} finally {
			await service.close();
		}
	});

	test("the database holds neither the token nor the password", async () => {
		const person = await signedIn();
		// Its first password was stored by the test itself, at a lower cost.
		await person.ask("POST /password", { body: { current: PASSWORD, new: NEW_PASSWORD } });
		const token = person.cookie?.split("=")[1] ?? "";
		expect(token).toHaveLength(43);
		const { db } = packshot.installation;
		const rows = [
			...(await db.read.selectFrom("account_session").selectAll().execute()),
			...(await db.read.selectFrom("account").selectAll().execute()),
		];
		expect(JSON.stringify(rows)).not.toContain(token);
		expect(JSON.stringify(rows)).not.toContain(PASSWORD);
		expect(JSON.stringify(rows)).not.toContain(NEW_PASSWORD);
		expect(JSON.stringify(rows)).toContain("$argon2id$v=19$m=19456,t=2,p=1$");
	});

	test.each([
		["a wrong password", (email: string) => [email, "wrong"]],
		["an unknown address", () => ["nobody@example.com", PASSWORD]],
		["an invalid address", () => ["nobody", PASSWORD]],
	])("401 for %s, and no cookie", async (_what, credentials) => {
		const { email } = await newAccount(packshot);
		const [address = "", password = ""] = credentials(email);
		const { status, body, headers } = await browser(packshot).signIn(address, password);
		expect([status, body.error]).toEqual([401, "sign_in_failed"]);
		expect(headers.get("set-cookie")).toBeNull();
	});

	test("an unknown address takes as long as a wrong password", async () => {
		const { email } = await newAccount(packshot);
		const timed = async (address: string) => {
			const before = performance.now();
			await browser(packshot).signIn(address, "wrong password");
			return performance.now() - before;
		};
		await timed(email);
		const ratios: number[] = [];
		while (ratios.length < 15) {
			const known = await timed(email);
			const unknown = await timed(`nobody${ratios.length}@example.com`);
			ratios.push(unknown / known);
			packshot.clock.advance(16 * 60_000);
		}
		// A busy machine slows down both of a pair, or either of them by chance.
		const [median] = ratios.toSorted((one, other) => one - other).slice(7);
		expect(median, ratios.join(", ")).toBeGreaterThan(0.5);
	});

	test("checks only ten of 40 parallel guesses; then even the right password has to wait", async () => {
		const { email } = await newAccount(packshot);
		const guesses = await Promise.all(
			Array.from({ length: 40 }, (_, place) => browser(packshot).signIn(email, `guess ${place}`)),
		);
		const statuses = guesses.map(({ status }) => status);
		expect(statuses.filter((status) => status === 401)).toHaveLength(10);
		expect(statuses.filter((status) => status === 429)).toHaveLength(30);
		const locked = await browser(packshot).signIn(email, PASSWORD);
		expect([locked.status, locked.body.error]).toEqual([429, "sign_in_rate_limit"]);
		expect(Number(locked.headers.get("retry-after"))).toBe(900);
		packshot.clock.advance(900_000);
		expect((await browser(packshot).signIn(email, PASSWORD)).status).toBe(200);
	});

	test("an unknown address is refused after 10 failures as well", async () => {
		const answers: number[] = [];
		for (let round = 0; round < 11; round++) {
			answers.push((await browser(packshot).signIn("ghost@example.com", "wrong")).status);
		}
		expect(answers).toEqual([...Array(10).fill(401), 429]);
	});

	test("checks at most 20 failures from one IP address, for any account", async () => {
		const answers = await Promise.all(
			Array.from({ length: 25 }, (_, place) =>
				browser(packshot).signIn(`ghost${place}@example.com`, "wrong"),
			),
		);
		expect(answers.filter(({ status }) => status === 401)).toHaveLength(20);
		expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
	});

	test("success resets the account's failures and does not count against the IP address", async () => {
		const { email } = await newAccount(packshot);
		for (let time = 0; time < 9; time++) await browser(packshot).signIn(email, "wrong");
		for (let time = 0; time < 12; time++) {
			expect((await browser(packshot).signIn(email, PASSWORD)).status).toBe(200);
		}
		expect((await browser(packshot).signIn(email, "wrong")).status).toBe(401);
	});

	test("a disabled account and an expired one-time password get the same error as a wrong password", async () => {
		const disabled = await newAccount(packshot);
		await packshot.alter(`update account set disabled_at = 1 where account_id = '${disabled.accountId}'`);
		const late = await newAccount(packshot, { passwordExpiresAtMs: packshot.clock.now() });
		for (const { email } of [disabled, late]) {
			expect((await browser(packshot).signIn(email, PASSWORD)).body.error).toBe("sign_in_failed");
		}
	});
});

async function signedIn() {
	const account = await newAccount(packshot);
	const person = browser(packshot);
	await person.signIn(account.email, PASSWORD);
	return Object.assign(person, account);
}

describe("a session", () => {
	test("ends after the idle time, and after 14 days regardless of use", async () => {
		const idle = await signedIn();
		packshot.clock.advance(719 * 60_000);
		expect((await idle.ask("GET /keys")).status).toBe(200);
		const seen = async () =>
			(await idle.ask("GET /sessions")).body.data[0].last_seen_at ===
			new Date(packshot.clock.now()).toISOString();
		await expect.poll(seen).toBe(true);
		packshot.clock.advance(719 * 60_000);
		expect((await idle.ask("GET /keys")).status).toBe(200);
		await expect.poll(seen).toBe(true);
		packshot.clock.advance(720 * 60_000);
		expect((await idle.ask("GET /keys")).body.error).toBe("not_signed_in");

		const busy = await signedIn();
		await packshot.alter(
			`update account_session set last_seen_at = last_seen_at + ${20 * 86_400_000} where account_id = '${busy.accountId}'`,
		);
		packshot.clock.advance(14 * 86_400_000 - 1);
		expect((await busy.ask("GET /keys")).status).toBe(200);
		packshot.clock.advance(1);
		expect((await busy.ask("GET /keys")).body.error).toBe("not_signed_in");
	});

	test("signing out ends it and clears the cookie", async () => {
		const person = await newPerson(packshot);
		const { cookie } = person;
		expect((await person.ask("DELETE /session")).status).toBe(204);
		expect(person.cookie).toBeUndefined();
		const { body } = await person.ask("GET /session", { headers: { cookie } });
		expect([body.account, body.csrf_token]).toEqual([null, null]);
	});

	test("is listed with the others, and can be ended alone or all others together", async () => {
		const { email } = await newAccount(packshot);
		const [here, there, elsewhere] = [browser(packshot), browser(packshot), browser(packshot)];
		for (const each of [here, there, elsewhere]) {
			await each.signIn(email, PASSWORD);
			packshot.clock.advance(1000);
		}
		const { data } = (await here.ask("GET /sessions")).body;
		expect(data.map((session: { is_current: boolean }) => session.is_current)).toEqual([false, false, true]);
		expect(data[0]).toMatchObject({ address: "127.0.0.1", user_agent: "node" });
		await here.ask("DELETE /sessions/{session_id}", { path: { session_id: data[0].session_id } });
		expect((await elsewhere.ask("GET /keys")).status).toBe(401);
		expect((await there.ask("GET /keys")).status).toBe(200);
		await here.ask("DELETE /sessions");
		expect((await there.ask("GET /keys")).status).toBe(401);
		expect((await here.ask("GET /keys")).status).toBe(200);
	});
});

describe("a state-changing request is refused", () => {
	const csrf = { error: "csrf_rejected" };
	test.each([
		["without the CSRF header", { "x-packshot-csrf": undefined }],
		["with another session's CSRF token", { "x-packshot-csrf": "x".repeat(43) }],
		["from another site", { origin: "https://evil.example" }],
		["from a sandboxed frame", { origin: "null" }],
		["without an origin", { origin: undefined }],
		["when the browser calls it cross-site", { "sec-fetch-site": "cross-site" }],
		["when the browser calls it same-site", { "sec-fetch-site": "same-site" }],
		["as a form", { "content-type": "application/x-www-form-urlencoded" }],
		["as plain text", { "content-type": "text/plain" }],
	])("%s", async (_what, headers) => {
		const person = await newPerson(packshot);
		const answer = await person.ask("POST /keys", { body: { client_name: "x" }, headers });
		expect([answer.status, answer.body]).toEqual([403, expect.objectContaining(csrf)]);
		expect((await person.ask("GET /keys")).body.data).toEqual([]);
	});

	test("when it signs in without the CSRF header or from another site", async () => {
		const { email } = await newAccount(packshot);
		const body = { email, password: PASSWORD };
		for (const headers of [{ origin: "https://evil.example" }, { "x-packshot-csrf": undefined }]) {
			const answer = await browser(packshot).ask("POST /session", { body, headers });
			expect(answer.body).toMatchObject(csrf);
			expect(answer.headers.get("set-cookie")).toBeNull();
		}
	});

	test("but not if the browser calls it same-origin behind a proxy that renames the host", async () => {
		const person = await newPerson(packshot);
		const headers = { origin: "https://photos.example.com", "sec-fetch-site": "same-origin" };
		expect((await person.ask("POST /keys", { body: { client_name: "x" }, headers })).status).toBe(201);
	});
});
