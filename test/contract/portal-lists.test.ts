import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { checkDigitOf } from "../../src/catalogue/barcodes/gtin.ts";
import { type BoughtPlace, boughtProducts } from "../../src/orders/bought/bought.ts";
import { order } from "../support/orders.ts";
import { fundedKey, newPerson } from "../support/portal.ts";
import { everyScope } from "../support/products.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";

/** Pasted and saved lists of barcodes, and everything a key ever bought. */

const WHOLE = "0725272730706";
const PLAIN = "4011";
const MISSING = `500000000001${checkDigitOf("500000000001")}`;

let packshot: TestService;
let owner: Awaited<ReturnType<typeof newPerson>>;
let administrator: Awaited<ReturnType<typeof newPerson>>;
let made = 0;

beforeAll(async () => {
	packshot = await startService({
		settings: { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000", PACKSHOT_SESSION_IDLE_MINUTES: "100000" },
	});
	await packshot.product(everyScope(WHOLE), { barcode: PLAIN, info: { product_name: "בָּמְבָּה" } });
	await packshot.picture(WHOLE, "front", { seed: 3 });
	administrator = await newPerson(packshot, { isAdministrator: true });
});
afterAll(() => packshot.close());
beforeEach(async () => {
	packshot.clock.advance(60_000);
	owner = await newPerson(packshot);
});

const key = () => fundedKey(packshot, administrator, owner, 100);
type Path = { client_id: string };

const check = (path: Path, body: object) => owner.ask("POST /keys/{client_id}/list-check", { path, body });
const buy = (path: Path, items: object[]) =>
	owner.ask("POST /keys/{client_id}/orders", {
		path,
		body: { items, idempotency_key: `order-key-of-a-list-${++made}` },
	});
const bought = async (path: Path, query: Record<string, string> = {}) =>
	(await owner.ask("GET /keys/{client_id}/bought", { path, query })).body;

describe("checking a list", () => {
	test("reads barcodes in any form: found, missing, wrong check digit, case; with available data and prices", async () => {
		const { path } = await key();
		const wrong = `${WHOLE.slice(0, -1)}${(Number(WHOLE.at(-1)) + 1) % 10}`;
		const inner = `1${WHOLE.slice(0, -1)}`;
		const barcodes = ["725272730706", PLAIN, MISSING, wrong, inner + checkDigitOf(inner), "725272730706"];
		const { body } = await check(path, { barcodes, include: ["info", "images"] });
		expect(body.results).toMatchObject([
			{
				text: "725272730706",
				barcode: WHOLE,
				name: "Whole Wheat Matzah",
				credits: 0.35,
				variants: ["front"],
			},
			{ text: PLAIN, barcode: PLAIN, kind: "produce", credits: 0.1, variants: [] },
			{ text: MISSING, barcode: null, check_digit_valid: true, suggestion: null, credits: 0, name: null },
			{ text: wrong, barcode: null, check_digit_valid: false, suggestion: WHOLE },
			{ barcode: null, unit: WHOLE, kind: "gtin-14" },
		]);
		expect(body.results).toHaveLength(5);
		expect(body.prices.picture).toBe(0.25);
		expect(body.prices.scopes[0]).toEqual({ scope: "info", price: 0.1 });
		expect((await owner.ask("GET /keys/{client_id}", { path })).body.credit_balance).toBe(100);
	});

	test("shows what active orders of this key contain, combined, and nothing once they have expired", async () => {
		const { path } = await key();
		const other = await key();
		await buy(path, [{ barcode: WHOLE, include: ["info"] }]);
		await buy(path, [{ barcode: WHOLE, include: ["nutrition", "images"], variants: ["front"] }]);
		const heldOf = async (at: Path) => (await check(at, { barcodes: [WHOLE, PLAIN] })).body.results;
		expect(await heldOf(path)).toMatchObject([
			{ held: { scopes: ["info", "nutrition"], variants: ["front"] } },
			{ held: null },
		]);
		expect((await heldOf(other.path))[0].held).toBeNull();
		packshot.clock.advance(31 * 86_400_000);
		expect((await heldOf(path))[0].held).toBeNull();
	});

	test("shows no thumbnail of a product whose only picture is locked", async () => {
		const { path, clientId } = await key();
		await packshot.product({ barcode: "40123455", info: { brand: "Elite" } });
		await packshot.picture("40123455", "back", { seed: 5 });
		const shown = async () => (await check(path, { barcodes: ["40123455"] })).body.results[0].thumbnail;
		expect(await shown()).toMatch(/^[0-9a-z]{26}$/);
		const { policy } = await packshot.client();
		await packshot.updateClient({ clientId, policy } as TestClient, { locks: ["images.back"] });
		expect(await shown()).toBeNull();
	});

	test("400 for a word as barcode, 403 for a locked scope, 429 for crawling", async () => {
		const { path, clientId } = await key();
		const word = await check(path, { barcodes: ["matzah"] });
		expect([word.status, word.body.error]).toEqual([400, "invalid_barcode"]);
		const { policy } = await packshot.client();
		await packshot.updateClient({ clientId, policy } as TestClient, { locks: ["nutrition"] });
		expect((await check(path, { barcodes: [WHOLE], include: ["nutrition"] })).body.error).toBe(
			"scope_forbidden",
		);
		for (let time = 0; time < 39; time++) await check(path, { barcodes: [PLAIN], include: ["info"] });
		const refused = await check(path, { barcodes: [PLAIN] });
		expect([refused.status, refused.body.error]).toEqual([429, "rate_limited"]);
	});
});

describe("saved lists", () => {
	const keep = (name: string, barcodes: string[]) => owner.ask("POST /lists", { body: { name, barcodes } });

	test("can be created, changed and deleted, and belong to one account", async () => {
		const { status, body } = await keep(" חנות ", ["4011", "725272730706", "4011"]);
		expect([status, body.name, body.barcodes]).toEqual([201, "חנות", ["4011", "725272730706"]]);
		const path = { list_id: body.list_id };
		packshot.clock.advance(1000);
		await owner.ask("PUT /lists/{list_id}", { path, body: { name: "Shop", barcodes: ["4012"] } });
		expect((await owner.ask("GET /lists/{list_id}", { path })).body).toMatchObject({
			name: "Shop",
			barcodes: ["4012"],
			barcode_count: 1,
		});
		const stranger = await newPerson(packshot);
		expect((await stranger.ask("GET /lists")).body.data).toEqual([]);
		for (const name of ["GET /lists/{list_id}", "DELETE /lists/{list_id}"] as const)
			expect((await stranger.ask(name, { path })).status).toBe(404);
		expect((await owner.ask("GET /lists")).body.data).toHaveLength(1);
		expect((await owner.ask("DELETE /lists/{list_id}", { path })).status).toBe(204);
		expect((await owner.ask("DELETE /lists/{list_id}", { path })).status).toBe(404);
	});

	test("are limited to 50, of up to 5,000 barcodes each, even when saved concurrently", async () => {
		const many = Array.from({ length: 5001 }, (_, place) => String(10_000_000_000_000 + place));
		expect((await keep("Too long", many)).status).toBe(400);
		expect((await keep("Long", many.slice(1))).body.barcode_count).toBe(5000);
		const kept = await Promise.all(Array.from({ length: 52 }, (_, place) => keep(`List ${place}`, ["4011"])));
		expect(kept.filter(({ status }) => status === 201)).toHaveLength(49);
		expect(kept.find(({ status }) => status !== 201)?.body.error).toBe("list_limit_reached");
	});
});

describe("my products", () => {
	test("are all ordered and individually read products, newest first, with search and pagination", async () => {
		const { path, clientId, token } = await key();
		const client = { clientId, token: async () => token } as unknown as TestClient;
		const { body: first } = await buy(path, [{ barcode: PLAIN, include: ["info"] }, { barcode: MISSING }]);
		packshot.clock.advance(1000);
		await packshot.call(`/products/${WHOLE}?include=nutrition,images`, { client });
		await order(packshot, client, { items: [{ barcode: WHOLE, include: ["info", "images"] }] });
		await packshot.call(`/metadata/${PLAIN}`, { client });
		const all = await bought(path);
		expect(all).toMatchObject({ next_cursor: null, is_complete: true });
		expect(all.data).toMatchObject([
			{
				barcode: WHOLE,
				name: "Whole Wheat Matzah",
				scopes: ["info", "nutrition"],
				variants: ["front"],
				other_pictures: true,
			},
			{ barcode: PLAIN, scopes: ["info"], other_pictures: false, order_id: first.order_id },
		]);
		for (const search of ["במבה", "4011", "GOLDEN wheat", "matzha whole", "במאבה"])
			expect((await bought(path, { search })).data).toHaveLength(1);
		expect((await bought(path, { search: "100%" })).data).toEqual([]);
		const page = await bought(path, { per_page: "1" });
		const rest = await bought(path, { per_page: "1", cursor: page.next_cursor });
		expect([page.data[0].barcode, rest.data[0].barcode, rest.next_cursor]).toEqual([WHOLE, PLAIN, null]);
		expect((await bought((await key()).path)).data).toEqual([]);
	});

	test("cannot be found by locked data: only by barcode if a name or brand is locked", async () => {
		const { path, clientId } = await key();
		await buy(path, [{ barcode: WHOLE, include: ["info"] }]);
		const foundBy = async (search: string) => (await bought(path, { search })).data.length;
		expect([await foundBy("wheat"), await foundBy("725272")]).toEqual([1, 1]);
		const { policy } = await packshot.client();
		await packshot.updateClient({ clientId, policy } as TestClient, { locks: ["info.product_name"] });
		expect([await foundBy("wheat"), await foundBy("725272")]).toEqual([0, 1]);
	});

	test("are searched in steps: a page ends after a number of purchases, and the next one continues there", async () => {
		const { clientId } = await key();
		const { db } = packshot.installation;
		for (let number = 1; number <= 7; number++) {
			const name = number % 3 === 0 ? "plum jam" : "bread";
			// Pairs bought at the same moment.
			const at = 1000 + Math.floor(number / 2);
			await packshot.alter(
				`insert into bought_product (client_id, barcode, search_text, scopes, variants, first_at, last_at)
				values ('${clientId}', '400${number}', '400${number} ${name}', 1, 0, ${at}, ${at})`,
			);
		}
		const pages = async (search: string, mostSearched: number, limit: number) => {
			const found: string[][] = [];
			let next: BoughtPlace | undefined;
			do {
				const question = { search, byNames: true, after: next, limit, mostSearched };
				const page = await boughtProducts(db, clientId, question);
				found.push(page.products.map(({ barcode }) => barcode));
				next = page.next;
			} while (next && found.length < 20);
			return found;
		};
		expect(await pages("", 2, 3)).toEqual([["4007", "4006", "4005"], ["4004", "4003", "4002"], ["4001"]]);
		expect(await pages("plum", 100, 1)).toEqual([["4006"], ["4003"]]);
		expect(await pages("plum", 3, 5)).toEqual([["4006"], ["4003"], []]);
		expect(await pages("plum", 1, 5)).toEqual([[], ["4006"], [], [], ["4003"], [], [], []]);
	});
});
