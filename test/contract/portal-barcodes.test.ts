import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkChanges } from "../../src/catalogue/changes/check-changes.ts";
import { checkHistory } from "../../src/catalogue/history/check-history.ts";
import { checkTexts } from "../../src/catalogue/search/check-texts.ts";
import { checkBought } from "../../src/orders/bought/check-bought.ts";
import { checkOrders } from "../../src/orders/check-orders.ts";
import { fundedKey, newPerson } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

/** Barcodes of products are corrected on the pages, one by one and all that lost their zeros. */

const SHORT = "105000011";
const WHOLE = "000105000011";

let packshot: TestService;
let administrator: Awaited<ReturnType<typeof newPerson>>;
beforeEach(async () => {
	packshot = await startService({ settings: { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000" } });
	administrator = await newPerson(packshot, { isAdministrator: true });
	await packshot.product({ barcode: SHORT, info: { brand: "A", product_name: "Tea" } });
});
afterEach(async () => {
	const { installation } = packshot;
	expect((await checkChanges(installation.db)).faults).toEqual([]);
	expect((await checkHistory(installation.db)).faults).toEqual([]);
	expect((await checkTexts(installation.db)).faults).toEqual([]);
	expect((await checkBought(installation.db)).faults).toEqual([]);
	const orders = await checkOrders(installation, packshot.clock.now());
	expect([...orders.faults, ...orders.lineFaults]).toEqual([]);
	await packshot.close();
});

const correct = (from: string, to: string) =>
	administrator.ask("POST /admin/catalogue/products/{barcode}/barcode", {
		path: { barcode: from },
		body: { barcode: to },
	});
const product = (barcode: string) =>
	administrator.ask("GET /admin/catalogue/products/{barcode}", { path: { barcode } });
const history = async (barcode: string) =>
	(await administrator.ask("GET /admin/catalogue/products/{barcode}/history", { path: { barcode } })).body
		.data;
const undo = (id: number) =>
	administrator.ask("POST /admin/catalogue/changes/{change_id}/undo", { path: { change_id: String(id) } });
const fillUp = (body: object = {}) => administrator.ask("POST /admin/catalogue/fill-up", { body });
const names = async () => {
	const rows = await packshot.installation.db.read
		.selectFrom("product")
		.select("barcode")
		.orderBy("barcode")
		.execute();
	return rows.map(({ barcode }) => barcode);
};

describe("a corrected barcode", () => {
	test("keeps history, pictures and deliveries; the old one is gone", async () => {
		const client = await packshot.client();
		await packshot.picture(SHORT, "front");
		const read = await packshot.call(`/products/${SHORT}?variants=front&include=images`, { client });
		await fetch(read.body.images.front);
		expect((await correct(SHORT, WHOLE)).body).toEqual({ barcode: WHOLE });
		expect(await names()).toEqual([WHOLE]);
		expect((await packshot.call(`/products/${SHORT}`, { client })).status).toBe(404);
		const again = await packshot.call(`/products/${WHOLE}?variants=front&include=info,images`, { client });
		expect(again.body.product_meta.brand).toBe("A");
		expect((await fetch(again.body.images.front)).status).toBe(200);
		const delivered = await packshot.installation.db.read
			.selectFrom("delivery")
			.innerJoin("image", "image.image_id", "delivery.image_id")
			.select("image.barcode")
			.execute();
		expect(delivered.map(({ barcode }) => barcode)).toEqual([WHOLE, WHOLE]);
		expect(await history(WHOLE)).toMatchObject([
			{ kind: "renamed", former_barcode: SHORT, undo: "possible" },
			{ kind: "changed" },
			{ kind: "created" },
		]);
		expect((await product(SHORT)).status).toBe(404);
	});

	test("is a removal and an addition to followers, with a newer time of change", async () => {
		const client = await packshot.client();
		const { next_cursor: cursor } = (await packshot.call("/changes", { client })).body;
		packshot.clock.advance(60_000);
		await correct(SHORT, WHOLE);
		const { data } = (await packshot.call(`/changes?cursor=${cursor}`, { client })).body;
		expect(data).toMatchObject([
			{ barcode: SHORT, removed: true, changed: [] },
			{ barcode: WHOLE, removed: false, changed: ["info"] },
		]);
	});

	test("leaves orders as they were, with their pictures and values of today, and they count as held", async () => {
		const client = await packshot.client();
		await packshot.picture(SHORT, "front");
		const json = { items: [{ barcode: SHORT, include: ["info", "images"], variants: ["front"] }] };
		const { order_id } = (await packshot.call("/orders", { client, json })).body;
		await correct(SHORT, WHOLE);
		for (const query of ["", "?metadata=today"]) {
			const { data } = (await packshot.call(`/orders/${order_id}/products${query}`, { client })).body;
			expect(data).toMatchObject([{ barcode: SHORT, product_meta: { brand: "A" } }]);
			expect((await fetch(data[0].images.front)).status).toBe(200);
		}
		const quote = await packshot.call("/orders/quote", {
			client,
			json: { items: [{ barcode: WHOLE, include: ["info"] }] },
		});
		expect(quote.body.lines).toMatchObject([{ barcode: WHOLE, held: { order_id } }]);
	});

	test("leads from what was bought before to the product of today", async () => {
		const owner = await newPerson(packshot);
		const { path } = await fundedKey(packshot, administrator, owner, 10);
		const items = [{ barcode: SHORT, include: ["info"] }];
		const body = { items, idempotency_key: "order-of-what-is-corrected" };
		expect((await owner.ask("POST /keys/{client_id}/orders", { path, body })).status).toBe(201);
		await correct(SHORT, WHOLE);
		const bought = await owner.ask("GET /keys/{client_id}/bought", { path });
		expect(bought.body.data).toMatchObject([{ barcode: SHORT, name: "Tea" }]);
	});

	test("can be undone in the history", async () => {
		expect((await correct(SHORT, WHOLE)).status).toBe(200);
		const [renamed] = await history(WHOLE);
		expect((await undo(renamed.change_id)).body).toEqual({ barcode: SHORT });
		expect(await names()).toEqual([SHORT]);
		expect(await history(SHORT)).toMatchObject([
			{ kind: "renamed", undoes: renamed.change_id },
			{ kind: "renamed", undo: "undone" },
			{ kind: "created", undo: "possible" },
		]);
	});

	test.each([
		["another product has it", WHOLE, [WHOLE]],
		["another product has another form of it", "0000105000011", [WHOLE]],
	])("is refused where %s", async (_, to, there) => {
		for (const barcode of there) await packshot.product({ barcode });
		const refused = await correct(SHORT, to);
		expect([refused.status, refused.body.error]).toEqual([409, "barcode_taken"]);
		expect(await names()).toEqual([...there, SHORT].sort());
	});

	test("is refused where a removed product had it, and where there is nothing to correct", async () => {
		await packshot.product({ barcode: WHOLE });
		await administrator.ask("POST /admin/catalogue/products/{barcode}/remove", {
			path: { barcode: WHOLE },
			body: { confirm: WHOLE },
		});
		expect((await correct(SHORT, WHOLE)).body.error).toBe("barcode_taken");
		expect((await correct("4011", "4012")).status).toBe(404);
		expect((await correct(SHORT, "12")).status).toBe(400);
		expect((await correct(SHORT, SHORT)).status).toBe(400);
	});

	test("is given to one product alone, however many ask at once", async () => {
		const others = ["4011", "4012", "4013"];
		await packshot.product(...others.map((barcode) => ({ barcode })));
		const answers = await Promise.all(others.map((barcode) => correct(barcode, WHOLE.replace("11", "28"))));
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
		expect(await names()).toHaveLength(4);
	});
});

test("a UPC-E beside its UPC-A is a pair in the work list, and is merged", async () => {
	await packshot.product(
		{ barcode: "04963406", info: { brand: "A" } },
		{ barcode: "0049000006346", info: { notes: "n" } },
		{ barcode: "96385074" },
		{ barcode: "0000096385074" },
	);
	const first = await administrator.ask("GET /admin/catalogue/pairs", { query: { limit: "1" } });
	const rest = await administrator.ask("GET /admin/catalogue/pairs", {
		query: { limit: "1", after: first.body.next },
	});
	expect([...first.body.data, ...rest.body.data]).toMatchObject([
		{ keep: { barcode: "0000096385074" }, other: { barcode: "96385074" } },
		{ keep: { barcode: "0049000006346" }, other: { barcode: "04963406" } },
	]);
	const merged = await administrator.ask("POST /admin/catalogue/merge", {
		body: { keep: "0049000006346", other: "04963406" },
	});
	expect(merged.body).toMatchObject({ is_merged: true, is_removed: true });
});

test("of two forms of a barcode, the one that any client has just ordered has to be kept", async () => {
	const [likely, ordered] = ["0000096385074", "96385074"];
	await packshot.product(
		{ barcode: likely, info: { notes: "n" } },
		{ barcode: ordered, info: { brand: "B" } },
	);
	const client = await packshot.client();
	const json = { items: [{ barcode: ordered, include: ["info"] }] };
	expect((await packshot.call("/orders", { client, json })).status).toBe(201);
	const merge = (body: { keep: string; other: string }) =>
		administrator.ask("POST /admin/catalogue/merge", { body });
	expect((await merge({ keep: likely, other: ordered })).status).toBe(409);
	const pairs = (await administrator.ask("GET /admin/catalogue/pairs")).body.data;
	expect(pairs).toMatchObject([{ keep: { barcode: ordered }, other: { barcode: likely } }]);
	expect((await merge({ keep: ordered, other: likely })).body).toMatchObject({
		is_merged: true,
		is_removed: true,
	});
});

describe("products that are stored short", () => {
	const work = async () => (await administrator.ask("GET /admin/catalogue/doubtful")).body.data;

	test("are in the work list, filled up by one act, and taken back by one", async () => {
		await packshot.product(
			{ barcode: "4963406" },
			{ barcode: "72527273070" },
			{ barcode: "105000012" },
			{ barcode: "4011" },
		);
		expect(await work()).toContainEqual({
			kind: "stored_short",
			group: "barcode",
			count: 2,
			is_about: false,
		});
		const { body } = await administrator.ask("GET /admin/catalogue/doubtful/{kind}", {
			path: { kind: "stored_short" },
		});
		expect(body.data).toMatchObject([
			{ barcode: SHORT, remarks: [WHOLE] },
			{ barcode: "4963406", remarks: ["04963406"] },
		]);
		const before = await names();
		const filled = (await fillUp()).body;
		expect(filled).toMatchObject({ filled: 2, left: [], next: null, change_set: expect.any(Number) });
		expect(await names()).toEqual([WHOLE, "04963406", "105000012", "4011", "72527273070"].sort());
		const back = await administrator.ask("POST /admin/catalogue/fill-up/{change_set}/undo", {
			path: { change_set: String(filled.change_set) },
		});
		expect(back.body).toEqual({ undone: 2, left: 0, has_more: false });
		expect(await names()).toEqual(before);
	});

	test("stay where the catalogue has them in another form", async () => {
		await packshot.product({ barcode: "0000105000011" });
		expect((await fillUp()).body).toEqual({ change_set: null, filled: 0, left: [SHORT], next: null });
	});

	test("are found by every full form before and after", async () => {
		const client = await packshot.client();
		const forms = ["0000105000011", WHOLE, "00000105000011"];
		const found = async () => {
			const { body } = await packshot.call("/barcodes/resolve", { client, json: { barcodes: forms } });
			return forms.map((form) => body.results[form].barcode);
		};
		expect(await found()).toEqual([SHORT, SHORT, SHORT]);
		await fillUp();
		expect(await found()).toEqual([WHOLE, WHOLE, WHOLE]);
	});
});
