import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { defaultPolicy, draftClient } from "../../src/clients/policy/service.ts";
import { createClient, revokeClient } from "../../src/clients/policy/store.ts";
import { signIn } from "../support/credentials.ts";
import { verifiedBalance } from "../support/ledger.ts";
import { memberOf, newKey, newPerson } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

let packshot: TestService;
type Person = Awaited<ReturnType<typeof newPerson>>;
let administrator: Person;
let accountant: Person;
let holder: Person;
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000" } });
	administrator = await newPerson(packshot, { isAdministrator: true });
	accountant = await newPerson(packshot, { roles: ["accountant"] });
	holder = await newPerson(packshot, { email: "shop@mikvah.example" });
});
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(60_000));

async function made(client_name: string, owner_email?: string) {
	const body = { client_name, owner_email: owner_email ?? null };
	const answer = await administrator.ask("POST /keys", { body });
	expect(answer.status).toBe(201);
	return { clientId: answer.body.client_id as string, apiKey: answer.body.api_key as string };
}
const change = (client_id: string, body: object) =>
	administrator.ask("PATCH /keys/{client_id}", { path: { client_id }, body });
const shown = async (client_id: string) =>
	(await administrator.ask("GET /keys/{client_id}", { path: { client_id } })).body;
const history = async (client_id: string) =>
	(await accountant.ask("GET /keys/{client_id}/history", { path: { client_id } })).body.data;
const found = async (query: Record<string, string>) =>
	(await accountant.ask("GET /admin/clients", { query })).body.data.map(
		({ client_name }: { client_name: string }) => client_name,
	);

describe("searching clients", () => {
	test("matches part of the name, part of the owner's address or the id, and does not treat the input as a pattern", async () => {
		const { clientId } = await made("מאפיית לחם 100%", "shop@mikvah.example");
		expect(await found({ search: "לחם 100%" })).toEqual(["מאפיית לחם 100%"]);
		expect(await found({ search: "MIKVAH" })).toEqual(["מאפיית לחם 100%", "shop@mikvah.example"]);
		expect(await found({ search: clientId })).toEqual(["מאפיית לחם 100%"]);
		expect(await found({ search: "לחם%100" })).toEqual([]);
	});

	test("returns each client once across pages, newest first, and filters by state and tier", async () => {
		for (let place = 0; place < 5; place++) {
			packshot.clock.advance(1000);
			await made(`Paged ${place}`);
		}
		const first = await accountant.ask("GET /admin/clients", { query: { search: "Paged", limit: "3" } });
		const second = await accountant.ask("GET /admin/clients", {
			query: { search: "Paged", limit: "3", after: first.body.next },
		});
		const names = [...first.body.data, ...second.body.data].map(({ client_name }) => client_name);
		expect(names).toEqual([4, 3, 2, 1, 0].map((place) => `Paged ${place}`));
		expect(second.body.next).toBeNull();
		const [{ client_id }] = first.body.data;
		await change(client_id, { tier: "enterprise", expires_at: "2020-01-01T00:00:00Z" });
		expect(await found({ search: "Paged", tier: "enterprise", state: "expired" })).toHaveLength(1);
		expect(await found({ search: "Paged", state: "active" })).toHaveLength(4);
		expect((await accountant.ask("GET /admin/clients", { query: { after: "x" } })).status).toBe(400);
	});
});

