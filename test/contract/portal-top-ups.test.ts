import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { verifiedBalance } from "../support/ledger.ts";
import { type Browser, browser, newPerson, separateKey } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

let packshot: TestService;
type Person = Awaited<ReturnType<typeof newPerson>>;
let administrators: readonly [Person, Person];
let person: Person;
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000" } });
	const administrator = () => newPerson(packshot, { isAdministrator: true });
	administrators = [await administrator(), await administrator()];
	person = await newPerson(packshot);
	const path = { account_id: person.accountId };
	await administrators[0].ask("PATCH /admin/accounts/{account_id}", { path, body: { keys_allowed: 100 } });
});
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(60_000));

async function requested(credits: number | object = 25, note?: string) {
	const { clientId } = await separateKey(person, "Shop");
	const path = { client_id: clientId };
	const body = typeof credits === "number" ? { credits, ...(note ? { note } : {}) } : credits;
	const answer = await person.ask("POST /keys/{client_id}/top-ups", { path, body });
	return { clientId, path, answer, topUpId: answer.body.top_up_id as string };
}
const approve = (by: Person, top_up_id: string, body: object = {}) =>
	by.ask("POST /admin/top-ups/{top_up_id}/approve", { path: { top_up_id }, body });
const reject = (by: Person, top_up_id: string, note = "Not paid.") =>
	by.ask("POST /admin/top-ups/{top_up_id}/reject", { path: { top_up_id }, body: { note } });
const balanceOf = async (client_id: string) =>
	(await person.ask("GET /keys/{client_id}", { path: { client_id } })).body.credit_balance;

test("administrators say what a credit costs and how it is paid, to account holders only", async () => {
	const [administrator] = administrators;
	const service = async (by: Browser) => (await by.ask("GET /session")).body.service;
	expect(await service(person)).toMatchObject({ credit_price: null, payment_note: null });
	const change = (body: object) => administrator.ask("PATCH /admin/settings", { body });
	await change({ credit_price: 0.085, payment_note: "  By invoice, within 14 days. " });
	expect(await service(person)).toMatchObject({ credit_price: null });
	const { body } = await change({ currency: "EUR" });
	expect(body).toMatchObject({
		credit_price: 0.085,
		currency: "EUR",
		payment_note: "By invoice, within 14 days.",
	});
	expect(await service(person)).toMatchObject({
		credit_price: { amount: 0.085, currency: "EUR" },
		payment_note: "By invoice, within 14 days.",
	});
	expect(await service(browser(packshot))).toMatchObject({ credit_price: null, payment_note: null });
	for (const wrong of [
		{ credit_price: 0 },
		{ credit_price: -1 },
		{ currency: "euro" },
		{ currency: "XQQ" },
		{ payment_note: "x".repeat(501) },
	]) {
		expect((await change(wrong)).body.error).toBe("bad_request");
	}
	await change({ credit_price: null, currency: null, payment_note: " " });
	expect(await service(person)).toMatchObject({ credit_price: null, payment_note: null });
	const { body: log } = await administrator.ask("GET /admin/events", { query: { subject: "credit_price" } });
	const named = { name: "Price of a credit" };
	expect(log.data.map(({ changes }: { changes: unknown[] }) => changes[0])).toEqual([
		{ ...named, before: "0.085", after: "none" },
		{ ...named, before: "none", after: "0.085" },
	]);
});

