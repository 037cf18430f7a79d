import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { setOwner } from "../../src/clients/policy/store.ts";
import { remove } from "../../src/pictures/store/remove.ts";
import { order } from "../support/orders.ts";
import { newPerson } from "../support/portal.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";

/** Finding products on the pages, as a key sees them. */

let packshot: TestService;
let person: Awaited<ReturnType<typeof newPerson>>;
let key: TestClient;
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000" } });
	person = await newPerson(packshot);
	await packshot.product(
		{
			barcode: "0725272730706",
			info: { product_name: "Milk Chocolate Crème", brand: "Élite", vegan: true, bracha: "shehakol" },
			hechshers: [{ symbol: "OU", dairy_meat_pareve: "dairy" }],
			nutrition: { calories: "120" },
			catalog_meta: { department: "Nosh and Snacks" },
		},
		{ barcode: "7290001234567", info: { product_name: "שׁוֹקוֹלָד חלב", brand: "עלית" } },
		{ barcode: "0072527273078", info: { product_name: "Milkshake", brand: "Tnuva" } },
		{ barcode: "4011", info: { product_name: "Bananas" }, catalog_meta: { department: "Produce" } },
	);
	await packshot.picture("0725272730706", "back", { sidePx: 400, sizesPx: [350] });
});
afterAll(() => packshot.close());
beforeEach(async () => {
	packshot.clock.advance(60_000);
	key = await ownKey();
});

async function ownKey(policy: Parameters<TestService["client"]>[0] = {}): Promise<TestClient> {
	const client = await packshot.client(policy);
	const ownerId = person.accountId;
	await packshot.installation.db.write(setOwner, { clientId: client.clientId, ownerId });
	return client;
}

async function find(query: Record<string, string>, client = key) {
	const path = { client_id: client.clientId };
	const { status, body } = await person.ask("GET /keys/{client_id}/products", { path, query });
	expect(status).toBe(200);
	return body;
}

const found = async (query: Record<string, string>, client = key): Promise<string[]> =>
	(await find(query, client)).data.map(({ barcode }: { barcode: string }) => barcode);

const product = (barcode: string, client = key) =>
	person.ask("GET /keys/{client_id}/products/{barcode}", { path: { client_id: client.clientId, barcode } });

const CHOCOLATE = "0725272730706";
const HEBREW = "7290001234567";
const SHAKE = "0072527273078";

test.each([
	["", [CHOCOLATE, "4011", SHAKE, HEBREW].sort()],
	["milk", [CHOCOLATE, SHAKE]],
	["choc milk", [CHOCOLATE]],
	["CREME elit", [CHOCOLATE]],
	["שוקולד", [HEBREW]],
	["חָלָב", [HEBREW]],
	["עלית שוק", [HEBREW]],
	["tnu", [SHAKE]],
	["725272730706", [CHOCOLATE]],
	["0 72527 27307 06", [CHOCOLATE]],
	["0072527", [CHOCOLATE, SHAKE]],
	["72527273", [CHOCOLATE, SHAKE]],
	["4011", ["4011"]],
	["banana milk", []],
	["!!!", []],
])("searching for '%s' finds the matching products", async (q, barcodes) => {
	const listed = await found({ q });
	expect(q === "" ? listed.sort() : listed).toEqual(barcodes);
});

test.each([
	[{ sort: "name" }, ["4011", CHOCOLATE, SHAKE, HEBREW]],
	[{ sort: "newest" }, ["4011", SHAKE, HEBREW, CHOCOLATE]],
	[{ sort: "newest", q: "milk" }, [SHAKE, CHOCOLATE]],
	[{ sort: "newest", q: "tnvua" }, [SHAKE]],
	[{ sort: "name", vegan: "true" }, [CHOCOLATE]],
	[{ sort: "newest", q: "4011" }, ["4011"]],
])("sorts the results of %o, from page to page", async (query, barcodes) => {
	const listed: string[] = [];
	for (let cursor: string | null | undefined; cursor !== null; ) {
		const page = await find({ ...query, per_page: "1", ...(cursor ? { cursor } : {}) });
		listed.push(...page.data.map(({ barcode }: { barcode: string }) => barcode));
		cursor = page.next_cursor;
	}
	expect(listed).toEqual(barcodes);
	const hidden = { ...query, per_page: "1" };
	expect(await found(hidden, await ownKey({ departments: ["Sushi"] }))).toEqual([]);
});

