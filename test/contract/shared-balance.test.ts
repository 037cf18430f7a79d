import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { grantCredits } from "../../src/billing/balances/grant.ts";
import { addCredits } from "../../src/cli/credits.ts";
import { requestId } from "../../src/platform/ids.ts";
import { runCommands } from "../support/command-line.ts";
import { signIn } from "../support/credentials.ts";
import { newPerson, separateKey } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

let packshot: TestService;
type Person = Awaited<ReturnType<typeof newPerson>>;
let administrator: Person;
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000" } });
	administrator = await newPerson(packshot, { isAdministrator: true });
	await packshot.product({ barcode: "4011", info: { brand: "Golden Sheaf" } });
});
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(60_000));

const change = (client_id: string, body: object) =>
	administrator.ask("PATCH /keys/{client_id}", { path: { client_id }, body });
const grant = (clientId: string, units: number) =>
	packshot.installation.db.write(grantCredits, {
		clientId,
		units,
		note: null,
		requestId: requestId(packshot.clock.now()),
		atMs: packshot.clock.now(),
	});

/** A key of a person, with a token and a balance of its own. */
async function keyOf(person: Person, units = 0) {
	const { clientId, apiKey } = await separateKey(person, "Shop");
	if (units > 0) await grant(clientId, units);
	const token = (await signIn(packshot, { clientId, apiKey })).body.access_token as string;
	const path = { client_id: clientId };
	const shown = async () => (await person.ask("GET /keys/{client_id}", { path })).body;
	return {
		clientId,
		path,
		shown,
		call: (route: string, options: object = {}) => packshot.call(route, { token, ...options }),
		balanceId: async () => (await shown()).balance_id as string,
		join: (balance: string) => person.ask("PATCH /keys/{client_id}", { path, body: { balance } }),
		ledger: async () => (await person.ask("GET /keys/{client_id}/ledger", { path })).body.data,
	};
}
/** Reads a product's facts, for 0.1 credits. */
const READ = "/products/4011?include=info";

describe("two clients on one balance", () => {
	test("are told the same credits, in answers, headers, quotes and refusals", async () => {
		const person = await newPerson(packshot);
		const [first, second] = [await keyOf(person, 2000), await keyOf(person, 500)];
		expect((await second.join(await first.balanceId())).body.credit_balance).toBe(0.25);
		expect((await first.call(READ)).headers.get("x-credits-remaining")).toBe("0.15");
		const read = await second.call(READ);
		expect([read.status, read.body.meta.credits_remaining]).toEqual([200, 0.05]);
		const [one, other] = [await first.call("/balance"), await second.call("/balance")];
		expect(one.body).toMatchObject({ credit_balance: 0.05, balance_id: other.body.balance_id });
		const quote = await first.call("/orders/quote", { json: { items: [{ barcode: "4011" }] } });
		expect(quote.headers.get("x-credits-remaining")).toBe("0.05");
		const refused = await first.call(READ);
		expect([refused.status, refused.body.error]).toEqual([402, "insufficient_credits"]);
		const { body } = await first.call("/account");
		expect(body.usage).toMatchObject({ requests_today: 4, credits_spent_today: 0.1 });
		const overview = await person.ask("GET /overview");
		expect(overview.body.credit_balance).toBe(0.05);
	});

	test("replay an answer with the balance that is drawn on now, the body as stored", async () => {
		const person = await newPerson(packshot);
		const [first, second] = [await keyOf(person, 2000), await keyOf(person, 500)];
		const asked = { json: { barcodes: ["4011"] }, headers: { "Idempotency-Key": "a".repeat(20) } };
		const answer = await second.call("/products/bulk-check", asked);
		await second.join(await first.balanceId());
		const replay = await second.call("/products/bulk-check", asked);
		expect(replay.headers.get("idempotency-replayed")).toBe("1");
		expect(replay.headers.get("x-credits-remaining")).toBe("0.24");
		expect(replay.body).toEqual(answer.body);
	});
});

describe("caps", () => {
	test("are shown by GET /account, and a refusal names the one that was reached", async () => {
		const person = await newPerson(packshot);
		const key = await keyOf(person, 10_000);
		const capped = await person.ask("PATCH /keys/{client_id}", {
			path: key.path,
			body: { daily_cap_credits: 0.2, monthly_cap_credits: 0.15 },
		});
		expect(capped.body).toMatchObject({ daily_cap_credits: 0.2, monthly_cap_credits: 0.15 });
		expect((await key.call(READ)).status).toBe(200);
		const refused = await key.call(READ);
		expect(refused.status).toBe(402);
		expect(refused.body.message).toContain("monthly cap of this client leaves 0.05");
		expect((await key.call("/account")).body.spending_caps).toEqual({
			day: { limit: 0.2, spent: 0.1 },
			month: { limit: 0.15, spent: 0.1 },
		});
		await change(key.clientId, { daily_cap_credits: 0, monthly_cap_credits: null });
		expect((await key.call(READ)).body.message).toContain("daily cap of this client leaves 0 ");
		expect(await key.shown()).toMatchObject({ daily_cap_credits: 0, spent_this_month: 0.1 });
	});
});

