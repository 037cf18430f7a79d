import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { alerting } from "../../src/alerts/alerting.fixture.ts";
import { tellAllProducts } from "../../src/catalogue/certificates/tell-products.ts";
import type { GivenHechsher } from "../../src/catalogue/writing/metadata-change.ts";
import { isoTime } from "../../src/platform/time/clock.ts";
import { DAY_MS } from "../../src/platform/time/durations.ts";
import { expectError } from "../support/answers.ts";
import { newBarcode } from "../support/products.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";

let packshot: TestService;
let client: TestClient;
beforeAll(async () => {
	packshot = await startService();
});
afterAll(() => packshot.close());
beforeEach(async () => {
	packshot.clock.advance(60_000);
	client = await packshot.client();
});

const day = (days: number) => isoTime(packshot.clock.now() + days * DAY_MS).slice(0, 10);

async function product(...hechshers: GivenHechsher[]): Promise<string> {
	const barcode = newBarcode();
	await packshot.product({ barcode, info: { brand: "Golden Sheaf" }, hechshers });
	return barcode;
}
const kosher = (barcode: string, caller = client) =>
	packshot.call(`/products/${barcode}/kosher`, { client: caller });

describe("GET /products/{barcode}/kosher", () => {
	test("200 with every hechsher in its order, its certificate and its status today", async () => {
		const letter = {
			certificate_id: "OU-417",
			issued_on: day(-300),
			valid_until: day(0),
			checked_on: day(-3),
			source: "https://example.com/letters/417.pdf",
			note: "by e-mail from Rabbi Levi",
		};
		const barcode = await product(
			{ symbol: "OU", org: "Orthodox Union", dairy_meat_pareve: "dairy", certificate: letter },
			{ symbol: 'בד"ץ', certificate: { certificate_id: "BD-1", valid_until: day(-1) } },
			{ symbol: "CRC", additional_designation: "Yoshon", certificate: { certificate_id: "CRC-9" } },
			{ symbol: "Star-K" },
		);
		const answer = await kosher(barcode);
		expect(answer.status).toBe(200);
		const { note: _, ...shown } = letter;
		expect(Object.keys(answer.body)).toEqual(["barcode", "hechshers", "alerts", "meta"]);
		expect(answer.body.hechshers).toMatchObject([
			{
				symbol: "OU",
				org: "Orthodox Union",
				dairy_meat_pareve: "dairy",
				status: "current",
				certificate: shown,
			},
			{ symbol: 'בד"ץ', status: "expired", certificate: { certificate_id: "BD-1", valid_until: day(-1) } },
			{
				symbol: "CRC",
				additional_designation: "Yoshon",
				status: "unstated",
				certificate: { valid_until: null },
			},
			{ symbol: "Star-K", org: null, status: "unstated", certificate: null },
		]);
		expect(JSON.stringify(answer.body)).not.toContain("Rabbi Levi");
		packshot.clock.advance(DAY_MS);
		const tomorrow = await kosher(barcode, await packshot.client());
		expect(tomorrow.body.hechshers[0].status).toBe("expired");
	});

	test("costs a read of hechshers if one is listed, else nothing", async () => {
		const barcode = await product({ symbol: "OU" });
		const before = await packshot.balance(client);
		const answer = await kosher(barcode);
		expect(answer.body.meta.credits_debited).toBe(0.05);
		expect(await packshot.balance(client)).toBe(before - 500);
		const none = await kosher(await product());
		expect(none.body).toMatchObject({ hechshers: [], alerts: [], meta: { credits_debited: 0 } });
		expect(await packshot.balance(client)).toBe(before - 500);
		const detail = (await packshot.ledger(client)).at(-1)?.detail ?? "";
		expect(JSON.parse(detail)).toMatchObject([{ action: "products.get.hechshers", quantity: 1 }]);
	});

	test("402 without credits, unless nothing is listed", async () => {
		const poor = await packshot.client({}, "0.04");
		expectError(await kosher(await product({ symbol: "OU" }), poor), "insufficient_credits");
		expect((await kosher(await product(), poor)).status).toBe(200);
	});

	test("404 for an unknown product, 400 for what is no barcode, and no HEAD", async () => {
		expectError(await kosher("12345678"), "not_found");
		expectError(await kosher("12a4"), "invalid_barcode");
		const head = await packshot.call(`/products/${await product()}/kosher`, { client, method: "HEAD" });
		expect(head.status).toBe(404);
	});

	test("403 outside the scope filter, and where hechshers are locked, charging nothing", async () => {
		const barcode = await product({ symbol: "OU" });
		const other = await packshot.client({ brands: ["Another"] });
		expectError(await kosher(barcode, other), "out_of_scope");
		for (const lock of ["hechshers", "hechshers.symbol"]) {
			const locked = await packshot.client({ locks: [lock] });
			const before = await packshot.balance(locked);
			const answer = await kosher(barcode, locked);
			expectError(answer, "scope_forbidden", { blocked_scopes: ["hechshers"] });
			expect(await packshot.balance(locked)).toBe(before);
		}
	});

	test("401 without a token, and it counts against the limits", async () => {
		const barcode = await product({ symbol: "OU" });
		expect((await packshot.call(`/products/${barcode}/kosher`)).status).toBe(401);
		const limited = await packshot.client({ requestsPerMinute: 1 });
		expect((await kosher(barcode, limited)).status).toBe(200);
		expectError(await kosher(barcode, limited), "rate_limited");
	});
});

