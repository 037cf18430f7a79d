import { TOTP } from "otpauth";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { normalRecoveryCode } from "../../src/people/accounts/totp.ts";
import { browser, newAccount, newPerson, PASSWORD } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService({
		settings: { PACKSHOT_TRUSTED_PROXIES: "127.0.0.1", PACKSHOT_SIGN_IN_ATTEMPTS: "3" },
	});
});
afterAll(() => packshot.close());
// Sign-in attempts count for 15 minutes.
beforeEach(() => packshot.clock.advance(16 * 60_000));

function signInFrom(address: string, email: string, password: string) {
	return browser(packshot).ask("POST /session", {
		body: { email, password },
		headers: { "x-forwarded-for": address },
	});
}

/** Wrong passwords from enough addresses to use up the limit across all addresses. */
async function guessFromEverywhere(email: string): Promise<number[]> {
	const statuses: number[] = [];
	for (let place = 0; place < 31; place++) {
		statuses.push((await signInFrom(`203.0.113.${place}`, email, "wrong")).status);
	}
	return statuses;
}

describe("wrong passwords", () => {
	test("from one address lock out that address alone", async () => {
		const { email } = await newAccount(packshot, { isAdministrator: true });
		for (let guess = 0; guess < 40; guess++) await signInFrom("203.0.113.1", email, "wrong");
		expect((await signInFrom("203.0.113.1", email, PASSWORD)).status).toBe(429);
		expect((await signInFrom("198.51.100.1", email, PASSWORD)).status).toBe(200);
	});

	test("from one IPv6 network count together", async () => {
		const { email } = await newAccount(packshot);
		for (let guess = 0; guess < 3; guess++) await signInFrom(`2001:db8::${guess}`, email, "wrong");
		expect((await signInFrom("2001:db8::9", email, PASSWORD)).status).toBe(429);
		expect((await signInFrom("2001:db8:1::9", email, PASSWORD)).status).toBe(200);
	});

	test("from many addresses lock out new addresses, but not one where the account is signed in", async () => {
		const { email } = await newAccount(packshot, { isAdministrator: true });
		await signInFrom("198.51.100.1", email, PASSWORD);
		const statuses = await guessFromEverywhere(email);
		expect(statuses).toEqual([...Array(30).fill(401), 429]);
		expect((await signInFrom("198.51.100.2", email, PASSWORD)).status).toBe(429);
		expect((await signInFrom("198.51.100.1", email, PASSWORD)).status).toBe(200);
		packshot.clock.advance(15 * 60_000);
		expect((await signInFrom("198.51.100.2", email, PASSWORD)).status).toBe(200);
	});

	test("do not lock out the holder of a one-time link, at the address where it was used", async () => {
		const administrator = await newPerson(packshot, { isAdministrator: true });
		const { email, accountId } = await newAccount(packshot, { isAdministrator: true });
		await guessFromEverywhere(email);
		const issue = "POST /admin/accounts/{account_id}/password-reset";
		const { body } = await administrator.ask(issue, { path: { account_id: accountId } });
		const password = "orchard-bridge-19-thyme";
		const reset = await browser(packshot).ask("POST /password-reset", {
			body: { token: body.link.split("#")[1], password },
			headers: { "x-forwarded-for": "198.51.100.7" },
		});
		expect(reset.status).toBe(204);
		expect((await signInFrom("198.51.100.8", email, password)).status).toBe(429);
		expect((await signInFrom("198.51.100.7", email, password)).status).toBe(200);
	});
});

test("turning two-factor sign-in on ends the sessions opened without a code, except the current one", async () => {
	const person = await newPerson(packshot);
	const elsewhere = browser(packshot);
	await elsewhere.signIn(person.email, PASSWORD);
	const { secret } = (await person.ask("POST /totp", { body: { password: PASSWORD } })).body;
	const code = new TOTP({ secret }).generate({ timestamp: packshot.clock.now() });
	expect((await elsewhere.ask("GET /keys")).status).toBe(200);
	const { body } = await person.ask("POST /totp/confirm", { body: { code } });
	expect(body.recovery_codes.map(normalRecoveryCode)).not.toContain(undefined);
	expect((await elsewhere.ask("GET /keys")).status).toBe(401);
	expect((await person.ask("GET /keys")).status).toBe(200);
});
