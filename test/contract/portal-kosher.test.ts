import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { alerting } from "../../src/alerts/alerting.fixture.ts";
import { isoTime } from "../../src/platform/time/clock.ts";
import { DAY_MS } from "../../src/platform/time/durations.ts";
import { type Browser, fundedKey, newPerson } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

let packshot: TestService;
let editor: Browser;
beforeAll(async () => {
	packshot = await startService();
	editor = await newPerson(packshot, { roles: ["catalogue_editor"] });
	const ending = (days: number, id: string, more = {}) => ({
		symbol: "OU",
		certificate: { certificate_id: id, valid_until: day(days), checked_on: day(-1), ...more },
	});
	await packshot.product(
		...[0, 1, 2, 3, 4, 5, 6, 7].map((number) => ({
			barcode: String(50110000 + number),
			info: { brand: "מאפיית", product_name: `מצה ${number}` },
			hechshers: [ending(10, "IN 10")],
		})),
		{ barcode: "50120001", hechshers: [ending(45, "IN 45")] },
		{ barcode: "50120002", hechshers: [ending(90, "IN 90")] },
		{ barcode: "50120003", hechshers: [ending(-1, "ENDED")] },
		{ barcode: "50120004", hechshers: [ending(500, "OLD", { checked_on: day(-400) })] },
		{ barcode: "50120005", hechshers: [ending(500, "FINE"), { symbol: "CRC" }] },
		{ barcode: "50120006", hechshers: [{ symbol: "CRC" }] },
	);
});
afterAll(() => packshot.close());

const day = (days: number) => isoTime(packshot.clock.now() + days * DAY_MS).slice(0, 10);
const listed = async (list: string) => {
	const { body } = await editor.ask("GET /admin/kosher/certificates", { query: { list } as never });
	return body.data as { certificate_id: string; products: number; first_products: { name: string }[] }[];
};
const ids = async (list: string) => (await listed(list)).map(({ certificate_id }) => certificate_id);
const renew = (body: object, who = editor) =>
	who.ask("POST /admin/kosher/certificates", { body: body as never });

