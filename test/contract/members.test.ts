import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deliveriesTo, versionsOf } from "../../src/leaks/attribution/attribution-store.ts";
import { MEMBER_ROLES, type MemberRole } from "../../src/pages/contract.ts";
import type { RouteName } from "../../src/routes.ts";
import { picturedProduct } from "../support/pictured-product.ts";
import { type Browser, browser, memberOf, newKey, newPerson, PASSWORD } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000" } });
});
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(60_000));

async function invite(owner: Browser, role: MemberRole, email?: string) {
	const { status, body } = await owner.ask("POST /members/invitations", { body: { role, email } });
	expect(status).toBe(201);
	return { token: body.link.split("#")[1] as string, path: { invitation_id: body.invitation.invitation_id } };
}

const invited = async (...asked: Parameters<typeof invite>) => (await invite(...asked)).token;

const accept = (person: Browser, token: string) => person.ask("POST /invitation/accept", { body: { token } });

const member = (owner: Browser, role: MemberRole) => memberOf(packshot, owner, role);

const actsFor = async (person: Browser) => (await person.ask("GET /session")).body?.acts_for;
const balanceOf = async (person: Browser) => (await person.ask("GET /keys")).body.account.balance_id;

describe("an invitation", () => {
	test("lets somebody join with a role, who then acts for the account and draws on its balance", async () => {
		const owner = await newPerson(packshot);
		await owner.ask("PUT /members/name", { body: { name: " Corner shop " } });
		const buyer = await newPerson(packshot);
		const own = await balanceOf(buyer);
		const token = await invited(owner, "buyer", buyer.email);
		const asked = await buyer.ask("POST /invitation", { body: { token } });
		expect(asked.body).toMatchObject({ account_name: "Corner shop", email: buyer.email, role: "buyer" });
		expect((await accept(buyer, token)).status).toBe(204);
		expect(await actsFor(buyer)).toEqual({
			account_id: owner.accountId,
			name: "Corner shop",
			role: "buyer",
			is_own: false,
		});
		expect(await balanceOf(buyer)).toBe(await balanceOf(owner));
		expect(await balanceOf(buyer)).not.toBe(own);
		const { body } = await owner.ask("GET /members");
		expect(body).toMatchObject({ name: "Corner shop", invitations: [] });
		expect(body.data).toMatchObject([
			{ person_id: owner.accountId, role: "owner", is_founder: true },
			{ person_id: buyer.accountId, role: "buyer", is_founder: false, email: buyer.email },
		]);
	});

	test("opens an account for somebody new, even where nobody may sign up", async () => {
		const owner = await newPerson(packshot);
		const token = await invited(owner, "viewer", "newcomer@example.com");
		const newcomer = browser(packshot);
		const body = { token, email: "newcomer@example.com", password: PASSWORD };
		const weak = await newcomer.ask("POST /invitation/sign-up", {
			body: { ...body, password: "password12" },
		});
		expect([weak.status, weak.body.error]).toEqual([400, "password_too_weak"]);
		const taken = await newcomer.ask("POST /invitation/sign-up", { body: { ...body, email: owner.email } });
		expect([taken.status, taken.body.error]).toEqual([409, "email_taken"]);
		const joined = await newcomer.ask("POST /invitation/sign-up", { body });
		expect([joined.status, joined.body.account.email]).toEqual([201, "newcomer@example.com"]);
		expect(await actsFor(newcomer)).toMatchObject({ account_id: owner.accountId, role: "viewer" });
	});

	test("works once: of ten who use it at once one joins", async () => {
		const owner = await newPerson(packshot);
		const token = await invited(owner, "developer");
		const people = await Promise.all(Array.from({ length: 10 }, () => newPerson(packshot)));
		const outcomes = await Promise.all(people.map((person) => accept(person, token)));
		expect(outcomes.map(({ status }) => status).sort()).toEqual([204, ...Array(9).fill(410)]);
		expect((await owner.ask("GET /members")).body.data).toHaveLength(2);
	});

	test("ends after seven days, when it is withdrawn, and when the account is disabled", async () => {
		const [owner, other, person] = [
			await newPerson(packshot),
			await newPerson(packshot),
			await newPerson(packshot),
		];
		const administrator = await newPerson(packshot, { isAdministrator: true });
		const old = await invited(other, "buyer");
		const { token: withdrawn, path } = await invite(owner, "buyer");
		expect((await owner.ask("DELETE /members/invitations/{invitation_id}", { path })).status).toBe(204);
		expect((await owner.ask("DELETE /members/invitations/{invitation_id}", { path })).status).toBe(404);
		expect((await accept(person, withdrawn)).body.error).toBe("link_invalid");
		const late = await invited(owner, "buyer");
		await administrator.ask("POST /admin/accounts/{account_id}/disable", {
			path: { account_id: owner.accountId },
		});
		expect((await accept(person, late)).body.error).toBe("link_invalid");
		expect((await actsFor(person)).is_own).toBe(true);
		packshot.clock.advance(7 * 86_400_000);
		const { body } = await browser(packshot).ask("POST /invitation", { body: { token: old } });
		expect(body.error).toBe("link_invalid");
	});

	test("is refused to those who belong to the account, and beyond fifty members", async () => {
		const owner = await newPerson(packshot);
		const buyer = await member(owner, "buyer");
		for (const [person, error] of [
			[owner, "already_member"],
			[buyer, "already_member"],
		] as const)
			expect((await accept(person, await invited(owner, "viewer"))).body.error).toBe(error);
		const again = { role: "viewer", email: buyer.email };
		expect((await owner.ask("POST /members/invitations", { body: again })).body.error).toBe("already_member");
		for (let open = 4; open < 50; open++) await invited(owner, "viewer");
		const more = await owner.ask("POST /members/invitations", { body: { role: "viewer" } });
		expect([more.status, more.body.error]).toEqual([409, "member_limit_reached"]);
	});
});

