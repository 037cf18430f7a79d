import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { alerting } from "../../src/alerts/alerting.fixture.ts";
import { expectError } from "../support/answers.ts";
import { everyScope } from "../support/products.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";
import { unzipped } from "../support/unzipped.ts";

let packshot: TestService;
let client: TestClient;
let barcodes = 30_000_000;
const newBarcode = () => String(++barcodes);
beforeAll(async () => {
	packshot = await startService();
});
afterAll(() => packshot.close());
beforeEach(async () => {
	packshot.clock.advance(60_000);
	client = await packshot.client();
});
const alerts = alerting(() => packshot.installation);
const list = async (query = "", caller = client) =>
	(await packshot.call(`/kosher-alerts${query && `?${query}`}`, { client: caller })).body;

async function product(brand = "Alpha"): Promise<string> {
	const barcode = newBarcode();
	await packshot.product({
		...everyScope(barcode),
		info: { brand },
		hechshers: [{ symbol: "OU" }, { symbol: "cRc" }],
	});
	return barcode;
}

describe("GET /kosher-alerts", () => {
	test("200 newest publication first, by cursor, free of charge", async () => {
		const barcode = await product();
		const ids: string[] = [];
		for (const message of ["One.", "Two.", "Three."]) {
			packshot.clock.advance(1000);
			ids.unshift(await alerts.publish([barcode], { message }));
		}
		const first = await list(`barcode=${barcode}&limit=2`);
		expect(first.data[0]).toEqual({
			alert_id: ids[0],
			kind: "withdrawn",
			symbol: "OU",
			designation: null,
			barcodes: [barcode],
			withholds: true,
			message: "Three.",
			lots: null,
			source: null,
			published_at: expect.any(String),
			changed_at: first.data[0].published_at,
			ended_at: null,
			outcome: null,
		});
		const second = await list(`barcode=${barcode}&limit=2&cursor=${first.next_cursor}`);
		expect([...first.data, ...second.data].map(({ alert_id }) => alert_id)).toEqual(ids);
		expect([second.next_cursor, second.meta.credits_debited]).toEqual([null, 0]);
		const other = await packshot.call(`/kosher-alerts?cursor=${first.next_cursor}`, { client });
		expectError(other, "bad_request");
	});

	test("takes filters by barcode, by whether it is live, and by when it changed", async () => {
		const [one, other] = [await product(), await product()];
		const ended = await alerts.publish([one]);
		packshot.clock.advance(60_000);
		const since = new Date(packshot.clock.now()).toISOString();
		await alerts.end(ended, "settled");
		packshot.clock.advance(1000);
		const live = await alerts.publish([one, other]);
		client = await packshot.client();
		const ids = async (query: string) =>
			(await list(query)).data.map(({ alert_id }: { alert_id: string }) => alert_id);
		expect(await ids(`barcode=${one}`)).toEqual([live, ended]);
		expect(await ids(`barcode=${one}&live=true`)).toEqual([live]);
		expect(await ids(`barcode=${one}&live=false`)).toEqual([ended]);
		expect(await ids(`barcode=${one}&changed_since=${since}`)).toEqual([live, ended]);
		const { changed_at } = (await list(`barcode=${other}`)).data[0];
		packshot.clock.advance(60_000);
		const later = await alerts.publish([other]);
		expect(await ids(`barcode=${one}&changed_since=${changed_at}`)).toEqual([live]);
		expect(await ids(`barcode=${other}&changed_since=${changed_at}`)).toEqual([later, live]);
		const { changed_at: last } = (await list(`barcode=${other}`)).data[0];
		expect(await ids(`barcode=${other}&changed_since=${last}`)).toEqual([later]);
		expectError(await packshot.call("/kosher-alerts?changed_since=yesterday", { client }), "bad_request");
		expect(await ids(`barcode=${other}`)).toEqual([later, live]);
		expect(await ids(`barcode=${newBarcode()}`)).toEqual([]);
		for (const limit of ["0", "201"])
			expectError(await packshot.call(`/kosher-alerts?limit=${limit}`, { client }), "bad_request");
		expect((await packshot.call("/kosher-alerts?limit=200", { client })).status).toBe(200);
	});

	test("a cursor leads on in the order of publication, whatever is published or changed meanwhile", async () => {
		const barcode = await product();
		const ids = [
			await alerts.publish([barcode]),
			await alerts.publish([barcode]),
			await alerts.publish([barcode]),
		];
		// Published in the same millisecond.
		await packshot.alter(
			`update kosher_alert set published_at = 1700000000000 where alert_id in ('${ids.join("','")}')`,
		);
		ids.sort().reverse();
		const page = await list(`barcode=${barcode}&limit=1`);
		await alerts.change(ids[1] ?? "", { message: "Newer." });
		await alerts.publish([barcode]);
		const rest = await list(`barcode=${barcode}&limit=1&cursor=${page.next_cursor}`);
		const last = await list(`barcode=${barcode}&limit=1&cursor=${rest.next_cursor}`);
		expect([page, rest, last].map(({ data }) => data[0].alert_id)).toEqual(ids);
		expect(last.next_cursor).toBe(null);
	});

	test("shows a client the products inside its filter alone, whatever is locked", async () => {
		const [own, other] = [await product("Own"), await product("Other")];
		const alertId = await alerts.publish([own, other]);
		const locked = await packshot.client({ brands: ["Own"], locks: ["hechshers"] });
		const [shown] = (await list("", locked)).data;
		expect(shown).toMatchObject({ alert_id: alertId, barcodes: [own] });
		const stranger = await packshot.client({ brands: ["Nobody"] });
		expect((await list("", stranger)).data).toEqual([]);
		const path = `/kosher-alerts/${alertId}`;
		expectError(await packshot.call(path, { client: stranger }), "not_found");
		expect((await packshot.call(path, { client: locked })).body.barcodes).toEqual([own]);
	});
});