describe("the page Kosher", () => {
	test("lists what ends, what has ended, what nobody has looked at, and what rests on nothing", async () => {
		expect(await ids("days_30")).toEqual(["IN 10"]);
		expect(await ids("days_60")).toEqual(["IN 45"]);
		expect(await ids("days_90")).toEqual(["IN 90"]);
		expect(await ids("ended")).toEqual(["ENDED"]);
		expect(await ids("unchecked")).toEqual(["OLD"]);
		const { body: without } = await editor.ask("GET /admin/kosher/products", {});
		expect(without.data).toMatchObject([
			{ barcode: "50120005", hechshers: ["CRC"] },
			{ barcode: "50120006", hechshers: ["CRC"] },
		]);
		expect((await editor.ask("GET /admin/kosher")).body).toEqual({
			check_after_days: 365,
			known_agencies: [],
			symbols: expect.arrayContaining(["CRC", "OU"]),
			counts: { days_30: 1, days_60: 1, days_90: 1, ended: 1, unchecked: 1 },
			uncertified: 1,
		});
	});

	test("shows the first products of a certificate by name, and all of them on demand", async () => {
		const [letter] = await listed("days_30");
		expect(letter?.products).toBe(8);
		expect(letter?.first_products.map(({ name }) => name)).toEqual(
			[0, 1, 2, 3, 4, 5].map((number) => `מצה ${number}`),
		);
		const { body } = await editor.ask("GET /admin/kosher/products", { query: { certificate_id: "IN 10" } });
		expect(body.data).toHaveLength(8);
	});

	test("looks again after the number of days that the operator chooses", async () => {
		const { body } = await editor.ask("PUT /admin/kosher", { body: { check_after_days: 500 } });
		expect(body).toMatchObject({ check_after_days: 500, counts: { unchecked: 0 } });
		await editor.ask("PUT /admin/kosher", { body: { check_after_days: 365 } });
	});

	test("products with a hechsher of an agency that the operator does not list are noted, once there is a list", async () => {
		const noted = async () =>
			(await editor.ask("GET /admin/catalogue/doubtful/{kind}", { path: { kind: "agency_unknown" } })).body
				.data;
		const inSummary = async () =>
			(await editor.ask("GET /admin/catalogue/doubtful")).body.data.find(
				({ kind }: { kind: string }) => kind === "agency_unknown",
			);
		expect([await noted(), await inSummary()]).toEqual([[], undefined]);
		const known = (known_agencies: string[]) => editor.ask("PUT /admin/kosher", { body: { known_agencies } });
		expect((await known([" OU ", "OU", " "])).body.known_agencies).toEqual(["OU"]);
		expect(await noted()).toMatchObject([
			{ barcode: "50120005", remarks: ["CRC"] },
			{ barcode: "50120006", remarks: ["CRC"] },
		]);
		expect(await inSummary()).toMatchObject({ group: "custom", count: 2 });
		// In exactly their letters.
		await known(["OU", "cRc"]);
		expect(await noted()).toHaveLength(2);
		await known(["OU", "CRC"]);
		expect([await noted(), await inSummary()]).toEqual([[], undefined]);
		await known([]);
	});

	test("renews many at once: an entry for each product, in the histories, and undoable", async () => {
		const client = await packshot.client();
		const cursor = (await packshot.call("/changes", { client })).body.next_cursor;
		const done = await renew({ certificate_ids: ["IN 10", "IN 45"], valid_until: day(400) });
		expect(done.body).toEqual({ changed: 2 });
		expect([await ids("days_30"), await ids("days_60")]).toEqual([[], []]);
		const { data } = (await packshot.call(`/changes?cursor=${cursor}`, { client })).body;
		expect(data).toHaveLength(9);
		expect(data[0]).toMatchObject({ changed: ["kosher"], removed: false });
		const history = await editor.ask("GET /admin/catalogue/products/{barcode}/history", {
			path: { barcode: "50120001" },
		});
		expect(history.body.data[0]).toMatchObject({
			source: { kind: "certificate" },
			fields: [
				{ key: "certificate.valid_until", before: day(45), after: day(400) },
				{ key: "certificate.checked_on", before: day(-1), after: day(0) },
			],
			undo: "possible",
		});
		const undo = { path: { change_id: String(history.body.data[0].change_id) } };
		expect((await editor.ask("POST /admin/catalogue/changes/{change_id}/undo", undo)).status).toBe(200);
		expect(await ids("days_60")).toEqual(["IN 45"]);
	});

	test("notes that somebody looked today, which is no entry", async () => {
		const client = await packshot.client();
		const cursor = (await packshot.call("/changes", { client })).body.next_cursor;
		expect((await renew({ certificate_ids: ["OLD"] })).body).toEqual({ changed: 1 });
		expect(await ids("unchecked")).toEqual([]);
		expect((await packshot.call(`/changes?cursor=${cursor}`, { client })).body.data).toEqual([]);
	});

	test.each([
		["an unknown certificate", { certificate_ids: ["FINE", "NONE"] }, 404],
		["a day that has passed", { certificate_ids: ["FINE"], valid_until: "2020-01-01" }, 400],
		["a day in a hundred years", { certificate_ids: ["FINE"], valid_until: "2126-01-01" }, 400],
		["the last of all days", { certificate_ids: ["FINE"], valid_until: "9999-12-31" }, 400],
		["no certificate at all", { certificate_ids: [] }, 400],
	])("refuses %s, and changes nothing", async (_, body, status) => {
		expect((await renew(body)).status).toBe(status);
		const { body: read } = await packshot.call("/products/50120005/kosher", {
			client: await packshot.client(),
		});
		expect(read.hechshers[0].certificate.valid_until).toBe(day(500));
	});

	test("is for administrators and editors alone", async () => {
		const other = await newPerson(packshot, { roles: ["accountant"] });
		expect((await other.ask("GET /admin/kosher")).status).toBe(403);
		expect((await renew({ certificate_ids: ["FINE"] }, other)).status).toBe(403);
	});
});

test("parallel renewals, imports and readers leave each product with one truth", async () => {
	const letter = { certificate_id: "RACE", valid_until: "2990-01-01" };
	const barcodes = Array.from({ length: 40 }, (_, number) => String(60110000 + number));
	const product = (barcode: string, certificate: object = letter) => ({
		barcode,
		hechshers: [{ symbol: "OU", certificate: certificate as typeof letter }],
	});
	await packshot.product(...barcodes.map((barcode) => product(barcode)));
	const client = await packshot.client({ requestsPerMinute: 10_000 });
	const cursor = (await packshot.call("/changes", { client })).body.next_cursor;
	await Promise.all([
		...[1, 2, 3].map((year) => renew({ certificate_ids: ["RACE"], valid_until: day(year * 366) })),
		packshot.product(
			...barcodes.slice(0, 20).map((barcode) => product(barcode, { ...letter, valid_until: "2995-01-01" })),
		),
		packshot.product(
			...barcodes
				.slice(20)
				.map((barcode) => ({ barcode, hechshers: [{ symbol: "OU", org: "Orthodox Union" }] })),
		),
	]);
	await renew({ certificate_ids: ["RACE"], valid_until: day(3650) });
	for (const barcode of [barcodes[0], barcodes[39]]) {
		const { body } = await packshot.call(`/products/${barcode}/kosher`, { client });
		expect(body.hechshers[0].certificate).toMatchObject({
			certificate_id: "RACE",
			valid_until: day(3650),
		});
	}
	const { data } = (await packshot.call(`/changes?cursor=${cursor}&limit=1000`, { client })).body;
	const told = new Set(
		data
			.filter(({ changed }: { changed: string[] }) => changed.includes("kosher"))
			.map(({ barcode }: { barcode: string }) => barcode),
	);
	expect([...told].sort()).toEqual(barcodes);
});