/** What each role may do beyond looking, with an answer that shows that it was let through. */
const ACTS: readonly { name: RouteName; by: readonly MemberRole[]; body?: object }[] = [
	{ name: "POST /basket/items", by: ["owner", "buyer"], body: { items: [{ barcode: "4011" }] } },
	{ name: "POST /lists", by: ["owner", "buyer"], body: { name: "Weekly", barcodes: ["4011"] } },
	{ name: "POST /keys", by: ["owner", "developer"], body: { client_name: "Till" } },
	{ name: "PUT /members/name", by: ["owner"], body: { name: "Corner shop" } },
	{ name: "POST /members/invitations", by: ["owner"], body: { role: "viewer" } },
];

describe("roles", () => {
	test.each(ACTS)("$name is for $by", async ({ name, by, body }) => {
		const owner = await newPerson(packshot);
		for (const role of MEMBER_ROLES) {
			const { status, body: answer } = await (await member(owner, role)).ask(name, { body });
			if (by.includes(role)) expect([role, Math.floor(status / 100)]).toEqual([role, 2]);
			else expect([role, status, answer.error]).toEqual([role, 403, "member_role_missing"]);
		}
	});

	test("change at once, and the founder stays an owner", async () => {
		const owner = await newPerson(packshot);
		const second = await member(owner, "owner");
		const path = { person_id: second.accountId };
		const founder = { person_id: owner.accountId };
		for (const [name, body] of [
			["PUT /members/{person_id}/role", { role: "viewer" }],
			["DELETE /members/{person_id}", undefined],
		] as const)
			expect((await second.ask(name, { path: founder, body })).body.error).toBe("founder_stays");
		expect((await owner.ask("POST /members/leave")).body.error).toBe("founder_stays");
		await owner.ask("PUT /members/{person_id}/role", { path, body: { role: "viewer" } });
		expect((await actsFor(second)).role).toBe("viewer");
		expect((await second.ask("POST /keys", { body: { client_name: "Till" } })).status).toBe(403);
	});
});

describe("leaving", () => {
	test("whoever is removed is signed out at once, and their keys stay", async () => {
		const owner = await newPerson(packshot);
		const developer = await member(owner, "developer");
		const { clientId } = await newKey(developer);
		const path = { person_id: developer.accountId };
		expect((await owner.ask("DELETE /members/{person_id}", { path })).status).toBe(204);
		expect((await developer.ask("GET /keys")).status).toBe(401);
		expect((await owner.ask("DELETE /members/{person_id}", { path })).status).toBe(404);
		const { body } = await owner.ask("GET /keys");
		expect(body.data).toMatchObject([{ client_id: clientId, state: "active" }]);
	});

	test("whoever leaves goes on with their own account", async () => {
		const owner = await newPerson(packshot);
		const buyer = await member(owner, "buyer");
		expect((await buyer.ask("POST /members/leave")).status).toBe(204);
		expect(await actsFor(buyer)).toMatchObject({ account_id: buyer.accountId, role: "owner", is_own: true });
		expect((await owner.ask("GET /members")).body.data).toHaveLength(1);
	});

	test("an account that is disabled is acted for by nobody", async () => {
		const owner = await newPerson(packshot);
		const buyer = await member(owner, "buyer");
		const administrator = await newPerson(packshot, { isAdministrator: true });
		await administrator.ask("POST /admin/accounts/{account_id}/disable", {
			path: { account_id: owner.accountId },
		});
		expect((await actsFor(buyer)).is_own).toBe(true);
		expect((await buyer.ask("GET /session")).body.accounts).toHaveLength(1);
	});
});