describe("GET /kosher-alerts/{alert_id}", () => {
	test("200 with the alert as it is now; 404 for one that does not exist or is not visible yet", async () => {
		const barcode = await product();
		const { alertId } = await alerts.ask([barcode]);
		expectError(await packshot.call(`/kosher-alerts/${alertId}`, { client }), "not_found");
		expectError(await packshot.call("/kosher-alerts/alr_none", { client }), "not_found");
		const published = await alerts.publish([barcode]);
		await alerts.change(published, { lots: "L2301" });
		const { status, body } = await packshot.call(`/kosher-alerts/${published}`, { client });
		expect([status, body.lots, body.meta.credits_debited]).toEqual([200, "L2301", 0]);
	});
});

describe("a withheld hechsher", () => {
	test("is withdrawn in the kosher record, and costs nothing where no other is left", async () => {
		const barcode = newBarcode();
		await packshot.product({ barcode, hechshers: [{ symbol: "OU" }] });
		const alertId = await alerts.publish([barcode]);
		const record = (await packshot.call(`/products/${barcode}/kosher`, { client })).body;
		expect(record.hechshers).toMatchObject([{ symbol: "OU", status: "withdrawn" }]);
		expect(record.alerts).toMatchObject([{ alert_id: alertId, barcodes: [barcode] }]);
		expect(record.meta.credits_debited).toBe(0);
		const read = (await packshot.call(`/products/${barcode}?include=hechshers`, { client })).body;
		expect([read.product_meta.hechshers, read.meta.credits_debited]).toEqual([[], 0]);
	});

	test("is told to followers; what alerts cause is hidden by no lock", async () => {
		const barcode = await product();
		const locked = await packshot.client({ locks: ["hechshers"] });
		const cursorOf = async (caller: TestClient) =>
			(await packshot.call("/changes", { client: caller })).body.next_cursor as string;
		const cursors = [await cursorOf(client), await cursorOf(locked)];
		const alertId = await alerts.publish([barcode]);
		await alerts.change(alertId, { message: "More is known." });
		await alerts.end(alertId, "mistaken");
		const named = async (caller: TestClient, cursor = "") =>
			(await packshot.call(`/changes?cursor=${cursor}`, { client: caller })).body.data.map(
				({ changed }: { changed: string[] }) => changed.join("+"),
			);
		expect(await named(client, cursors[0])).toEqual(["hechshers", "kosher", "kosher", "hechshers", "kosher"]);
		expect(await named(locked, cursors[1])).toEqual(["kosher", "kosher", "kosher"]);
	});
});

describe("an order", () => {
	test("names live alerts in its lines, and holds them in its archive", async () => {
		const [alerted, other] = [await product(), await product()];
		const json = { items: [{ barcode: alerted }, { barcode: other }], include: ["hechshers"] };
		const quoted = async () =>
			(await packshot.call("/orders/quote", { client, json })).body.lines.map(
				({ alerts: ids }: { alerts: string[] }) => ids,
			);
		expect(await quoted()).toEqual([[], []]);
		const order = (await packshot.call("/orders", { client, json })).body;
		const archive = async () => {
			const { headers } = await packshot.call(`/orders/${order.order_id}/archive`, { client });
			return unzipped((await packshot.call(headers.get("location") ?? "")).bytes);
		};
		expect([...(await archive()).keys()]).not.toContain("alerts.csv");
		const alertId = await alerts.publish([alerted], { message: "=Do not sell." });
		expect(await quoted()).toEqual([[alertId], []]);
		const bought = (await packshot.call("/orders", { client, json })).body.lines;
		expect(bought.map(({ alerts: ids }: { alerts: string[] }) => ids)).toEqual([[alertId], []]);
		const { lines } = (await packshot.call(`/orders/${order.order_id}`, { client })).body;
		expect(lines.map(({ alerts: ids }: { alerts: string[] }) => ids)).toEqual([[alertId], []]);
		const products = (await packshot.call(`/orders/${order.order_id}/products`, { client })).body.data;
		expect(products[0].product_meta.hechshers).toHaveLength(2);
		const table = new TextDecoder().decode((await archive()).get("alerts.csv"));
		expect(table.split("\n")[1]).toContain(`${alerted},${alertId},withdrawn,OU,,'=Do not sell.,`);
		await alerts.end(alertId, "settled");
		expect(await quoted()).toEqual([[], []]);
	});
});