test.each([
	["milc", [CHOCOLATE], ["milk"]],
	["tnvua", [SHAKE], ["tnuva"]],
	["שוקולת", [HEBREW], ["שוקולד"]],
	["milk", [CHOCOLATE, SHAKE], []],
])("searching for '%s' forgives spelling mistakes and says so", async (q, barcodes, words) => {
	const { data, near_words } = await find({ q });
	expect([data.map(({ barcode }: { barcode: string }) => barcode), near_words]).toEqual([barcodes, words]);
});

test("near words of products outside the key's scope filter are not told", async () => {
	const { data, near_words } = await find({ q: "milc" }, await ownKey({ departments: ["Produce"] }));
	expect([data, near_words]).toEqual([[], []]);
});

test("names, brands, thumbnails and what everything costs are free, and nothing else is returned", async () => {
	const { data } = await find({ q: "creme" });
	expect(data).toEqual([
		{
			barcode: CHOCOLATE,
			alerts: [],
			name: "Milk Chocolate Crème",
			brand: "Élite",
			thumbnail: expect.stringMatching(/^[0-9a-z]{26}$/),
			credits: (await product(CHOCOLATE)).body.credits,
		},
	]);
	expect(await packshot.balance(key)).toBe(1_000_000);
});

test.each([
	[{ department: "Nosh and Snacks,Produce" }, [CHOCOLATE, "4011"].sort()],
	[{ hechsher: "OU,KAJ" }, [CHOCOLATE]],
	[{ kosher_status: "dairy" }, [CHOCOLATE]],
	[{ bracha: "shehakol" }, [CHOCOLATE]],
	[{ vegan: "true" }, [CHOCOLATE]],
	[{ organic: "true" }, []],
	[{ scopes: "info,nutrition" }, [CHOCOLATE]],
	[{ variants: "back" }, [CHOCOLATE]],
	[{ variants: "front" }, []],
	[{ q: "milk", scopes: "nutrition" }, [CHOCOLATE]],
])("filters %o", async (query, barcodes) => {
	expect((await found(query as Record<string, string>)).sort()).toEqual(barcodes);
});

test("lists the available filter values", async () => {
	const path = { client_id: key.clientId };
	const { body } = await person.ask("GET /keys/{client_id}/product-filters", { path });
	expect(body.hechshers).toEqual(["OU"]);
	expect(body.departments).toContain("Sushi");
	expect(body.variants).toHaveLength(4);
});

test("a barcode with one wrong digit suggests the intended one", async () => {
	const { data, suggested } = await find({ q: "0725272730707" });
	expect([data, suggested[0].barcode]).toEqual([[], CHOCOLATE]);
});

test("pages do not overlap; 400 for a cursor of another search or key", async () => {
	const first = await find({ per_page: "3" });
	const second = await find({ per_page: "3", cursor: first.next_cursor });
	expect(first.roughly).toBe(4);
	const all = [...first.data, ...second.data].map(({ barcode }) => barcode);
	expect([all.length, new Set(all).size, second.next_cursor]).toEqual([4, 4, null]);
	for (const [client, query] of [
		[key, { q: "m", cursor: first.next_cursor }],
		[await ownKey(), { cursor: first.next_cursor }],
		[key, { cursor: "x" }],
	] as const) {
		const path = { client_id: client.clientId };
		const { status, body } = await person.ask("GET /keys/{client_id}/products", { path, query });
		expect([status, body.error]).toEqual([400, "bad_request"]);
	}
});

test("products outside the key's scope filter are not found", async () => {
	const filtered = await ownKey({ departments: ["Produce"] });
	expect(await found({}, filtered)).toEqual(["4011"]);
	expect(await found({ q: CHOCOLATE }, filtered)).toEqual([]);
	expect((await find({ q: "0725272730707" }, filtered)).suggested).toEqual([]);
	expect((await product(CHOCOLATE, filtered)).body.error).toBe("not_found");
	expect(await found({ q: "m" }, await ownKey({ barcodePrefixes: ["007"] }))).toEqual([SHAKE]);
	expect(await found({ q: "m" }, await ownKey({ brands: ["Élite"] }))).toEqual([CHOCOLATE]);
});