describe("a new key", () => {
	test("spends the credits of its account, alone with a cap, and leaves them there when it is revoked", async () => {
		const person = await newPerson(packshot);
		const account = (await person.ask("GET /keys")).body.account;
		await grant(account.client_id, 5000);
		const created = await person.ask("POST /keys", { body: { client_name: "Script" } });
		const { client_id: clientId, api_key: apiKey } = created.body;
		const path = { client_id: clientId };
		await person.ask("PATCH /keys/{client_id}", { path, body: { daily_cap_credits: 0.1 } });
		const token = (await signIn(packshot, { clientId, apiKey })).body.access_token as string;
		const calls = [await packshot.call(READ, { token }), await packshot.call(READ, { token })];
		expect(calls.map(({ status }) => status)).toEqual([200, 402]);
		expect(calls[1]?.body.message).toContain("daily cap of this client");
		await person.ask("POST /keys/{client_id}/revoke", { path, body: { confirm: "Script" } });
		const { body } = await person.ask("GET /keys");
		expect(body.account).toMatchObject({ credit_balance: 0.4, shares_balance: false });
		expect(body.data).toMatchObject([{ balance_id: account.balance_id, shares_balance: true }]);
		const ledger = await person.ask("GET /keys/{client_id}/ledger", {
			path: { client_id: account.client_id },
		});
		expect(ledger.body.data).toMatchObject([{ kind: "charge", client_id: clientId }, { kind: "grant" }]);
	});

	test("has a balance of its own where an administrator lets others share the account's", async () => {
		const [person, other] = [await newPerson(packshot), await newPerson(packshot)];
		const { account } = (await person.ask("GET /keys")).body;
		const foreign = await keyOf(other);
		await change(foreign.clientId, { balance: account.balance_id });
		const { client_id } = (await person.ask("POST /keys", { body: { client_name: "Script" } })).body;
		const key = (await person.ask("GET /keys/{client_id}", { path: { client_id } })).body;
		expect(key.shares_balance).toBe(false);
		expect(key.balance_id).not.toBe(account.balance_id);
	});
});

describe("an owner", () => {
	test("moves keys between balances of the account only", async () => {
		const [person, other] = [await newPerson(packshot), await newPerson(packshot)];
		const [first, second, foreign] = [
			await keyOf(person, 2000),
			await keyOf(person, 500),
			await keyOf(other, 9),
		];
		expect((await second.join(await foreign.balanceId())).status).toBe(404);
		expect((await second.join("bal_unknown")).status).toBe(404);
		const stolen = { path: foreign.path, body: { balance: await first.balanceId() } };
		expect((await person.ask("PATCH /keys/{client_id}", stolen)).status).toBe(404);
		expect((await second.join(await first.balanceId())).body.credit_balance).toBe(0.25);
		expect((await second.join("own")).body.credit_balance).toBe(0);
		await person.ask("POST /keys/{client_id}/revoke", { path: second.path, body: { confirm: "Shop" } });
		const refused = await second.join(await first.balanceId());
		expect([refused.status, refused.body.error]).toEqual([409, "balance_conflict"]);
		expect(await foreign.shown()).toMatchObject({ credit_balance: 0.0009 });
	});

	test("sees only rows that name the own keys once others spent from the balance, and changes no cap there", async () => {
		const [person, other] = [await newPerson(packshot), await newPerson(packshot)];
		const [own, foreign] = [await keyOf(person, 5000), await keyOf(other, 1000)];
		const joined = await change(foreign.clientId, { balance: await own.balanceId() });
		expect(joined.body.credit_balance).toBe(0.6);
		expect((await own.ledger()).map(({ seq }: { seq: number }) => seq)).toEqual([2, 1]);
		await foreign.call(READ);
		await own.call(READ);
		const seen = (rows: Record<string, unknown>[]) =>
			rows.map(({ kind, client_id, seq, balance_after }) => ({ kind, client_id, seq, balance_after }));
		const hidden = { seq: null, balance_after: null };
		expect(seen(await own.ledger())).toEqual([
			{ kind: "charge", client_id: own.clientId, ...hidden },
			{ kind: "grant", client_id: own.clientId, ...hidden },
		]);
		expect(seen(await foreign.ledger())).toEqual([
			{ kind: "charge", client_id: foreign.clientId, ...hidden },
			{ kind: "transfer", client_id: null, ...hidden },
			{ kind: "transfer", client_id: null, seq: 2, balance_after: 0 },
			{ kind: "grant", client_id: foreign.clientId, seq: 1, balance_after: 0.1 },
		]);
		const csv = await other.ask("GET /keys/{client_id}/ledger.csv", { path: foreign.path });
		expect(csv.text).not.toContain(own.clientId);
		const all = await administrator.ask("GET /keys/{client_id}/ledger", { path: foreign.path });
		expect(all.body.data).toHaveLength(6);
		for (const [by, { path }] of [
			[person, own],
			[other, foreign],
		] as const) {
			const capped = await by.ask("PATCH /keys/{client_id}", { path, body: { daily_cap_credits: 1 } });
			expect([capped.status, capped.body.error]).toEqual([409, "balance_conflict"]);
		}
		const third = await keyOf(person);
		expect((await third.join(await own.balanceId())).status).toBe(409);
		expect((await foreign.join("own")).body.credit_balance).toBe(0);
		expect((await own.shown()).credit_balance).toBe(0.4);
	});

	test("has a top-up paid into the balance that the key draws on when it is approved", async () => {
		const person = await newPerson(packshot);
		const [first, second] = [await keyOf(person), await keyOf(person)];
		const asked = await person.ask("POST /keys/{client_id}/top-ups", {
			path: second.path,
			body: { credits: 5 },
		});
		await second.join(await first.balanceId());
		const path = { top_up_id: asked.body.top_up_id };
		await administrator.ask("POST /admin/top-ups/{top_up_id}/approve", { path, body: {} });
		expect(await first.shown()).toMatchObject({ credit_balance: 5 });
		expect(await first.ledger()).toMatchObject([{ kind: "top_up", client_id: second.clientId }]);
	});
});

