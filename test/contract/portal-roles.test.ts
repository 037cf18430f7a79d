import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { verifiedBalance } from "../support/ledger.ts";
import { newPerson, separateKey } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

let packshot: TestService;
type Person = Awaited<ReturnType<typeof newPerson>>;
let administrator: Person;
let accountants: readonly [Person, Person];
let holder: Person;
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000" } });
	administrator = await newPerson(packshot, { isAdministrator: true });
	const accountant = () => newPerson(packshot, { roles: ["accountant"] });
	accountants = [await accountant(), await accountant()];
	holder = await newPerson(packshot);
	const path = { account_id: holder.accountId };
	await administrator.ask("PATCH /admin/accounts/{account_id}", { path, body: { keys_allowed: 100 } });
});
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(60_000));

const give = ({ accountId }: Person, roles: readonly string[], by = administrator) =>
	by.ask("PUT /admin/accounts/{account_id}/roles", { path: { account_id: accountId }, body: { roles } });
const approve = (by: Person, top_up_id: string) =>
	by.ask("POST /admin/top-ups/{top_up_id}/approve", { path: { top_up_id }, body: {} });

describe("roles", () => {
	test("take effect from the next request, without ending the session", async () => {
		const person = await newPerson(packshot);
		expect((await person.ask("GET /admin/top-ups")).body.error).toBe("role_missing");
		const given = await give(person, ["tracer", "accountant", "accountant"]);
		expect(given.body).toMatchObject({ roles: ["accountant", "tracer"], is_administrator: false });
		expect((await person.ask("GET /session")).body.account.roles).toEqual(["accountant", "tracer"]);
		expect((await person.ask("GET /admin/top-ups")).status).toBe(200);
		await give(person, []);
		expect((await person.ask("GET /admin/top-ups")).body.error).toBe("role_missing");
		expect((await person.ask("GET /keys")).status).toBe(200);
	});

	test("are logged once, with their previous value", async () => {
		const person = await newPerson(packshot);
		await give(person, ["tracer"]);
		await give(person, ["tracer"]);
		const { body } = await administrator.ask("GET /admin/events", { query: { subject: person.accountId } });
		const [event] = body.data;
		expect(event).toMatchObject({ action: "account.roles", account_email: administrator.email });
		expect(event.changes).toEqual([{ name: "Roles", before: "none", after: "Tracer" }]);
		expect(body.data).toHaveLength(2);
	});

	test("that do not exist are refused", async () => {
		const person = await newPerson(packshot);
		expect((await give(person, ["king"])).body.error).toBe("bad_request");
	});

	test("of the last active administrator cannot be removed", async () => {
		expect((await give(administrator, ["accountant"])).body.error).toBe("last_administrator");
		expect((await administrator.ask("GET /admin/accounts")).status).toBe(200);
		const second = await newPerson(packshot, { isAdministrator: true });
		const path = { account_id: second.accountId };
		await administrator.ask("POST /admin/accounts/{account_id}/disable", { path });
		expect((await give(administrator, [])).body.error).toBe("last_administrator");
		await administrator.ask("POST /admin/accounts/{account_id}/enable", { path });
		await give(second, []);
	});
});

describe("top-ups with a threshold for two approvals", () => {
	beforeAll(async () => {
		const changed = await administrator.ask("PATCH /admin/settings", { body: { two_approvals_above: 100 } });
		expect(changed.body.two_approvals_above).toBe(100);
	});

	async function requested(credits: number) {
		const { clientId } = await separateKey(holder);
		const path = { client_id: clientId };
		const { body } = await holder.ask("POST /keys/{client_id}/top-ups", { path, body: { credits } });
		const balance = async () => (await holder.ask("GET /keys/{client_id}", { path })).body.credit_balance;
		return { clientId, balance, topUpId: body.top_up_id as string };
	}

	test("above it add nothing before a second person approves, and the ledger names both", async () => {
		const { balance, topUpId, clientId } = await requested(100.0001);
		const first = await approve(accountants[0], topUpId);
		expect(first.body).toMatchObject({
			state: "requested",
			first_approved_by: accountants[0].email,
			approved_by_you: true,
			decided_by: null,
		});
		expect(await balance()).toBe(0);
		expect((await approve(accountants[0], topUpId)).body.error).toBe("second_person_needed");
		const { body } = await accountants[1].ask("GET /admin/top-ups", { query: { state: "requested" } });
		expect(body.data[0]).toMatchObject({ top_up_id: topUpId, approved_by_you: false });
		expect((await approve(accountants[1], topUpId)).body).toMatchObject({
			state: "approved",
			first_approved_by: accountants[0].email,
			decided_by: accountants[1].email,
		});
		expect(await balance()).toBe(100.0001);
		const rows = await packshot.installation.db.read
			.selectFrom("ledger")
			.selectAll()
			.where("client_id", "=", clientId)
			.execute();
		expect(verifiedBalance(rows)).toBe(1_000_001);
		const [decided, approved] = [accountants[1].accountId, accountants[0].accountId];
		expect(JSON.parse(rows[0]!.detail)).toEqual([
			{ top_up: topUpId, decided_by: decided, first_approved_by: approved },
		]);
	});

	test("of exactly that amount need one approval", async () => {
		const { balance, topUpId } = await requested(100);
		expect((await approve(accountants[0], topUpId)).body.state).toBe("approved");
		expect(await balance()).toBe(100);
	});

	test("approved by two people concurrently, many times each, are paid out once", async () => {
		const { balance, topUpId, clientId } = await requested(500);
		await Promise.all(
			Array.from({ length: 12 }, (_, place) => approve(accountants[place % 2 === 0 ? 0 : 1], topUpId)),
		);
		expect(await balance()).toBe(500);
		const rows = await packshot.installation.db.read
			.selectFrom("ledger")
			.select("kind")
			.where("client_id", "=", clientId)
			.execute();
		expect(rows).toHaveLength(1);
	});

	test("can be rejected after the first approval", async () => {
		const { balance, topUpId } = await requested(500);
		await approve(accountants[0], topUpId);
		const path = { top_up_id: topUpId };
		const rejected = await accountants[1].ask("POST /admin/top-ups/{top_up_id}/reject", {
			path,
			body: { note: "Not paid." },
		});
		expect(rejected.body.state).toBe("rejected");
		expect(await balance()).toBe(0);
	});

	test("do not count the approval of a person whose role has since been removed", async () => {
		const { balance, topUpId } = await requested(500);
		const former = await newPerson(packshot, { roles: ["accountant"] });
		await approve(former, topUpId);
		await give(former, []);
		expect((await approve(accountants[0], topUpId)).body).toMatchObject({
			state: "requested",
			first_approved_by: accountants[0].email,
		});
		expect(await balance()).toBe(0);
		await approve(accountants[1], topUpId);
		expect(await balance()).toBe(500);
	});
});
