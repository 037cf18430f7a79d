import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { loadConfig } from "../../src/config.ts";
import { findAccountByEmail } from "../../src/people/accounts/accounts.ts";
import { createPasswordHashing } from "../../src/people/accounts/passwords.ts";
import { membersOf } from "../../src/people/members/memberships.ts";
import { requireWhole } from "../../src/people/sso/settings.ts";
import { SettingError } from "../../src/platform/settings.ts";
import { unmovedClock } from "../support/clock.ts";
import { browser, memberOf, newPerson, PASSWORD } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";
import { type Known, SSO_CLIENT, signInThere, startSignInProvider } from "../support/sign-in-provider.ts";

/** Of an account that groups belong to. */
const SHOP = "acct_cornershop";
const people = new Map<string, Known>();
let provider: Awaited<ReturnType<typeof startSignInProvider>>;
let packshot: TestService;

beforeAll(async () => {
	provider = await startSignInProvider(people, () => [`${packshot.origin}/portal/api/session/sso/callback`]);
	packshot = await startService({
		clock: unmovedClock(),
		settings: {
			PACKSHOT_OIDC_ISSUER: provider.issuer,
			PACKSHOT_OIDC_CLIENT_ID: SSO_CLIENT.id,
			PACKSHOT_OIDC_CLIENT_SECRET: SSO_CLIENT.secret,
			PACKSHOT_OIDC_NAME: "Acme",
			PACKSHOT_OIDC_ROLES_CLAIM: "groups",
			PACKSHOT_OIDC_ROLES: "studio=catalogue_editor, owners=administrator+accountant",
			PACKSHOT_OIDC_ACCOUNTS: `tills=${SHOP}:viewer+acct_nobody:owner, buyers=${SHOP}:buyer`,
			PACKSHOT_LOCAL_SIGN_IN: "off",
		},
	});
	provider.open();
});
afterAll(async () => {
	await packshot.close();
	await provider.close();
});

let subjects = 0;
function known(given: Partial<Known> = {}): string {
	const subject = `person-${++subjects}`;
	people.set(subject, { email: `${subject}@example.com`, isVerified: true, groups: [], ...given });
	return subject;
}

/** Where a browser ends up, and who is signed in there. */
async function signIn(subject: string, returnTo = "/find") {
	const cookies = new Map<string, string>();
	const start = `${packshot.origin}/portal/api/session/sso?return_to=${encodeURIComponent(returnTo)}`;
	const isEnd = (url: URL) => url.origin === packshot.origin && !url.pathname.startsWith("/portal/");
	const { url } = await signInThere(start, subject, cookies, isEnd);
	const person = browser(packshot);
	const session = cookies.get("packshot_session");
	person.cookie = session === undefined ? undefined : `packshot_session=${session}`;
	const { body } = await person.ask("GET /session");
	person.csrf = body.csrf_token;
	return { path: url.pathname + url.search, account: body.account, person };
}