describe("with alerts", () => {
	const alerts = alerting(() => packshot.installation);

	test("a withheld hechsher stays in its place, withdrawn whatever its certificate says, and what is not withheld is paid for", async () => {
		const ended = { certificate_id: "PLACE-1", valid_until: "2020-01-01" };
		const barcode = await product(
			{ symbol: "CRC", certificate: ended },
			{ symbol: "OU", org: "Orthodox Union", dairy_meat_pareve: "meat", certificate: null },
			{ symbol: "Star-K" },
		);
		const first = await alerts.publish([barcode], { symbol: "CRC" });
		// Of the same millisecond, chance decides which is the newer one.
		packshot.clock.advance(1000);
		const second = await alerts.publish([barcode], { symbol: "Star-K", withholds: false });
		const record = (await kosher(barcode)).body;
		expect(record.hechshers).toEqual([
			{
				symbol: "CRC",
				org: null,
				dairy_meat_pareve: null,
				additional_designation: null,
				status: "withdrawn",
				certificate: { ...ended, issued_on: null, checked_on: null, source: null },
			},
			{
				symbol: "OU",
				org: "Orthodox Union",
				dairy_meat_pareve: "meat",
				additional_designation: null,
				status: "unstated",
				certificate: null,
			},
			{
				symbol: "Star-K",
				org: null,
				dairy_meat_pareve: null,
				additional_designation: null,
				status: "unstated",
				certificate: null,
			},
		]);
		expect(record.alerts.map(({ alert_id }: { alert_id: string }) => alert_id)).toEqual([second, first]);
		expect(record.meta.credits_debited).toBe(0.05);
		await alerts.end(first, "mistaken");
		const after = (await kosher(barcode)).body;
		expect([after.hechshers[0].status, after.alerts]).toEqual([
			"expired",
			[expect.objectContaining({ alert_id: second })],
		]);
	});

	test("a record that holds withheld hechshers alone is free, also without credits", async () => {
		const barcode = await product({ symbol: "OU" });
		await alerts.publish([barcode]);
		const poor = await packshot.client({}, "0");
		expect((await kosher(barcode, poor)).body).toMatchObject({
			hechshers: [{ status: "withdrawn" }],
			meta: { credits_debited: 0 },
		});
	});
});

test("a certificate's link and dates are told to followers as kosher, where hechshers are not locked", async () => {
	const barcode = await product({ symbol: "OU" });
	const locked = await packshot.client({ locks: ["hechshers"] });
	const cursorOf = async (caller: TestClient) =>
		(await packshot.call("/changes", { client: caller })).body.next_cursor as string;
	const callers = [client, locked];
	const cursors = await Promise.all(callers.map(cursorOf));
	const letter = (more: object) =>
		packshot.product({
			barcode,
			hechshers: [{ symbol: "OU", certificate: { certificate_id: "TOLD", ...more } }],
		});
	await letter({ valid_until: "2099-01-01" });
	await letter({ valid_until: "2099-01-01", issued_on: "2026-01-01" });
	await tellAllProducts(packshot.installation.db);
	await letter({
		valid_until: "2099-01-01",
		issued_on: "2026-01-01",
		checked_on: day(0),
		source: "mail",
		note: "x",
	});
	await tellAllProducts(packshot.installation.db);
	const named = await Promise.all(
		callers.map(async (caller, at) => {
			const { body } = await packshot.call(`/changes?cursor=${cursors[at]}`, { client: caller });
			return body.data.map(({ changed }: { changed: string[] }) => changed);
		}),
	);
	expect(named).toEqual([[["kosher"], ["kosher"]], []]);
});

describe("a hechsher keeps its certificate", () => {
	const certificate = { certificate_id: "KEPT-1", valid_until: "2099-12-31" };
	const idsOf = async (barcode: string) =>
		(await kosher(barcode)).body.hechshers.map(
			(each: { certificate: { certificate_id: string } | null }) => each.certificate?.certificate_id ?? null,
		);

	test("when it is imported again without one, and loses it with null", async () => {
		const barcode = await product({ symbol: "OU", certificate });
		await packshot.product({
			barcode,
			hechshers: [{ symbol: "CRC" }, { symbol: "OU", org: "Orthodox Union" }],
		});
		expect(await idsOf(barcode)).toEqual([null, "KEPT-1"]);
		await packshot.product({ barcode, hechshers: [{ symbol: "OU", certificate: null }] });
		expect(await idsOf(barcode)).toEqual([null]);
	});

	test("but not when the symbol or the designation becomes another", async () => {
		const barcode = await product({ symbol: "OU", additional_designation: "Yoshon", certificate });
		await packshot.product({ barcode, hechshers: [{ symbol: "OU", additional_designation: "Pas Yisroel" }] });
		expect(await idsOf(barcode)).toEqual([null]);
	});
});

test("a read of the product is the same with and without certificates", async () => {
	const plain = await product({ symbol: "OU" });
	const certified = await product({
		symbol: "OU",
		certificate: { certificate_id: "SAME", valid_until: "2020-01-01" },
	});
	const read = async (barcode: string) => (await packshot.call(`/products/${barcode}`, { client })).body;
	const [one, other] = [await read(plain), await read(certified)];
	expect(other.product_meta.hechshers).toEqual(one.product_meta.hechshers);
	expect(other.meta.credits_debited).toBe(one.meta.credits_debited);
});