test("locked data can neither be searched nor seen", async () => {
	const locked = await ownKey({ locks: ["info.product_name", "nutrition", "images.back", "hechshers"] });
	expect(await found({ q: "milk" }, locked)).toEqual([]);
	expect(await found({ scopes: "nutrition" }, locked)).toEqual([]);
	expect(await found({ kosher_status: "dairy" }, locked)).toEqual([]);
	expect(await found({ variants: "back" }, locked)).toEqual([]);
	const { data } = await find({ q: "725272730706" }, locked);
	const { body } = await product(CHOCOLATE, locked);
	expect(body.credits).toBeLessThan((await product(CHOCOLATE)).body.credits);
	const { credits } = body;
	expect(data).toEqual([
		{ barcode: CHOCOLATE, alerts: [], name: null, brand: "Élite", thumbnail: null, credits },
	]);
	const stateOf = (name: string) =>
		[...body.scopes, ...body.variants].find(({ scope, variant }) => scope === name || variant === name).state;
	expect(["nutrition", "hechshers", "info", "ingredients", "back", "front"].map(stateOf)).toEqual([
		"locked",
		"locked",
		"available",
		"missing",
		"locked",
		"missing",
	]);
});

test("a product shows what is available and its price, and values only once this key has bought them", async () => {
	const before = (await product(CHOCOLATE)).body;
	expect(before.bought).toBeNull();
	expect(JSON.stringify(before)).not.toContain('"120"');
	expect(before.scopes.find(({ scope }: { scope: string }) => scope === "nutrition")).toEqual({
		scope: "nutrition",
		state: "available",
		price: 0.05,
	});
	expect(before.variants.find(({ variant }: { variant: string }) => variant === "back")).toMatchObject({
		state: "available",
		width: 400,
		sizes: [350],
	});
	const bought = await order(packshot, key, { items: [{ barcode: CHOCOLATE, include: ["nutrition"] }] });
	const after = (await product(CHOCOLATE)).body.bought;
	expect(after.orders).toMatchObject([{ order_id: bought.body.order_id, size: null, scopes: ["nutrition"] }]);
	expect(after.values.product_meta.nutrition.calories).toBe("120");
	expect(JSON.stringify(after)).not.toContain("Nosh");
	expect((await product(CHOCOLATE, await ownKey())).body.bought).toBeNull();
	await packshot.alter(`update client_order set expires_at = ${packshot.clock.now()}`);
	expect((await product(CHOCOLATE)).body.bought).toBeNull();
});

test("finds a purchase without reading orders that do not contain the product", async () => {
	const { body } = await order(packshot, key, { items: [{ barcode: CHOCOLATE, include: ["nutrition"] }] });
	packshot.clock.advance(1);
	const later = await order(packshot, key, { items: [{ barcode: "4011", include: ["info"] }] });
	await packshot.alter(
		`update client_order set content_blob = 'orders/gone' where order_id = '${later.body.order_id}'`,
	);
	expect((await product(CHOCOLATE)).body.bought.orders[0].order_id).toBe(body.order_id);
});

test("orders that hold parts of a product are told apart, each with what newer ones lack", async () => {
	const picture = { barcode: CHOCOLATE, include: ["images"], variants: ["back"] };
	const small = await order(packshot, key, { items: [picture], size: "500" });
	packshot.clock.advance(1);
	const facts = await order(packshot, key, {
		items: [{ barcode: CHOCOLATE, include: ["info", "nutrition"] }],
	});
	packshot.clock.advance(1);
	const again = await order(packshot, key, { items: [{ ...picture, include: ["info", "images"] }] });
	const { orders, values } = (await product(CHOCOLATE)).body.bought;
	expect(orders).toMatchObject([
		{ order_id: again.body.order_id, size: null, scopes: ["info"], variants: ["back"] },
		{ order_id: facts.body.order_id, scopes: ["nutrition"], variants: [] },
		{ order_id: small.body.order_id, size: 500, scopes: [], variants: ["back"] },
	]);
	expect(values.product_meta).toMatchObject({ brand: "Élite", nutrition: { calories: "120" } });
});

test("a product says whether a key gets the visible mark on its pictures", async () => {
	const isDrawn = async (client: TestClient) => (await product(CHOCOLATE, client)).body.variants[1].is_drawn;
	expect(await isDrawn(key)).toBe(true);
	expect(await isDrawn(await ownKey({ watermark: "invisible" }))).toBe(false);
	await packshot.alter("update image set markable = 0");
	expect(await isDrawn(await ownKey({ watermark: "invisible" }))).toBe(true);
	await packshot.alter("update image set markable = 1, watermarked_blob = plain_blob");
	expect(await isDrawn(key)).toBe(false);
});