test("what a member fetches in the pages is recorded with who it was, for leaks", async () => {
	const [owner, administrator] = [
		await newPerson(packshot),
		await newPerson(packshot, { isAdministrator: true }),
	];
	const buyer = await member(owner, "buyer");
	const barcode = "4011";
	await picturedProduct(packshot, barcode);
	const { client_id } = (await buyer.ask("GET /keys")).body.account;
	const path = { client_id };
	await administrator.ask("POST /keys/{client_id}/credits", {
		path,
		body: { credits: 5, note: "A gift." },
	});
	const placed = await buyer.ask("POST /keys/{client_id}/orders", {
		path,
		body: { items: [{ barcode, variants: ["front"] }], idempotency_key: "an-order-of-a-member" },
	});
	const order = { ...path, order_id: placed.body.order_id };
	for (const person of [buyer, owner]) {
		packshot.clock.advance(1000);
		const body = { barcode, variant: "front" };
		const issued = await person.ask("POST /keys/{client_id}/orders/{order_id}/picture", {
			path: order,
			body,
		});
		expect((await fetch(issued.body.url)).status).toBe(200);
	}
	packshot.clock.advance(1000);
	const issued = await buyer.ask("POST /keys/{client_id}/orders/{order_id}/archive", {
		path: order,
		body: {},
	});
	expect((await fetch(issued.body.url)).status).toBe(200);
	packshot.clock.advance(1000);
	for (const person of [buyer, owner]) {
		const body = { barcode, variant: "front" };
		const both = await person.ask("POST /keys/{client_id}/orders/{order_id}/picture", { path: order, body });
		expect((await fetch(both.body.url)).status).toBe(200);
	}
	const { db } = packshot.installation;
	const deliveries = await deliveriesTo(db, client_id, await versionsOf(db, barcode, "front"));
	expect(deliveries.map(({ person }) => person)).toEqual([
		buyer.email,
		owner.email,
		buyer.email,
		// Of two in one millisecond, it is not known which.
		null,
		null,
	]);
	expect(deliveries.slice(0, 3).every(({ requestId }) => requestId?.startsWith("req_"))).toBe(true);
});

describe("one person in several accounts", () => {
	test("switches between them, and each shows only its own things", async () => {
		const [first, second] = [await newPerson(packshot), await newPerson(packshot)];
		const person = await newPerson(packshot);
		for (const owner of [first, second]) await accept(person, await invited(owner, "developer"));
		await newKey(first, "First till");
		await newKey(second, "Second till");
		const keys = async () =>
			(await person.ask("GET /keys")).body.data.map((key: { client_name: string }) => key.client_name);
		const switchTo = (account_id: string) => person.ask("PUT /session/account", { body: { account_id } });
		expect(await keys()).toEqual(["Second till"]);
		expect((await switchTo(first.accountId)).status).toBe(204);
		expect(await keys()).toEqual(["First till"]);
		expect((await switchTo(person.accountId)).status).toBe(204);
		expect(await keys()).toEqual([]);
		expect((await person.ask("GET /session")).body.accounts).toHaveLength(3);
	});

	test("nobody switches to an account that they do not belong to", async () => {
		const [owner, stranger] = [await newPerson(packshot), await newPerson(packshot)];
		const to = { body: { account_id: owner.accountId } };
		expect((await stranger.ask("PUT /session/account", to)).status).toBe(404);
		expect((await actsFor(stranger)).is_own).toBe(true);
	});

	test("administrators find the account by its name, and see how many were invited", async () => {
		const owner = await newPerson(packshot);
		await member(owner, "viewer");
		await owner.ask("PUT /members/name", { body: { name: "Golden Sheaf" } });
		const administrator = await newPerson(packshot, { isAdministrator: true });
		for (const search of ["golden sh", owner.email]) {
			const { body } = await administrator.ask("GET /admin/accounts", { query: { search } });
			expect(body.data).toMatchObject([{ email: owner.email, name: "Golden Sheaf", members: 1 }]);
		}
	});

	test("acts are logged with the person who did them", async () => {
		const owner = await newPerson(packshot);
		const developer = await member(owner, "developer");
		const { clientId } = await newKey(developer);
		const administrator = await newPerson(packshot, { isAdministrator: true });
		const { body } = await administrator.ask("GET /admin/events", { query: { client: clientId } });
		expect(body.data).toMatchObject([{ action: "key.created", account_email: developer.email }]);
	});
});
