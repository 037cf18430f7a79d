import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addUpDays } from "../../src/billing/usage/add-up-days.ts";
import { DAY_MS } from "../../src/platform/time/durations.ts";
import { newPerson } from "../support/portal.ts";
import { everyScope, newBarcode } from "../support/products.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";

let packshot: TestService;
let accountant: Awaited<ReturnType<typeof newPerson>>;
let large: TestClient;
let small: TestClient;
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_SESSION_IDLE_MINUTES: "525600" } });
	accountant = await newPerson(packshot, { roles: ["accountant"] });
	const barcode = newBarcode();
	await packshot.product(everyScope(barcode));
	large = await packshot.client({ name: "Large" });
	small = await packshot.client({ name: "Small" });
	for (const client of [large, large, large, small]) {
		expect((await packshot.call(`/products/${barcode}?include=info`, { client })).status).toBe(200);
	}
});
afterAll(() => packshot.close());

const dayIn = (days: number) => new Date(packshot.clock.now() + days * DAY_MS).toISOString().slice(0, 10);
const announce = (body: object) => accountant.ask("POST /admin/prices", { body });
const priceOf = (body: { data: { action: string; price: number }[] }, action: string) =>
	body.data.find((each) => each.action === action)?.price;

async function impactOf(query: Record<string, string>) {
	const { status, body } = await accountant.ask("GET /admin/prices/impact", { query });
	expect(status).toBe(200);
	return body;
}

test("the impact of another price is shown by client, largest difference first", async () => {
	packshot.clock.advance(DAY_MS);
	expect(await impactOf({ action: "products.get.info", price: "0.25" })).toMatchObject({
		is_complete: false,
	});
	await addUpDays(packshot.installation.db, packshot.clock);
	const body = await impactOf({ action: "products.get.info", price: "0.25" });
	expect(body).toMatchObject({
		is_complete: true,
		credits: 0.4,
		would_be: 1,
		difference: 0.6,
		is_estimate: false,
		client_count: 2,
	});
	expect(body.clients).toEqual([
		{ client_id: large.clientId, client_name: "Large", credits: 0.3, would_be: 0.75, difference: 0.45 },
		{ client_id: small.clientId, client_name: "Small", credits: 0.1, would_be: 0.25, difference: 0.15 },
	]);
	const unused = await impactOf({ action: "metadata.fields.catalogue", price: "5" });
	expect(unused).toMatchObject({ credits: 0, would_be: 0, clients: [], client_count: 0 });
});

describe("before the first charge", () => {
	test("a price is set at once; from the first charge on it is announced", async () => {
		const fresh = await startService();
		try {
			const person = await newPerson(fresh, { isAdministrator: true });
			expect((await person.ask("GET /admin/prices")).body.are_fixed).toBe(false);
			const body = { action: "products.get.info", price: 0.2, at_once: true };
			const dated = { ...body, effective_from: "2100-01-01" };
			expect((await person.ask("POST /admin/prices", { body: dated })).status).toBe(400);
			const set = await person.ask("POST /admin/prices", { body });
			expect([set.status, priceOf(set.body, "products.get.info"), set.body.are_fixed]).toEqual([
				200,
				0.2,
				false,
			]);
			const client = await fresh.client();
			await fresh.product({ barcode: "4011", info: { product_name: "Bananas" } });
			const read = await fresh.call("/products/4011?include=info", { client });
			expect(read.headers.get("x-credits-debited")).toBe("0.2");
			const late = await person.ask("POST /admin/prices", { body: { ...body, price: 0.3 } });
			expect([late.status, late.body.error]).toEqual([409, "prices_fixed"]);
			expect((await person.ask("GET /admin/prices")).body.are_fixed).toBe(true);
		} finally {
			await fresh.close();
		}
	});
});

test("a retired action has no price to set, and no impact", async () => {
	const { body } = await accountant.ask("GET /admin/prices");
	expect(body.data.filter((each: { is_retired: boolean }) => each.is_retired)).toMatchObject([
		{ action: "products.get", price: 0 },
	]);
	const refused = [
		await announce({ action: "products.get", price: 0.2 }),
		await accountant.ask("GET /admin/prices/impact", { query: { action: "products.get", price: "0.2" } }),
	];
	for (const answer of refused) {
		expect([answer.status, answer.body.error]).toEqual([400, "bad_request"]);
		expect(answer.body.message).toMatch(/^products\.get is retired: nothing is charged by that name/);
	}
});

describe("a price", () => {
	test("must be announced 30 days ahead, and the current one stays in force until then", async () => {
		const soon = await announce({ action: "products.get.info", price: 0.2, effective_from: dayIn(29) });
		expect([soon.status, soon.body.error]).toEqual([409, "notice_too_short"]);
		const { status, body } = await announce({
			action: "products.get.info",
			price: 0.2,
			effective_from: dayIn(31),
		});
		expect(status).toBe(200);
		expect(body.upcoming).toMatchObject([
			{ action: "products.get.info", price: 0.2, effective_from: `${dayIn(31)}T00:00:00.000Z` },
		]);
		expect(priceOf(body, "products.get.info")).toBe(0.1);
		packshot.clock.advance(6000);
		expect((await packshot.call("/pricing")).body.upcoming).toHaveLength(1);
	});

	test("can be withdrawn before it is in force, and the log shows both steps and who took them", async () => {
		const [{ action, effective_from }] = (await accountant.ask("GET /admin/prices")).body.upcoming;
		const withdraw = () =>
			accountant.ask("POST /admin/prices/withdraw", { body: { action, effective_from } });
		expect((await withdraw()).body.upcoming).toEqual([]);
		expect((await withdraw()).body.error).toBe("price_not_announced");
		const administrator = await newPerson(packshot, { isAdministrator: true });
		const { body } = await administrator.ask("GET /admin/events", { query: { subject: action } });
		const account_email = accountant.email;
		expect(body.data).toMatchObject([
			{ what: "Announced price of “Product facts” withdrawn", account_email },
			{ what: "Price of “Product facts” announced", account_email },
		]);
		expect(body.data[1].changes[0]).toEqual({ name: "Price", before: "0.1", after: "0.2" });
	});

	test("cannot be withdrawn once in force, and is listed in the history", async () => {
		const { body } = await announce({ action: "products.head", price: 0.07 });
		const [{ effective_from }] = body.upcoming;
		packshot.clock.advance(30 * DAY_MS);
		const now = (await accountant.ask("GET /admin/prices")).body;
		expect([priceOf(now, "products.head"), now.upcoming]).toEqual([0.07, []]);
		expect(now.history).toMatchObject([{ action: "products.head", price: 0.07, effective_from }]);
		const withdrawn = await accountant.ask("POST /admin/prices/withdraw", {
			body: { action: "products.head", effective_from },
		});
		expect(withdrawn.body.error).toBe("price_not_announced");
	});

	test.each([
		{ action: "products.fly", price: 1 },
		{ action: "products.head", price: -1 },
		{ action: "products.head", price: 0.00001 },
		{ action: "products.head", price: 1_000_001 },
		{ action: "products.head", price: 1, effective_from: "someday" },
	])("400 for %j", async (body) => {
		expect((await announce(body)).body.error).toBe("bad_request");
	});
});