test("bought values are shown only with an active key and from an allowed address", async () => {
	await order(packshot, key, { items: [{ barcode: CHOCOLATE, include: ["nutrition"] }] });
	const isShown = async () => (await product(CHOCOLATE)).body.bought !== null;
	expect(await isShown()).toBe(true);
	await packshot.updateClient(key, { allowlist: ["203.0.113.0/24"] });
	expect(await isShown()).toBe(false);
	await packshot.updateClient(key, { allowlist: [] });
	expect(await isShown()).toBe(true);
	await packshot.updateClient(key, { expiresAtMs: packshot.clock.now() });
	expect(await isShown()).toBe(false);
});

test.each(["image_meta", "image_meta.resolution"])("locking %s hides the size of pictures", async (lock) => {
	const { body } = await product(CHOCOLATE, await ownKey({ locks: [lock] }));
	const back = body.variants.find(({ variant }: { variant: string }) => variant === "back");
	expect(back).toMatchObject({ state: "available", width: null, height: null, sizes: [350] });
});

async function counts(query: Record<string, string>, client = key): Promise<Record<string, number>> {
	const path = { client_id: client.clientId };
	const { status, body } = await person.ask("GET /keys/{client_id}/product-counts", { path, query });
	expect(status).toBe(200);
	const counted = body.data as { filter: string; value: string; products: number }[];
	return Object.fromEntries(counted.map(({ filter, value, products }) => [`${filter} ${value}`, products]));
}

test("each value of a filter has the number of products that a search with it finds", async () => {
	const all = await counts({});
	expect(all).toMatchObject({
		"vegan true": 1,
		"organic true": 0,
		"department Produce": 1,
		"department Nosh and Snacks": 1,
		"hechsher OU": 1,
		"kosher_status dairy": 1,
		"bracha shehakol": 1,
		"variants back": 1,
		"variants front": 0,
		"scopes info": 4,
		"scopes nutrition": 1,
	});
	expect(await counts({ q: "milk choclate" })).toMatchObject({ "scopes info": 1, "department Produce": 0 });
});

test("a further value of a chosen filter is counted by itself, other filters are counted among what is found", async () => {
	const counted = await counts({ department: "Produce" });
	expect(counted).toMatchObject({
		"department Nosh and Snacks": 1,
		"department Produce": 1,
		"vegan true": 0,
	});
	expect(await counts({ scopes: "nutrition" })).toMatchObject({ "scopes info": 1, "variants back": 1 });
});

test("counts know nothing of what is locked for a key, or outside its filter", async () => {
	const locked = await counts({}, await ownKey({ locks: ["nutrition", "images", "info.vegan"] }));
	expect(Object.keys(locked).filter((name) => /nutrition|variants|vegan/.test(name))).toEqual([]);
	const filtered = await counts({}, await ownKey({ barcodePrefixes: ["4011"] }));
	expect(filtered).toMatchObject({ "scopes info": 1, "department Nosh and Snacks": 0 });
});

test("404 for another account's key", async () => {
	const stranger = await newPerson(packshot);
	const path = { client_id: key.clientId, barcode: CHOCOLATE };
	for (const name of [
		"GET /keys/{client_id}/products",
		"GET /keys/{client_id}/product-filters",
		"GET /keys/{client_id}/product-counts",
		"GET /keys/{client_id}/products/{barcode}",
	] as const)
		expect((await stranger.ask(name, { path })).status).toBe(404);
});

test("removed and renamed products are no longer found, and new ones are found at once", async () => {
	await packshot.product({ barcode: "99990001", info: { product_name: "Zwieback" } });
	expect(await found({ q: "zwie" })).toEqual(["99990001"]);
	await packshot.product({ barcode: "99990001", info: { product_name: "Rusk" } });
	expect([await found({ q: "zwie" }), await found({ q: "rusk" })]).toEqual([[], ["99990001"]]);
	await packshot.installation.db.write(remove, {
		barcode: "99990001",
		variant: null,
		uploadOffsetMinutes: 0,
	});
	expect(await found({ q: "rusk" })).toEqual([]);
});

test("429 after 60 product requests in a minute", async () => {
	const other = await newPerson(packshot);
	const client = await packshot.client();
	await packshot.installation.db.write(setOwner, { clientId: client.clientId, ownerId: other.accountId });
	const path = { client_id: client.clientId, barcode: "4011" };
	const name = "GET /keys/{client_id}/products/{barcode}";
	const answers = await Promise.all(Array.from({ length: 61 }, () => other.ask(name, { path })));
	const refused = answers.filter(({ status }) => status === 429);
	expect([refused.length, refused[0]?.body.error]).toEqual([1, "rate_limited"]);
	expect(refused[0]?.headers.get("retry-after")).toMatch(/^\d+$/);
});