describe("a policy", () => {
	const everything = {
		client_name: "Everything",
		tier: "enterprise",
		requests_per_minute: 7,
		requests_per_day: 700,
		expires_at: "2031-05-15T00:00:00.000Z",
		allow_ip: ["192.0.2.0/24"],
		locks: ["nutrition", "info.brand", "images.back"],
		barcode_prefixes: ["0725"],
		brands: ["Elite"],
		departments: ["Groceries"],
		url_ttl_seconds: 60,
		multi_use_urls: true,
		watermark: "waived",
	};

	test("can be changed in every part, and the history shows who changed it, with values before and after", async () => {
		const { clientId } = await made("Plain");
		const { status, body } = await change(clientId, { ...everything, owner_email: holder.email });
		expect(status).toBe(200);
		expect(body.administration).toMatchObject({
			policy: everything,
			owner: { account_id: holder.accountId, email: holder.email },
		});
		expect(body).toMatchObject({
			limits: { requests_per_minute: 7, requests_per_day: 700 },
		});
		const [latest] = await history(clientId);
		expect(latest).toMatchObject({
			what: "Key Everything changed",
			account_email: administrator.email,
			address: "127.0.0.1",
		});
		expect(latest.changes).toHaveLength(Object.keys(everything).length + 1);
		expect(latest.changes).toContainEqual({ name: "Owner", before: "none", after: holder.email });
		expect(latest.changes).toContainEqual({
			name: "Locks",
			before: "none",
			after: "Nutrition, Product facts: Brand, Pictures: Back",
		});
	});

	test("keeps settings that are not mentioned, and setting the current value leaves no trace", async () => {
		const { clientId } = await made("Quiet");
		await change(clientId, { locks: ["nutrition"] });
		await change(clientId, { locks: ["nutrition"] });
		await change(clientId, { requests_per_minute: 5 });
		expect((await shown(clientId)).administration.policy).toMatchObject({
			locks: ["nutrition"],
			requests_per_minute: 5,
		});
		expect(await history(clientId)).toHaveLength(3);
	});

	test("keeps both of two concurrent changes to different settings", async () => {
		const { clientId } = await made("Twice");
		await Promise.all([change(clientId, { locks: ["nutrition"] }), change(clientId, { brands: ["Elite"] })]);
		expect((await shown(clientId)).administration.policy).toMatchObject({
			locks: ["nutrition"],
			brands: ["Elite"],
		});
	});

	test.each([
		[{ locks: ["nutritio"] }, "nutritio"],
		[{ allow_ip: ["999.0.0.1"] }, "999.0.0.1"],
		[{ barcode_prefixes: ["07a"] }, "07a"],
		[{ multi_use_urls: true }, "enterprise"],
		[{ watermark: "waived" }, "enterprise"],
		[{ client_name: "  " }, "client_name"],
		[{ client_name: "a\u202eb" }, "client_name"],
		[{ brands: ["a\u0000b"] }, "brands"],
		[{ owner_email: "ghost@example.com" }, "owner_email"],
		[{ requests_per_minute: 0 }, "requests_per_minute"],
		[{ expires_at: "someday" }, "expires_at"],
	])("400 for %j, naming what is wrong, nothing changed", async (body, named) => {
		const { clientId } = await made("Strict");
		const before = await shown(clientId);
		const answer = await change(clientId, body);
		expect([answer.status, answer.body.error]).toEqual([400, "bad_request"]);
		expect(answer.body.message).toContain(named);
		expect(await shown(clientId)).toEqual(before);
	});

	test("warns about settings that are unlikely to have the intended effect", async () => {
		const { clientId } = await made("Warned");
		const { body } = await change(clientId, { brands: ["Nobody's"], departments: ["Nowhere"] });
		expect(body.warnings).toEqual([
			expect.stringContaining('Departments: "Nowhere"'),
			expect.stringContaining('Brands: "Nobody\'s" matches no product'),
		]);
	});

	test("takes effect on the client's next call", async () => {
		const { clientId, apiKey } = await made("At once");
		const { body } = await signIn(packshot, { clientId, apiKey });
		const ask = () => packshot.call("/balance", { token: body.access_token });
		expect((await ask()).status).toBe(200);
		await change(clientId, { allow_ip: ["192.0.2.1"] });
		expect((await ask()).status).toBe(403);
	});
});

describe("a secret", () => {
	test("can be rotated, but not for a revoked client", async () => {
		const { clientId, apiKey } = await made("Secret");
		const path = { client_id: clientId };
		const body = { confirm: "Secret" };
		for (const act of ["rotate", "revoke"] as const) {
			const misnamed = await administrator.ask(`POST /keys/{client_id}/${act}`, {
				path,
				body: { confirm: "Another" },
			});
			expect([misnamed.status, misnamed.body.error]).toEqual([409, "other_name"]);
		}
		const rotated = await administrator.ask("POST /keys/{client_id}/rotate", { path, body });
		expect(rotated.body).toMatchObject({ client_id: clientId, client_name: "Secret" });
		expect(rotated.body.api_key).not.toBe(apiKey);
		const revoked = await administrator.ask("POST /keys/{client_id}/revoke", { path, body });
		expect(revoked.body.state).toBe("revoked");
		const again = await administrator.ask("POST /keys/{client_id}/rotate", { path, body });
		expect([again.status, again.body.error]).toEqual([409, "key_not_active"]);
		await administrator.ask("POST /keys/{client_id}/revoke", { path, body });
		expect((await history(clientId)).map(({ action }: { action: string }) => action)).toEqual([
			"key.revoked",
			"key.rotated",
			"key.created",
		]);
	});
});

