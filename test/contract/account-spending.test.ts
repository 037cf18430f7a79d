import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { DAY_MS } from "../../src/platform/time/durations.ts";
import { fundedKey, memberOf, newPerson } from "../support/portal.ts";
import { everyScope } from "../support/products.ts";
import { startService, type TestService } from "../support/service.ts";

/** What an account spent: by key, person, product and kind of charge. */

const BARCODE = "0725272730706";

let packshot: TestService;
let made = 0;
let administrator: Awaited<ReturnType<typeof newPerson>>;
beforeAll(async () => {
	const settings = { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000", PACKSHOT_SESSION_IDLE_MINUTES: "525600" };
	packshot = await startService({ settings });
	administrator = await newPerson(packshot, { isAdministrator: true });
	const info = { brand: "Osem", product_name: '=HYPERLINK("http://evil.example")' };
	await packshot.product(everyScope(BARCODE), { barcode: "4011", info });
});
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(60_000));

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const today = () => ({ from: dayOf(packshot.clock.now()), to: dayOf(packshot.clock.now()) });

/** A shop whose key has credits, which its account spends too. */
async function shop() {
	const owner = await newPerson(packshot);
	const { path, token, clientId } = await fundedKey(packshot, administrator, owner);
	const order = (by: typeof owner, barcodes: readonly string[]) =>
		by.ask("POST /keys/{client_id}/orders", {
			path,
			body: {
				items: barcodes.map((barcode) => ({ barcode, include: ["info"] })),
				idempotency_key: `order-of-an-account-${++made}`,
			},
		});
	const spending = async (query: object = {}, by: typeof owner = owner) =>
		(await by.ask("GET /spending", { query: { ...today(), ...query } })).body;
	return { owner, path, token, clientId, order, spending };
}

test("spending by key, person, product and kind each adds up to what was charged", async () => {
	const { owner, token, clientId, order, spending } = await shop();
	const buyer = await memberOf(packshot, owner, "buyer");
	expect((await order(buyer, [BARCODE, "4011"])).status).toBe(201);
	expect((await order(owner, ["4011"])).status).toBe(201);
	await packshot.call("/products/4011?include=info", { token });
	expect((await packshot.call("/products/4011", { token, method: "HEAD" })).status).toBe(200);
	const answer = await spending();
	expect(answer).toMatchObject({
		credits: 0.45,
		credits_before: null,
		is_complete: true,
		granularity: "hour",
	});
	expect(answer.by_key[0]).toMatchObject({ client_id: clientId, count: 4, credits: 0.45, is_account: false });
	expect(answer.by_person).toMatchObject([
		{ email: buyer.email, key: null, count: 1, credits: 0.2 },
		{ email: null, key: { client_id: clientId }, count: 2, credits: 0.15 },
		{ email: owner.email, key: null, count: 1, credits: 0.1 },
	]);
	expect(answer.by_product).toMatchObject([
		{ barcode: "4011", is_known: true, brand: "Osem", count: 4, credits: 0.35 },
		{ barcode: BARCODE, is_known: true, count: 1, credits: 0.1 },
	]);
	expect([answer.other_products, answer.no_product_credits]).toEqual([{ products: 0, credits: 0 }, 0]);
	expect(answer.by_kind).toMatchObject([
		{ action: "products.get.info", count: 3, credits: 0.4 },
		{ action: "products.head", count: 1, credits: 0.05 },
	]);
	expect(await spending()).toEqual(answer);
});

test("days are compared with others, and one key can be looked at alone", async () => {
	const { token, path, clientId, spending, owner } = await shop();
	const before = today();
	await packshot.call("/products/4011?include=info", { token });
	packshot.clock.advance(DAY_MS);
	const { body } = await owner.ask("POST /keys/{client_id}/token", { path });
	for (let read = 0; read < 2; read++)
		await packshot.call("/products/4011?include=info", { token: body.access_token });
	const compared = { before_from: before.from, before_to: before.to };
	const answer = await spending({ ...compared, client_id: clientId });
	expect(answer).toMatchObject({ credits: 0.2, credits_before: 0.1 });
	expect(answer.by_product).toMatchObject([{ barcode: "4011", credits: 0.2, credits_before: 0.1 }]);
	expect(answer.by_kind).toMatchObject([{ credits: 0.2, credits_before: 0.1 }]);
	const { account } = (await owner.ask("GET /keys")).body;
	expect(await spending({ ...compared, client_id: account.client_id })).toMatchObject({
		credits: 0,
		by_key: [],
	});
	expect(await spending({ from: before.from })).toMatchObject({ credits: 0.3, granularity: "day" });
});

test("a stranger's key is not found, days have an order, and a former member is not named", async () => {
	const { owner, order, spending, clientId } = await shop();
	const buyer = await memberOf(packshot, owner, "buyer");
	await order(buyer, ["4011"]);
	await owner.ask("DELETE /members/{person_id}", { path: { person_id: buyer.accountId ?? "" } });
	expect((await spending()).by_person).toMatchObject([{ email: null, key: null, credits: 0.1 }]);
	const stranger = await newPerson(packshot);
	expect((await spending({ client_id: clientId }, stranger)).error).toBe("not_found");
	expect(await spending({}, stranger)).toMatchObject({ credits: 0, by_key: [], by_product: [] });
	for (const wrong of [
		{ from: "2099-01-01" },
		{ from: "x" },
		{ from: "2020-01-01" },
		{ before_from: "2027-01-01" },
	]) {
		expect((await spending(wrong)).error).toBe("bad_request");
	}
});

test("the CSV has a line for each, kinds of charges in words, and no cell that is a formula", async () => {
	const { owner, token, clientId, order } = await shop();
	await order(owner, ["4011"]);
	await packshot.call("/products/4011?include=info", { token });
	const { text, headers } = await owner.ask("GET /spending.csv", { query: today() });
	expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
	const lines = text.split("\r\n");
	expect(lines[0]).toBe("by,name,id,count,credits,credits_before");
	expect(lines).toContain("total,,,2,0.2,");
	expect(lines).toContain(`person,${owner.email},,1,0.1,`);
	expect(lines).toContain(`product,"'=HYPERLINK(""http://evil.example"")",4011,2,0.2,`);
	expect(lines).toContain("kind,Product facts,,2,0.2,");
	expect(lines.filter((line) => line.includes(clientId))).toHaveLength(2);
});