test("an account sees on what it holds which certificates have ended, unless hechshers are locked for its key", async () => {
	const shop = await newPerson(packshot);
	const administrator = await newPerson(packshot, { roles: ["administrator"] });
	const { clientId } = await fundedKey(packshot, administrator, shop, 10);
	const certificate = { certificate_id: "HELD", valid_until: day(1) };
	await packshot.product({
		barcode: "70110001",
		hechshers: [{ symbol: "OU", certificate }, { symbol: "CRC" }],
	});
	const path = { client_id: clientId };
	const items = [{ barcode: "70110001", include: ["hechshers"] }];
	const body = { items, idempotency_key: "an-order-of-held-letters-1" };
	const order = await shop.ask("POST /keys/{client_id}/orders", { path, body: body as never });
	const held = async () => {
		const { body: bought } = await shop.ask("GET /keys/{client_id}/bought", { path });
		const one = await shop.ask("GET /keys/{client_id}/orders/{order_id}", {
			path: { ...path, order_id: order.body.order_id },
		});
		return [bought.data[0].expired_hechshers, one.body.lines[0].expired_hechshers];
	};
	expect(await held()).toEqual([[], []]);
	await packshot.product({
		barcode: "70110001",
		hechshers: [{ symbol: "OU", certificate: { ...certificate, valid_until: day(-1) } }],
	});
	expect(await held()).toEqual([["OU"], ["OU"]]);
	await packshot.alter(`update client set locks = '["hechshers"]' where client_id = '${clientId}'`);
	packshot.clock.advance(6000);
	expect(await held()).toEqual([[], []]);
});

test("an account sees the live alerts about what it holds, whatever is locked; another account does not", async () => {
	const [shop, other] = [await newPerson(packshot), await newPerson(packshot)];
	const administrator = await newPerson(packshot, { roles: ["administrator"] });
	const { clientId } = await fundedKey(packshot, administrator, shop, 10);
	const [held, otherwise] = ["70110002", "70110003"];
	await packshot.product(
		...[held, otherwise].map((barcode) => ({
			barcode,
			info: { product_name: `Matza ${barcode}` },
			hechshers: [{ symbol: "OU" }],
		})),
	);
	const items = [{ barcode: held, include: ["hechshers"] }];
	const body = { items, idempotency_key: "an-order-of-alerted-things" };
	const path = { client_id: clientId };
	const order = await shop.ask("POST /keys/{client_id}/orders", { path, body: body as never });
	const bought = async () => (await shop.ask("GET /keys/{client_id}/bought", { path })).body.data[0].alerts;
	expect(await bought()).toEqual([]);
	const alerts = alerting(() => packshot.installation);
	const seen = async (person: Browser) => (await person.ask("GET /alerts")).body.data;
	await alerts.publish([otherwise]);
	expect(await seen(shop)).toEqual([]);
	// Of the same millisecond, chance decides which is the newer one.
	packshot.clock.advance(1000);
	const alertId = await alerts.publish([held, otherwise], { message: "Not certified since May." });
	expect(await seen(shop)).toMatchObject([
		{ alert_id: alertId, kind: "withdrawn", symbol: "OU", message: "Not certified since May.", products: 1 },
	]);
	const [{ first_products }] = await seen(shop);
	expect(first_products).toEqual([{ barcode: held, name: `Matza ${held}`, client_id: clientId }]);
	// Lines say so too, of what is in the basket or a list as well; one that is not in the catalogue says nothing.
	const asked = { path, body: { items: [{ barcode: otherwise }, { barcode: "70119999" }] } };
	const quote = await shop.ask("POST /keys/{client_id}/orders/quote", asked);
	expect(quote.body.lines.map((line: { alerts: string[] }) => line.alerts)).toEqual([
		[alertId, expect.any(String)],
		[],
	]);
	const check = { path, body: { barcodes: [held] } };
	expect((await shop.ask("POST /keys/{client_id}/list-check", check)).body.results[0]?.alerts).toEqual([
		alertId,
	]);
	const found = { path, query: { q: held } };
	const one = { path: { ...path, barcode: held } };
	expect([
		(await shop.ask("GET /keys/{client_id}/products", found)).body.data[0]?.alerts,
		(await shop.ask("GET /keys/{client_id}/products/{barcode}", one)).body.alerts,
	]).toEqual([[alertId], [alertId]]);
	const ofOrder = { path: { ...path, order_id: order.body.order_id } };
	const { lines } = (await shop.ask("GET /keys/{client_id}/orders/{order_id}", ofOrder)).body;
	expect([lines[0]?.alerts, await bought()]).toEqual([[alertId], [alertId]]);
	expect(await seen(other)).toEqual([]);
	await alerts.end(alertId, "mistaken");
	expect([await seen(shop), await bought()]).toEqual([[], []]);
});