test("an administrator takes credits along, and is told when that is too much", async () => {
	const person = await newPerson(packshot);
	const [first, second] = [await keyOf(person, 5000), await keyOf(person)];
	await change(second.clientId, { balance: await first.balanceId() });
	const tooMuch = await change(second.clientId, {
		balance: "own",
		take_credits: 0.6,
		client_name: "Renamed",
	});
	expect([tooMuch.status, tooMuch.body.error]).toEqual([409, "balance_conflict"]);
	expect(await second.shown()).toMatchObject({ client_name: "Shop", credit_balance: 0.5 });
	const taken = await change(second.clientId, { balance: "own", take_credits: 0.2 });
	expect(taken.body).toMatchObject({ credit_balance: 0.2 });
	expect((await change(second.clientId, { take_credits: 0.1 })).status).toBe(400);
	const history = await administrator.ask("GET /keys/{client_id}/history", { path: second.path });
	expect(JSON.stringify(history.body.data[0])).toContain("0.2");
});

describe("the ledger of a client that moved", () => {
	const administrators = async (path: { client_id: string }) =>
		(await administrator.ask("GET /keys/{client_id}/ledger", { path })).body.data;
	const kinds = (rows: { kind: string }[]) => rows.map(({ kind }) => kind);
	const spentIn = (rows: { kind: string; client_id: string; credits: number }[], clientId: string) =>
		rows
			.filter((row) => row.kind === "charge" && row.client_id === clientId)
			.reduce((sum, { credits }) => sum - credits, 0);

	/** A key that spent from its own balance, then from another's, then from a third one, each with a charge. */
	async function movedKey() {
		const person = await newPerson(packshot);
		const [moved, second, third] = [
			await keyOf(person, 5000),
			await keyOf(person, 2000),
			await keyOf(person, 3000),
		];
		const steps = [second, third];
		await moved.call(READ);
		for (const next of steps) {
			packshot.clock.advance(1000);
			await moved.join(await next.balanceId());
			packshot.clock.advance(1000);
			await next.call(READ);
			await moved.call(READ);
		}
		return { person, moved, second, third };
	}

	test("has its grants, charges and both legs of its transfers, in order, for its owner and administrators", async () => {
		const { person, moved } = await movedKey();
		const rows = await moved.ledger();
		expect(kinds(rows)).toEqual([
			"charge",
			"charge",
			"charge",
			"transfer",
			"transfer",
			"grant",
			"charge",
			"grant",
		]);
		expect(spentIn(rows, moved.clientId)).toBeCloseTo(0.3);
		expect(await administrators(moved.path)).toEqual(rows);
		const query = { per_page: "2" };
		const pages = [];
		for (const page of ["1", "2", "3", "4"])
			pages.push(
				...(await person.ask("GET /keys/{client_id}/ledger", { path: moved.path, query: { ...query, page } }))
					.body.data,
			);
		expect(pages).toEqual(rows);
		const charges = await person.ask("GET /keys/{client_id}/ledger", {
			path: moved.path,
			query: { kind: "transfer" },
		});
		expect(kinds(charges.body.data)).toEqual(["transfer", "transfer"]);
		const csv = await person.ask("GET /keys/{client_id}/ledger.csv", { path: moved.path });
		expect(csv.text.trim().split("\r\n")).toHaveLength(rows.length + 1);
	});

	test("is listed by packshot credits ledger, oldest first", async () => {
		const { moved } = await movedKey();
		const { document } = await runCommands(
			[addCredits],
			["credits", "ledger", moved.clientId, "--json"],
			packshot.settings,
		);
		expect(document).toHaveLength((await moved.ledger()).length);
		expect(document.map(({ at }: { at: string }) => at)).toEqual(
			document.map(({ at }: { at: string }) => at).sort(),
		);
		expect(spentIn(document, moved.clientId)).toBeCloseTo(0.3);
	});
});
