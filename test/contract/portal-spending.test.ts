import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fundedKey, newKey, newPerson } from "../support/portal.ts";
import { everyScope, newBarcode } from "../support/products.ts";
import { startService, type TestService } from "../support/service.ts";

/** What a key has spent, and what a call would cost it. */

let packshot: TestService;
let administrator: Awaited<ReturnType<typeof newPerson>>;
beforeAll(async () => {
	// Days pass in these tests, which must not sign anybody out.
	const settings = { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000", PACKSHOT_SESSION_IDLE_MINUTES: "525600" };
	packshot = await startService({ settings });
	administrator = await newPerson(packshot, { isAdministrator: true });
	await packshot.product(everyScope("0725272730706"), { barcode: "4011", info: { brand: "Dole" } });
	await packshot.picture("0725272730706", "front");
});
afterAll(() => packshot.close());
beforeEach(() => packshot.clock.advance(60_000));

test("spending by brand and prefix is visible only to the owner, and by brand only if the key may read brands", async () => {
	const person = await newPerson(packshot);
	const { path, token, clientId } = await fundedKey(packshot, administrator, person);
	await packshot.call("/products/4011", { token });
	await packshot.call("/products/0725272730706?include=info", { token });
	const today = new Date(packshot.clock.now()).toISOString().slice(0, 10);
	const query = { by: "brand", from: today, to: today };
	const spent = async (more: object = {}, somebody = person) =>
		(await somebody.ask("GET /keys/{client_id}/spending", { path, query: { ...query, ...more } })).body;
	const { data, no_product, others, uncounted } = await spent();
	expect(data.map(({ name, charges }: { name: string; charges: number }) => [name, charges])).toContainEqual([
		"Dole",
		1,
	]);
	expect([no_product.charges, others.names, uncounted]).toEqual([0, 0, 0]);
	const byPrefix = await spent({ by: "prefix" });
	expect(byPrefix.data.map(({ name }: { name: string }) => name).sort()).toEqual(["0725272", "4011"]);
	expect(byPrefix.totals.charges).toBe(2);
	for (const wrong of [{ by: "x" }, { from: "x" }, { from: "2099-01-01" }]) {
		expect((await spent(wrong)).error).toBe("bad_request");
	}
	expect((await spent({}, await newPerson(packshot))).error).toBe("not_found");
	await packshot.alter(`update client set locks = '["info.brand"]' where client_id = '${clientId}'`);
	expect((await spent()).error).toBe("brand_locked");
	expect((await spent({ by: "prefix" })).totals.charges).toBe(2);
});

test("spending by brand hides brands outside the key's scope filter, though their availability is sold", async () => {
	const person = await newPerson(packshot);
	const { path, token, clientId } = await fundedKey(packshot, administrator, person);
	await packshot.alter(`update client set barcode_prefixes = '["0725"]' where client_id = '${clientId}'`);
	packshot.clock.advance(10_000);
	expect((await packshot.call("/metadata/4011", { token })).status).toBe(200);
	const today = new Date(packshot.clock.now()).toISOString().slice(0, 10);
	const query = { by: "brand", from: today, to: today };
	const { body } = await person.ask("GET /keys/{client_id}/spending", { path, query });
	expect(body.data).toMatchObject([{ name: "", charges: 1 }]);
});

describe("the ledger of a key", () => {
	test("lists every row, newest first, with paging and filters by day and kind", async () => {
		const person = await newPerson(packshot);
		const { path, token } = await fundedKey(packshot, administrator, person);
		await packshot.call("/products/4011", { token });
		packshot.clock.advance(86_400_000);
		const fresh = await person.ask("POST /keys/{client_id}/token", { path });
		await packshot.call("/products/4011", { token: fresh.body.access_token, method: "HEAD" });
		const ledger = async (query: Record<string, string> = {}) =>
			(await person.ask("GET /keys/{client_id}/ledger", { path, query })).body;
		const { data, pagination } = await ledger();
		expect(pagination).toEqual({ page: 1, per_page: 25, total: 3, total_pages: 1 });
		expect(data.map((entry: { seq: number }) => entry.seq)).toEqual([3, 2, 1]);
		expect(data[1]).toMatchObject({
			kind: "charge",
			credits: -0.1,
			balance_after: 99.9,
			barcode: "4011",
			what: "Product 4011: product facts",
			lines: [{ action: "products.get.info", quantity: 1, price: 0.1, credits: 0.1 }],
		});
		expect(data[2]).toMatchObject({ kind: "top_up", credits: 100, barcode: null, what: "", lines: [] });
		expect((await ledger({ per_page: "2", page: "2" })).data).toEqual([data[2]]);
		const today = new Date(packshot.clock.now()).toISOString().slice(0, 10);
		expect((await ledger({ from: today })).data).toEqual([data[0]]);
		const yesterday = new Date(packshot.clock.now() - 86_400_000).toISOString().slice(0, 10);
		expect((await ledger({ to: yesterday, kind: "charge" })).data).toEqual([data[1]]);
		expect((await ledger({ kind: "reversal" })).pagination.total_pages).toBe(0);
		for (const query of [{ kind: "x" }, { from: "x" }, { per_page: "201" }, { page: "0" }]) {
			const refused = await person.ask("GET /keys/{client_id}/ledger", { path, query: query as never });
			expect(refused.body.error).toBe("bad_request");
		}
	});

	test("describes charges from versions that recorded no barcode by their actions", async () => {
		const person = await newPerson(packshot);
		const { path, token } = await fundedKey(packshot, administrator, person);
		await packshot.call("/products/4011", { token });
		await packshot.alter(`update ledger set barcode = null where client_id = '${path.client_id}'`);
		const { body } = await person.ask("GET /keys/{client_id}/ledger", { path });
		expect(body.data[0]).toMatchObject({ barcode: null, what: "Product: product facts" });
		const { text } = await person.ask("GET /keys/{client_id}/ledger.csv", { path });
		expect(text.split("\r\n")[1]).toMatch(/,products\.get\.info,,,Product: product facts,ps_client_\w+$/);
	});

	test("is exported as CSV with the same filters, and formulas are escaped", async () => {
		const person = await newPerson(packshot);
		const { path, token, clientId } = await fundedKey(packshot, administrator, person);
		await packshot.call("/products/4011", { token });
		const asked = await person.ask("POST /keys/{client_id}/top-ups", {
			path,
			body: { credits: 2.5, note: '=HYPERLINK("http://evil.example","x")' },
		});
		const approval = { path: { top_up_id: asked.body.top_up_id }, body: {} };
		await administrator.ask("POST /admin/top-ups/{top_up_id}/approve", approval);
		const { headers, text } = await person.ask("GET /keys/{client_id}/ledger.csv", { path });
		expect(headers.get("content-type")).toBe("text/csv; charset=utf-8");
		expect(headers.get("content-disposition")).toBe(`attachment; filename="ledger-${clientId}.csv"`);
		const [head, topUp, charge, first, end] = text.split("\r\n");
		expect(head).toBe("seq,at,kind,credits,balance_after,request_id,actions,note,barcode,what,client_id");
		expect(topUp).toMatch(
			/^3,[^,]+,top_up,2\.5,102\.4,req_\w+,,"'=HYPERLINK\(""http:\/\/evil\.example"",""x""\)",,,ps_client_\w+$/,
		);
		expect(charge).toMatch(
			/^2,[^,]+,charge,-0\.1,99\.9,req_\w+,products\.get\.info,,4011,Product 4011: product facts,ps_client_\w+$/,
		);
		expect(first).toMatch(/^1,/);
		expect(end).toBe("");
		const charges = await person.ask("GET /keys/{client_id}/ledger.csv", { path, query: { kind: "charge" } });
		expect(charges.text.split("\r\n")).toHaveLength(3);
	});

	test("usage has the same shape as the API's", async () => {
		const person = await newPerson(packshot);
		const { path, token } = await fundedKey(packshot, administrator, person);
		await packshot.call("/products/4011", { token });
		const query = { granularity: "hour" };
		const { body } = await person.ask("GET /keys/{client_id}/usage", { path, query });
		const api = (await packshot.call("/usage?granularity=hour", { token })).body;
		const { meta: _, ...series } = api;
		expect(body).toEqual(series);
		expect(body.totals.credits_spent).toBe(0.1);
		const { from, to } = body;
		const again = { granularity: "hour", from, to };
		const repeated = (await person.ask("GET /keys/{client_id}/usage", { path, query: again })).body;
		expect([repeated.from, repeated.to, repeated.series.length]).toEqual([from, to, body.series.length]);
		const tooLong = { granularity: "hour", from: "2020-01-01" };
		expect((await person.ask("GET /keys/{client_id}/usage", { path, query: tooLong })).body.error).toBe(
			"bad_request",
		);
	});
});

describe("a quote", () => {
	test("is the same for every size of a picture, and rejects a size that is not prepared", async () => {
		const person = await newPerson(packshot);
		const { path } = await fundedKey(packshot, administrator, person);
		const barcode = newBarcode();
		await packshot.picture(barcode, "front", { sidePx: 600, sizesPx: [500] });
		const quote = async (query: Record<string, string>) =>
			(await person.ask("GET /keys/{client_id}/quote", { path, query: query as never })).body;
		for (const size of ["full", "500", "1000"]) {
			expect(await quote({ operation: "getProduct", barcode, include: "images", size })).toMatchObject({
				credits: 0.25,
			});
			expect(await quote({ operation: "getProductImage", barcode, variant: "front", size })).toMatchObject({
				credits: 0.25,
			});
		}
		const refused = await quote({ operation: "getProduct", barcode, size: "501" });
		expect(JSON.stringify(refused)).toContain("size must be one of full, 500, 1000.");
	});

	const barcode = "0725272730706";
	test.each([
		[{ operation: "getProduct", barcode }, `/products/${barcode}`, "GET"],
		[
			{ operation: "getProduct", barcode, include: "info,images", variants: "front" },
			`/products/${barcode}?include=info,images&variants=front`,
			"GET",
		],
		[{ operation: "getProduct", barcode: "4011" }, "/products/4011", "GET"],
		[{ operation: "headProduct", barcode }, `/products/${barcode}`, "HEAD"],
		[
			{ operation: "getProductImage", barcode, variant: "front" },
			`/products/${barcode}/image?variant=front`,
			"GET",
		],
		[{ operation: "getMetadataAvailability", barcode }, `/metadata/${barcode}`, "GET"],
		[{ operation: "listProductsByMetadata" }, "/metadata/products", "GET"],
		[{ operation: "listMetadataFields" }, "/metadata-fields", "GET"],
	])("for %j matches what the call costs, and is itself free", async (query, url, method) => {
		const person = await newPerson(packshot);
		const { path, token } = await fundedKey(packshot, administrator, person);
		const { body } = await person.ask("GET /keys/{client_id}/quote", { path, query: query as never });
		expect((await packshot.call("/balance", { token })).body.credit_balance).toBe(100);
		const paid = await packshot.call(url, { token, method });
		expect(paid.headers.get("x-credits-debited")).toBe(String(body.credits));
		expect(body.credits).toBeGreaterThan(0);
		expect(paid.headers.get("x-credits-remaining")).toBe(String(body.balance_after));
		expect(body.is_affordable).toBe(true);
		const sum = body.items.reduce(
			(total: number, item: { credits: number }) => total + item.credits * 1e4,
			0,
		);
		expect(Math.round(sum)).toBe(Math.round(body.credits * 1e4));
	});

	test("for a bulk check counts each distinct barcode once", async () => {
		const person = await newPerson(packshot);
		const { path } = await fundedKey(packshot, administrator, person);
		const query = { operation: "bulkCheckMetadata", barcodes: "4011,4012,4011", fields: "1" };
		const { body } = await person.ask("GET /keys/{client_id}/quote", { path, query });
		expect(body.items).toEqual([
			{ action: "metadata.bulk_check.fields.per_barcode", count: 2, price: 0.01, credits: 0.02 },
		]);
	});

	test("for a call that would be refused is 0 credits and gives the reason", async () => {
		const person = await newPerson(packshot);
		const { path, clientId } = await fundedKey(packshot, administrator, person);
		const quote = async (query: Record<string, string>) =>
			(await person.ask("GET /keys/{client_id}/quote", { path, query })).body;
		expect(await quote({ operation: "getProduct", barcode: "4999" })).toMatchObject({
			items: [],
			credits: 0,
		});
		await packshot.alter(`update client set locks = '["info"]' where client_id = '${clientId}'`);
		const locked = await quote({ operation: "getProduct", barcode });
		expect(locked.credits).toBe(0);
		expect(locked.notes[0]).toContain("info");
		const missing = await quote({ operation: "getProductImage", barcode, variant: "back" });
		expect(missing.notes[0]).toContain("404");
	});

	test("reports when the balance or the daily cap does not suffice", async () => {
		const person = await newPerson(packshot);
		const { clientId: client_id } = await newKey(person);
		const path = { client_id };
		const query = { operation: "listMetadataFields" };
		const poor = (await person.ask("GET /keys/{client_id}/quote", { path, query })).body;
		expect(poor).toMatchObject({ balance_after: -0.05, is_affordable: false });
		const rich = await fundedKey(packshot, administrator, person);
		await person.ask("PATCH /keys/{client_id}", { path: rich.path, body: { daily_cap_credits: 0.01 } });
		const capped = (await person.ask("GET /keys/{client_id}/quote", { path: rich.path, query })).body;
		expect(capped.is_affordable).toBe(false);
		expect(capped.notes.join()).toContain("daily cap");
	});

	test.each([
		{ operation: "getProduct" },
		{ operation: "getProduct", barcode: "12x" },
		{ operation: "getProduct", barcode, include: "everything" },
		{ operation: "getProductImage", barcode },
		{ operation: "bulkCheckProducts" },
		{ operation: "bulkCheckProducts", barcodes: "12" },
		{ operation: "dropTables" },
	])("400 for %j", async (query) => {
		const person = await newPerson(packshot);
		const { path } = await fundedKey(packshot, administrator, person);
		expect((await person.ask("GET /keys/{client_id}/quote", { path, query: query as never })).status).toBe(
			400,
		);
	});

	test("is limited to 60 requests a minute, because the availability endpoints sell what it reveals", async () => {
		const person = await newPerson(packshot);
		const { path } = await fundedKey(packshot, administrator, person);
		const query = { operation: "listMetadataFields" };
		const ask = () => person.ask("GET /keys/{client_id}/quote", { path, query });
		const statuses = (await Promise.all(Array.from({ length: 61 }, ask))).map(({ status }) => status);
		expect(statuses.filter((status) => status === 429)).toHaveLength(1);
	});
});