describe("credits", () => {
	const add = (client_id: string, credits: number, note = "Invoice 7", by = accountant) =>
		by.ask("POST /keys/{client_id}/credits", { path: { client_id }, body: { credits, note } });

	test("are refused for a client that is revoked or has expired, as top-ups are; what is left can be taken back", async () => {
		const revoked = await packshot.client({}, "5");
		const expired = await packshot.client({ expiresAtMs: packshot.clock.now() - 1 }, "5");
		await packshot.installation.db.write(revokeClient, {
			clientId: revoked.clientId,
			nowMs: packshot.clock.now(),
		});
		for (const { clientId } of [revoked, expired]) {
			const refused = await add(clientId, 2);
			expect([refused.status, refused.body.error]).toEqual([409, "key_not_active"]);
			expect((await add(clientId, -5)).body.credit_balance).toBe(0);
		}
		expect(await packshot.ledger(revoked)).toHaveLength(2);
	});

	test("can be added and taken back, never below zero, with who did it and why", async () => {
		const { clientId } = await made("Funded");
		expect((await add(clientId, 12.5)).body).toMatchObject({ credit_balance: 12.5, waits_for_second: false });
		expect((await add(clientId, -2)).body.credit_balance).toBe(10.5);
		expect((await add(clientId, -20)).body.error).toBe("balance_too_small");
		expect((await add(clientId, 0)).status).toBe(400);
		expect((await add(clientId, 1, " ")).status).toBe(400);
		const ledger = await accountant.ask("GET /keys/{client_id}/ledger", {
			path: { client_id: clientId },
		});
		expect(
			ledger.body.data.map(({ credits, kind }: { credits: number; kind: string }) => [kind, credits]),
		).toEqual([
			["grant", -2],
			["grant", 12.5],
		]);
		const [taken, added] = await history(clientId);
		expect(taken.what).toBe("2 credits taken back from Funded: Invoice 7");
		expect(added).toMatchObject({
			what: "12.5 credits added to Funded: Invoice 7",
			account_email: accountant.email,
		});
	});

	test("are added once per idempotency key, repeated or concurrent; a refused request can be retried", async () => {
		const { clientId } = await made("Repeated");
		const path = { client_id: clientId };
		const send = (credits: number, key: string, by = accountant) =>
			by.ask("POST /keys/{client_id}/credits", {
				path,
				body: { credits, note: "Invoice 8", idempotency_key: `key-of-some-dialog-${key}` },
			});
		const refused = await send(-20, "one");
		expect(refused.body.error).toBe("balance_too_small");
		const at = await Promise.all(Array.from({ length: 8 }, () => send(20, "one")));
		expect(at.map(({ status }) => status)).toEqual(at.map(() => 200));
		expect(at.filter(({ body }) => !body.is_repeat)).toHaveLength(1);
		expect((await send(20, "one")).body).toEqual({
			credit_balance: 20,
			waits_for_second: false,
			is_repeat: true,
		});
		const other = await send(21, "one");
		expect([other.status, other.body.error]).toEqual([409, "sent_before"]);
		expect((await send(21, "two")).body.credit_balance).toBe(41);
		expect((await send(1, "!")).status).toBe(400);
		expect((await history(clientId)).map(({ action }: { action: string }) => action)).toEqual([
			"credits.added",
			"credits.added",
			"key.created",
		]);
	});

	test("wait as a top-up above the amount that needs two approvals", async () => {
		await administrator.ask("PATCH /admin/settings", { body: { two_approvals_above: 100 } });
		const { clientId } = await made("Large");
		expect((await add(clientId, 500)).body).toMatchObject({ credit_balance: 0, waits_for_second: true });
		const { body } = await accountant.ask("GET /admin/top-ups", { query: { state: "requested" } });
		const [topUp] = body.data;
		expect(topUp).toMatchObject({ credits: 500, client_name: "Large", approved_by_you: true });
		const path = { top_up_id: topUp.top_up_id };
		const own = await accountant.ask("POST /admin/top-ups/{top_up_id}/approve", { path, body: {} });
		expect(own.body.error).toBe("second_person_needed");
		await administrator.ask("POST /admin/top-ups/{top_up_id}/approve", { path, body: {} });
		expect((await shown(clientId)).credit_balance).toBe(500);
		const rows = await packshot.installation.db.read
			.selectFrom("ledger")
			.selectAll()
			.where("client_id", "=", clientId)
			.execute();
		expect(verifiedBalance(rows)).toBe(5_000_000);
		await administrator.ask("PATCH /admin/settings", { body: { two_approvals_above: null } });
	});
});