describe("signing in with a provider", () => {
	test("creates an account the first time, and uses the same one the second time", async () => {
		const subject = known();
		const first = await signIn(subject);
		expect(first.path).toBe("/find");
		expect(first.account).toMatchObject({ email: `${subject}@example.com`, email_verified: true, roles: [] });
		const second = await signIn(subject);
		expect(second.account.account_id).toBe(first.account.account_id);
	});

	test("identifies an account by the provider's subject, even when the address changes", async () => {
		const first = known();
		const { account } = await signIn(first);
		people.set(first, { email: "renamed@example.com", isVerified: true, groups: [] });
		expect((await signIn(first)).account.account_id).toBe(account.account_id);
		const other = known({ email: "somebody-new@example.com" });
		expect((await signIn(other)).account.account_id).not.toBe(account.account_id);
	});

	test("grants the roles mapped to the groups, and revokes them again", async () => {
		const subject = known({ groups: ["studio", "nobody-maps-this"] });
		expect((await signIn(subject)).account.roles).toEqual(["catalogue_editor"]);
		people.set(subject, { email: `${subject}@example.com`, isVerified: true, groups: [] });
		expect((await signIn(subject)).account.roles).toEqual([]);
	});

	describe("groups that belong to an account", () => {
		const actsFor = async (subject: string) => {
			const { person } = await signIn(subject);
			const { body } = await person.ask("GET /session");
			return { person, role: body.acts_for.is_own ? null : body.acts_for.role, body };
		};
		const inGroups = (subject: string, groups: string[]) =>
			people.set(subject, { email: `${subject}@example.com`, isVerified: true, groups });
		beforeAll(async () => {
			const founder = await newPerson(packshot);
			await packshot.alter(`insert into account (account_id, email, password_hash, created_at, totp_last_step)
				values ('${SHOP}', 'corner@example.com', 'x', 1, 0)`);
			await packshot.alter(`update client set owner_id = '${SHOP}' where owner_id = '${founder.accountId}'`);
		});

		test("let somebody join at sign-in with their strongest role, and lose it with the groups", async () => {
			const subject = known({ groups: ["tills", "buyers"] });
			const first = await actsFor(subject);
			expect(first.body.acts_for).toMatchObject({ account_id: SHOP, role: "buyer" });
			expect((await first.person.ask("GET /members")).body.data).toHaveLength(2);
			inGroups(subject, ["tills"]);
			const second = await actsFor(subject);
			await second.person.ask("PUT /session/account", { body: { account_id: SHOP } });
			expect((await second.person.ask("GET /session")).body.acts_for.role).toBe("viewer");
			inGroups(subject, []);
			const third = await actsFor(subject);
			expect(third.role).toBeNull();
			const switched = await third.person.ask("PUT /session/account", { body: { account_id: SHOP } });
			expect(switched.body.error).toBe("not_found");
			// Sessions that acted for the account have ended.
			expect((await second.person.ask("GET /session")).body.account).toBeNull();
		});

		test("neither change nor end what an invitation gave", async () => {
			const subject = known();
			const { account } = await signIn(subject);
			await packshot.alter(`insert into account_member (account_id, person_id, role, joined_at)
				values ('${SHOP}', '${account.account_id}', 'developer', 1)`);
			for (const groups of [["buyers"], []]) {
				inGroups(subject, groups);
				const { person } = await signIn(subject);
				await person.ask("PUT /session/account", { body: { account_id: SHOP } });
				expect((await person.ask("GET /session")).body.acts_for.role).toBe("developer");
			}
		});
	});

	test("does not revoke the last administrator's role", async () => {
		const subject = known({ groups: ["owners"] });
		expect((await signIn(subject)).account.roles).toEqual(["administrator", "accountant"]);
		people.set(subject, { email: `${subject}@example.com`, isVerified: true, groups: [] });
		expect((await signIn(subject)).account.roles).toContain("administrator");
	});

	test("refuses whoever was given an address that is linked, until an administrator unlinks the account", async () => {
		const first = known();
		const email = `${first}@example.com`;
		const { account, person } = await signIn(first);
		people.set(first, { email: `former-${email}`, isVerified: true, groups: [] });
		const heirs = [known({ email }), known({ email })] as const;
		const refused = { path: "/sign-in?sso=already_linked", account: null };
		expect(await signIn(heirs[0])).toMatchObject(refused);
		expect((await signIn(first)).account.account_id).toBe(account.account_id);

		const administrator = await newPerson(packshot, { roles: ["administrator"] });
		const path = { account_id: account.account_id };
		const { body } = await administrator.ask("DELETE /admin/accounts/{account_id}/identities", { path });
		expect(body).toMatchObject({ email, is_linked: false });
		const events = await administrator.ask("GET /admin/events", { query: { per_page: "1" } });
		expect(events.body.data[0]).toMatchObject({ action: "account.unlinked" });
		const nobody = { path: { account_id: "acct_nobody" } };
		const missing = await administrator.ask("DELETE /admin/accounts/{account_id}/identities", nobody);
		expect(missing.body.error).toBe("not_found");
		expect((await person.ask("GET /session")).body.account).toBeNull();
		const both = await Promise.all(heirs.map((heir) => signIn(heir)));
		const kept = both.filter((each) => each.account?.account_id === account.account_id);
		expect(kept).toHaveLength(1);
		expect(both.filter((each) => each.account === null)).toEqual([expect.objectContaining(refused)]);
	});

	test("rejects an address that the provider has not verified, without taking over an existing account", async () => {
		const holder = known();
		await signIn(holder);
		const thief = known({ email: `${holder}@example.com`, isVerified: false });
		expect(await signIn(thief)).toMatchObject({ path: "/sign-in?sso=email_not_verified", account: null });
	});

	test("does not sign in a disabled account", async () => {
		const subject = known();
		const { account } = await signIn(subject);
		await packshot.alter(`update account set disabled_at = 1 where account_id = '${account.account_id}'`);
		expect(await signIn(subject)).toMatchObject({ path: "/sign-in?sso=disabled", account: null });
	});

	test("creates one account for concurrent first sign-ins", async () => {
		const subject = known();
		const all = await Promise.all([signIn(subject), signIn(subject), signIn(subject)]);
		const ids = all.map(({ account }) => account?.account_id);
		expect(ids).not.toContain(undefined);
		expect(new Set(ids).size).toBe(1);
	});

	test("redirects back to a page with a Hebrew search", async () => {
		expect((await signIn(known(), "/find?q=חלב")).path).toBe(`/find?q=${encodeURIComponent("חלב")}`);
	});

	test.each([
		"//evil.example",
		"https://evil.example",
		"/\\evil.example",
		"/\t/evil.example",
		"\n//evil.example",
		"/.//evil.example",
		"javascript:alert(1)",
	])("never redirects to %j", async (target) => {
		expect((await signIn(known(), target)).path).toBe("/");
	});
});

