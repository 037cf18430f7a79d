import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newPerson } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

/** The products that an account intends to order, stored by the service. */

let packshot: TestService;
let person: Awaited<ReturnType<typeof newPerson>>;
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000" } });
});
afterAll(() => packshot.close());
beforeEach(async () => {
	person = await newPerson(packshot);
});

const put = (...items: object[]) => person.ask("POST /basket/items", { body: { items } });
const read = async () => (await person.ask("GET /basket")).body.items;
const barcodes = (from: number, count: number) =>
	Array.from({ length: count }, (_, place) => ({ barcode: String(from + place) }));

test("the basket starts empty, keeps its order, takes the latest selection and belongs to one account", async () => {
	expect(await read()).toEqual([]);
	await put({ barcode: "0725272730706" }, { barcode: "4011", include: ["info"], variants: ["front"] });
	const { body } = await put({ barcode: "99999" }, { barcode: "0725272730706", include: ["images"] });
	const expected = [
		{ barcode: "0725272730706", include: ["images"] },
		{ barcode: "4011", include: ["info"], variants: ["front"] },
		{ barcode: "99999" },
	];
	expect(body.items).toEqual(expected);
	expect(await read()).toEqual(expected);
	const other = await newPerson(packshot);
	expect((await other.ask("GET /basket")).body.items).toEqual([]);
	await other.ask("DELETE /basket");
	expect(await read()).toEqual(expected);
});

test("products can be removed individually or all at once", async () => {
	await put(...barcodes(1000, 4));
	const removed = await person.ask("POST /basket/remove", { body: { barcodes: ["1001", "1002", "7777"] } });
	expect(removed.body.items).toEqual([{ barcode: "1000" }, { barcode: "1003" }]);
	expect((await person.ask("DELETE /basket")).body.items).toEqual([]);
	expect(await read()).toEqual([]);
});

test("the basket holds 1,000 products; an addition beyond that changes nothing, but its items can be updated", async () => {
	await put(...barcodes(100_000, 999));
	const full = await put(...barcodes(200_000, 2));
	expect([full.status, full.body.error]).toEqual([409, "basket_full"]);
	expect(await read()).toHaveLength(999);
	expect((await put(...barcodes(200_000, 1))).status).toBe(200);
	expect((await put({ barcode: "100005", include: ["info"] })).body.items[5].include).toEqual(["info"]);
});

test("concurrent additions from several tabs lose nothing and never exceed the limit", async () => {
	await put(...barcodes(100_000, 990));
	const tabs = await Promise.all(
		Array.from({ length: 8 }, (_, tab) => put(...barcodes(200_000 + 10 * tab, 5))),
	);
	expect(tabs.filter(({ status }) => status === 200)).toHaveLength(2);
	expect(await read()).toHaveLength(1000);
});

test.each([
	["a word as barcode", { items: [{ barcode: "matzah" }] }, "invalid_barcode"],
	["an unknown scope", { items: [{ barcode: "4011", include: ["everything"] }] }, "bad_request"],
	["an empty list", { items: [] }, "bad_request"],
	["too many items", { items: barcodes(1000, 1001) }, "bad_request"],
])("POST /basket/items refuses %s", async (_, body, error) => {
	const answer = await person.ask("POST /basket/items", { body });
	expect([answer.status, answer.body.error]).toEqual([400, error]);
	expect(await read()).toEqual([]);
});