describe("one client, seen and changed by", () => {
	const asked = (by: Person, body: object, client_id: string) =>
		by.ask("PATCH /keys/{client_id}", { path: { client_id }, body });

	test("its account, which sees nothing of administration and changes none of it", async () => {
		const { clientId } = await made("Seen", holder.email);
		const { body } = await holder.ask("GET /keys/{client_id}", { path: { client_id: clientId } });
		expect(body).toMatchObject({ client_name: "Seen", is_own: true, administration: null });
		const before = await shown(clientId);
		for (const change of [
			{ tier: "enterprise" },
			{ owner_email: null },
			{ balance: "own", take_credits: 1 },
		]) {
			const refused = await asked(holder, { client_name: "Mine", ...change }, clientId);
			expect([refused.status, refused.body.error]).toEqual([403, "role_missing"]);
		}
		expect(await shown(clientId)).toEqual(before);
		const renamed = await asked(holder, { client_name: "Mine", low_balance_credits: 5 }, clientId);
		expect(renamed.body).toMatchObject({ client_name: "Mine", low_balance_credits: 5, warnings: [] });
	});

	test("a developer of the account, who does not move it to another balance", async () => {
		const developer = await memberOf(packshot, holder, "developer");
		const { clientId } = await made("Moved", holder.email);
		const refused = await asked(developer, { balance: "own" }, clientId);
		expect([refused.status, refused.body.error]).toEqual([403, "member_role_missing"]);
		expect((await asked(developer, { client_name: "Renamed" }, clientId)).status).toBe(200);
	});

	test("administrators and accountants, of whom only administrators change it", async () => {
		const { clientId } = await made("Judged", holder.email);
		for (const by of [administrator, accountant]) {
			const { body } = await by.ask("GET /keys/{client_id}", { path: { client_id: clientId } });
			expect(body).toMatchObject({
				is_own: false,
				administration: { owner: { email: holder.email }, policy: { client_name: "Judged" } },
			});
		}
		const refused = await asked(accountant, { tier: "enterprise" }, clientId);
		expect([refused.status, refused.body.error]).toEqual([403, "role_missing"]);
		expect((await asked(administrator, { tier: "enterprise" }, clientId)).body.tier).toBe("enterprise");
	});

	test("an account creates keys for itself alone", async () => {
		for (const owner_email of [null, administrator.email, "nobody@example.com"]) {
			const refused = await holder.ask("POST /keys", { body: { client_name: "Theirs", owner_email } });
			expect([refused.status, refused.body.error]).toEqual([403, "role_missing"]);
		}
	});
});

test("a client is shown with the others of its account", async () => {
	const owner = await newPerson(packshot);
	const [one, two] = [await newKey(owner, "One"), await newKey(owner, "Two")];
	const { other_clients } = (await shown(one.clientId)).administration;
	const account = (await owner.ask("GET /keys")).body.account;
	const others = other_clients.map(({ client_id }: { client_id: string }) => client_id);
	expect(others.toSorted()).toEqual([two.clientId, account.client_id].toSorted());
});

test("a client created by the command line of an earlier version is shown as well", async () => {
	const { hashKeys } = packshot.installation.secrets;
	const draft = { policy: { ...defaultPolicy, name: "Old" }, creditUnits: 5, ownerId: null, atMs: 0 };
	const { client } = draftClient(hashKeys, draft);
	await packshot.installation.db.write(createClient, client);
	expect(await shown(client.clientId)).toMatchObject({
		administration: { owner: null },
		credit_balance: 0.0005,
	});
	expect(await history(client.clientId)).toEqual([]);
});