describe("an account with an unverified address", () => {
	const opened = () =>
		newPerson(packshot, { email: `typed-${++subjects}@example.com`, isAdministrator: false });

	test("belongs to the address's owner alone from the first sign-in; whoever registered it is locked out", async () => {
		const thief = await opened();
		const owner = await signIn(known({ email: thief.email, groups: ["studio"] }));
		expect(owner.account).toMatchObject({
			account_id: thief.accountId,
			email_verified: true,
			roles: ["catalogue_editor"],
		});
		expect((await thief.ask("GET /keys")).status).toBe(401);
		const { read } = packshot.installation.db;
		const account = await findAccountByEmail(read, thief.email);
		expect(Date.parse(owner.account.others_until)).toBe(account?.email_verified_at);
		expect(await createPasswordHashing().verify(PASSWORD, account?.password_hash)).toBe(false);
	});

	test("has no members and no invitations of whoever registered it", async () => {
		const thief = await opened();
		const accomplice = await memberOf(packshot, thief, "owner");
		const { body } = await thief.ask("POST /members/invitations", { body: { role: "owner" } });
		await signIn(known({ email: thief.email }));
		expect((await accomplice.ask("GET /keys")).status).toBe(401);
		const late = { body: { token: body.link.split("#")[1] } };
		expect((await browser(packshot).ask("POST /invitation", late)).body.error).toBe("link_invalid");
		const { read } = packshot.installation.db;
		expect(await membersOf(read, thief.accountId)).toEqual([]);
	});

	test("keeps its password and sessions if it was verified before the first sign-in", async () => {
		const holder = await opened();
		await packshot.alter(`update account set email_verified_at = 1 where account_id = '${holder.accountId}'`);
		const { account } = await signIn(known({ email: holder.email }));
		expect(account).toMatchObject({ account_id: holder.accountId, others_until: null });
		expect((await holder.ask("GET /keys")).status).toBe(200);
		const stored = await findAccountByEmail(packshot.installation.db.read, holder.email);
		expect(await createPasswordHashing().verify(PASSWORD, stored?.password_hash)).toBe(true);
	});
});