describe("a top-up", () => {
	test("waits for an administrator and adds no credits before", async () => {
		const { clientId, answer, path } = await requested(12.5, "  Invoice 7 ");
		expect(answer.status).toBe(201);
		expect(answer.body).toMatchObject({
			client_id: clientId,
			credits: 12.5,
			note: "Invoice 7",
			state: "requested",
			decided_at: null,
			decision_note: null,
			invoice: null,
		});
		expect(await balanceOf(clientId)).toBe(0);
		expect((await person.ask("GET /keys/{client_id}/top-ups", { path })).body.data).toEqual([answer.body]);
		const { body } = await administrators[0].ask("GET /admin/top-ups", { query: { state: "requested" } });
		expect(body.data[0]).toMatchObject({
			top_up_id: answer.body.top_up_id,
			account_email: person.email,
			client_name: "Shop",
			credit_balance: 0,
			decided_by: null,
		});
	});

	test("is added to the balance and the ledger when approved, and the ledger names who decided", async () => {
		const { clientId, topUpId, path } = await requested(12.5, "Invoice 8");
		const { status, body } = await approve(administrators[0], topUpId, { note: "Paid.", invoice: "2027-8" });
		expect(status).toBe(200);
		expect(body).toMatchObject({
			state: "approved",
			invoice: "2027-8",
			decision_note: "Paid.",
			decided_by: administrators[0].email,
			credit_balance: 12.5,
		});
		expect(await balanceOf(clientId)).toBe(12.5);
		const rows = await packshot.installation.db.read
			.selectFrom("ledger")
			.selectAll()
			.where("client_id", "=", clientId)
			.execute();
		expect(rows).toHaveLength(1);
		expect(rows[0]).toMatchObject({ kind: "top_up", units: 125_000, note: "Paid." });
		expect(JSON.parse(rows[0]!.detail)).toEqual([
			{ top_up: topUpId, decided_by: administrators[0].accountId },
		]);
		expect(verifiedBalance(rows)).toBe(125_000);
		const own = await person.ask("GET /keys/{client_id}/top-ups", { path });
		expect(own.body.data[0]).toMatchObject({ state: "approved", decision_note: "Paid.", invoice: "2027-8" });
	});

	test("is credited once when approved 20 times concurrently", async () => {
		const { clientId, topUpId } = await requested(10);
		const answers = await Promise.all(
			Array.from({ length: 20 }, (_, place) => approve(administrators[place % 2 === 0 ? 0 : 1], topUpId)),
		);
		expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
		expect(answers.filter(({ body }) => body.error === "top_up_decided")).toHaveLength(19);
		expect(await balanceOf(clientId)).toBe(10);
	});

	test("is decided once when approved, rejected and withdrawn concurrently", async () => {
		for (let round = 0; round < 3; round++) {
			const { clientId, topUpId } = await requested(10);
			const path = { client_id: clientId, top_up_id: topUpId };
			const answers = await Promise.all([
				person.ask("DELETE /keys/{client_id}/top-ups/{top_up_id}", { path }),
				reject(administrators[0], topUpId),
				approve(administrators[1], topUpId),
			]);
			const [done, ...others] = answers.filter(({ status }) => status === 200);
			expect(others).toEqual([]);
			expect(await balanceOf(clientId)).toBe(done?.body.state === "approved" ? 10 : 0);
		}
	});

	test("adds no credits when rejected, which requires a reason", async () => {
		const { clientId, topUpId, path } = await requested();
		expect((await reject(administrators[1], topUpId, " ")).status).toBe(400);
		expect((await reject(administrators[1], topUpId, "Not paid.")).body.state).toBe("rejected");
		expect(await balanceOf(clientId)).toBe(0);
		const own = await person.ask("GET /keys/{client_id}/top-ups", { path });
		expect(own.body.data[0]).toMatchObject({ state: "rejected", decision_note: "Not paid." });
		expect((await approve(administrators[0], topUpId)).body.error).toBe("top_up_decided");
	});

	test("cannot be approved after being withdrawn", async () => {
		const { clientId, topUpId } = await requested();
		const path = { client_id: clientId, top_up_id: topUpId };
		const withdrawn = await person.ask("DELETE /keys/{client_id}/top-ups/{top_up_id}", { path });
		expect(withdrawn.body.state).toBe("withdrawn");
		expect((await approve(administrators[0], topUpId)).body.error).toBe("top_up_decided");
		const again = await person.ask("DELETE /keys/{client_id}/top-ups/{top_up_id}", { path });
		expect(again.body.error).toBe("top_up_decided");
	});

	test("cannot be approved once its key is revoked, only rejected", async () => {
		const { topUpId, path } = await requested();
		await person.ask("POST /keys/{client_id}/revoke", { path, body: { confirm: "Shop" } });
		expect((await approve(administrators[0], topUpId)).body.error).toBe("key_not_active");
		expect((await reject(administrators[0], topUpId)).status).toBe(200);
	});

	test("stays undecided when it would make the balance too large", async () => {
		const { clientId, topUpId } = await requested(1_000_000_000);
		await packshot.alter(`update balance set units = 99999999999999 where balance_key = '${clientId}'`);
		expect((await approve(administrators[0], topUpId)).body.error).toBe("balance_too_large");
		const { body } = await administrators[0].ask("GET /admin/top-ups", { query: { state: "requested" } });
		expect(body.data[0].top_up_id).toBe(topUpId);
		await reject(administrators[0], topUpId);
	});

	test("is limited to 10 undecided requests at a time", async () => {
		const { clientId } = await separateKey(person);
		const ask = () =>
			person.ask("POST /keys/{client_id}/top-ups", { path: { client_id: clientId }, body: { credits: 1 } });
		const answers = await Promise.all(Array.from({ length: 14 }, ask));
		expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
		expect(answers.filter(({ body }) => body.error === "top_up_limit_reached")).toHaveLength(4);
	});

	test("is created once when resent with the same idempotency key", async () => {
		const { clientId } = await separateKey(person);
		const path = { client_id: clientId };
		const idempotency_key = "key-of-a-form-000001";
		const ask = (credits: number) =>
			person.ask("POST /keys/{client_id}/top-ups", { path, body: { credits, idempotency_key } });
		const answers = await Promise.all(Array.from({ length: 4 }, () => ask(3)));
		expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
		const { body } = await person.ask("GET /keys/{client_id}/top-ups", { path });
		expect(answers.map((answer) => answer.body)).toEqual(answers.map(() => body.data[0]));
		expect(body.data).toHaveLength(1);
		const other = await ask(4);
		expect([other.status, other.body.error]).toEqual([409, "sent_before"]);
		const { clientId: another } = await separateKey(person);
		const elsewhere = { path: { client_id: another }, body: { credits: 3, idempotency_key } };
		expect((await person.ask("POST /keys/{client_id}/top-ups", elsewhere)).body.client_id).toBe(another);
	});

	test.each([{ credits: 0 }, { credits: -5 }, { credits: 0.00001 }, { credits: 1e10 }, { credits: "5" }, {}])(
		"400 for %j",
		async (body) => {
			expect((await requested(body)).answer.body.error).toBe("bad_request");
		},
	);
});

test("lists top-ups page by page, and finds decisions by who made them", async () => {
	const query = { page: "1", per_page: "2" };
	const { body } = await administrators[0].ask("GET /admin/top-ups", { query });
	expect(body.data).toHaveLength(2);
	expect(body.pagination.total).toBeGreaterThan(5);
	const events = await administrators[0].ask("GET /admin/events", {
		query: { person: administrators[0].accountId },
	});
	expect(events.body.data.map(({ action }: { action: string }) => action)).toContain("top_up.approved");
});
