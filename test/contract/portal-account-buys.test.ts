import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newKey, newPerson } from "../support/portal.ts";
import { everyScope } from "../support/products.ts";
import { startService, type TestService } from "../support/service.ts";

/** SPEC D44: whoever only wants pictures is never given a secret: the account itself buys in the pages. */

const BARCODE = "0725272730706";

let packshot: TestService;
type Person = Awaited<ReturnType<typeof newPerson>>;
let administrator: Person;
let made = 0;
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000" } });
	administrator = await newPerson(packshot, { isAdministrator: true });
	await packshot.product(everyScope(BARCODE));
	await packshot.picture(BARCODE, "front", { seed: 3 });
});
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(60_000));

const accountOf = async (person: Person) => (await person.ask("GET /keys")).body.account;
const pathOf = async (person: Person) => ({ client_id: (await accountOf(person)).client_id as string });
const buy = (person: Person, path: { client_id: string }, items: object[] = [{ barcode: BARCODE }]) =>
	person.ask("POST /keys/{client_id}/orders", {
		path,
		body: { idempotency_key: `order-key-of-an-account-${++made}`, items },
	});

async function giveCredits(person: Person, path: { client_id: string }, credits: number) {
	const { body } = await person.ask("POST /keys/{client_id}/top-ups", { path, body: { credits } });
	await administrator.ask("POST /admin/top-ups/{top_up_id}/approve", {
		path: { top_up_id: body.top_up_id },
	});
}

test("an account without keys asks for credits, orders and downloads", async () => {
	const person = await newPerson(packshot);
	const { body } = await person.ask("GET /keys");
	expect(body).toMatchObject({ data: [], active: 0, account: { is_account: true, credit_balance: 0 } });
	const path = await pathOf(person);
	expect((await buy(person, path)).body.error).toBe("insufficient_credits");

	await giveCredits(person, path, 100);
	const order = await buy(person, path);
	expect(order.status).toBe(201);
	expect(order.body.credits).toBeGreaterThan(0);
	expect((await accountOf(person)).credit_balance).toBe(100 - order.body.credits);
	const picture = await person.ask("POST /keys/{client_id}/orders/{order_id}/picture", {
		path: { ...path, order_id: order.body.order_id },
		body: { barcode: BARCODE, variant: "front" },
	});
	expect([200, 201]).toContain(picture.status);
	const { body: overview } = await person.ask("GET /overview");
	expect(overview.totals.credits_spent).toBe(order.body.credits);
});

test("nobody gets a secret or a token for it, or can revoke it but an administrator", async () => {
	const person = await newPerson(packshot);
	const path = await pathOf(person);
	const confirm = { confirm: person.email };
	for (const [act, body] of [["rotate", confirm], ["token"], ["revoke", confirm]] as const) {
		const refused = await person.ask(`POST /keys/{client_id}/${act}`, { path, body });
		expect([refused.status, refused.body.error]).toEqual([409, "client_has_no_key"]);
	}
	const rotated = await administrator.ask("POST /keys/{client_id}/rotate", { path, body: confirm });
	expect([rotated.status, rotated.body.error]).toEqual([409, "client_has_no_key"]);
	const given = await administrator.ask("PATCH /keys/{client_id}", {
		path,
		body: { owner_email: administrator.email },
	});
	expect(given.status).toBe(400);
	await administrator.ask("POST /keys/{client_id}/revoke", { path, body: confirm });
	expect((await accountOf(person)).state).toBe("revoked");
	expect((await buy(person, path)).body.error).toBe("key_not_active");
});

test("another account neither sees it nor buys with it", async () => {
	const path = await pathOf(await newPerson(packshot));
	const other = await newPerson(packshot);
	expect((await other.ask("GET /keys/{client_id}", { path })).status).toBe(404);
	expect((await buy(other, path)).status).toBe(404);
});

test("it takes no place among the keys that an account may have", async () => {
	const person = await newPerson(packshot);
	for (let place = 0; place < 5; place++) await newKey(person);
	expect((await person.ask("GET /keys")).body).toMatchObject({ active: 5, keys_per_account: 5 });
});