describe("a callback that this browser did not initiate", () => {
	const callback = (query: string, cookie = "") =>
		fetch(`${packshot.origin}/portal/api/session/sso/callback?${query}`, {
			redirect: "manual",
			headers: { cookie },
		});
	const begin = async () => {
		const answer = await fetch(`${packshot.origin}/portal/api/session/sso`, { redirect: "manual" });
		const [cookie = ""] = answer.headers.getSetCookie().map((set) => set.split(";")[0] ?? "");
		const state = new URL(answer.headers.get("location") ?? "").searchParams.get("state");
		return { cookie, state, set: answer.headers.getSetCookie().join() };
	};

	test("signs nobody in without the attempt cookie, with an altered one, or with another state", async () => {
		const { cookie, state } = await begin();
		const places = await Promise.all([
			callback(`code=stolen&state=${state}`),
			callback(`code=stolen&state=${state}`, `${cookie.slice(0, -2)}AA`),
			callback("code=stolen&state=another", cookie),
			callback(`code=stolen&state=${state}`, cookie),
			callback(`error=access_denied&state=${state}`, cookie),
		]);
		expect(places.map(({ headers }) => headers.get("location"))).toEqual([
			"/sign-in?sso=not_begun",
			"/sign-in?sso=not_begun",
			"/sign-in?sso=refused",
			"/sign-in?sso=refused",
			"/sign-in?sso=refused",
		]);
		for (const { headers } of places)
			expect(headers.getSetCookie().join()).not.toContain("packshot_session=");
	});

	test("the attempt is kept in an HttpOnly cookie with SameSite=Lax", async () => {
		expect((await begin()).set).toMatch(
			/^packshot_sign_in=.*Path=\/portal\/api\/session\/sso; HttpOnly; SameSite=Lax$/,
		);
	});
});

describe("with local sign-in off", () => {
	test("rejects password sign-in and sign-up, and GET /session reports it", async () => {
		const stranger = browser(packshot);
		const { service } = (await stranger.ask("GET /session")).body;
		expect(service).toMatchObject({
			single_sign_on: { name: "Acme" },
			local_sign_in: false,
			sign_up_open: false,
		});
		const signedIn = await stranger.signIn("person-1@example.com", "wheel-lantern-72-cumin");
		expect([signedIn.status, signedIn.body.error]).toEqual([403, "local_sign_in_off"]);
		const signedUp = await stranger.ask("POST /sign-up", {
			body: { email: "new@example.com", password: "wheel-lantern-72-cumin" },
		});
		expect([signedUp.status, signedUp.body.error]).toEqual([403, "sign_up_closed"]);
	});
});

describe("settings", () => {
	const sso = (environment: Record<string, string>) => loadConfig(environment).sso;

	test.each([
		[{ PACKSHOT_OIDC_ISSUER: "http://accounts.example.com" }, "https"],
		[{ PACKSHOT_OIDC_ISSUER: "https://accounts.example.com" }, "PACKSHOT_OIDC_CLIENT_ID"],
		[{ PACKSHOT_LOCAL_SIGN_IN: "off" }, "nobody could sign in"],
		[{ PACKSHOT_OIDC_ROLES: "studio=king" }, "studio=king"],
		[{ PACKSHOT_OIDC_ROLES: "=tracer" }, "GROUP=ROLE"],
		[{ PACKSHOT_OIDC_ROLES_CLAIM: "groups" }, "PACKSHOT_OIDC_ROLES"],
	])("rejects %j and gives the reason", (environment, reason) => {
		expect(() => requireWhole(sso(environment))).toThrow(SettingError);
		expect(() => requireWhole(sso(environment))).toThrow(reason);
	});

	async function begunWith(settings: Record<string, string>) {
		const service = await startService({ settings });
		onTestFinished(() => service.close());
		const ask = (path: string) =>
			fetch(`${service.origin}/portal/api/session/sso${path}`, { redirect: "manual" });
		return { service, ask };
	}

	test("without a provider there is no single sign-on, and its endpoints are 404", async () => {
		const { service, ask } = await begunWith({});
		expect((await browser(service).ask("GET /session")).body.service.single_sign_on).toBeNull();
		for (const path of ["", "/callback?code=x&state=y"]) expect((await ask(path)).status).toBe(404);
	});

	test("leads back to the sign-in page, which says so, when the provider is unreachable", async () => {
		const { ask } = await begunWith({
			PACKSHOT_OIDC_ISSUER: "http://127.0.0.1:9",
			PACKSHOT_OIDC_CLIENT_ID: "packshot",
		});
		const { status, headers } = await ask("");
		expect([status, headers.get("location")]).toEqual([302, "/sign-in?sso=unavailable"]);
	});
});
