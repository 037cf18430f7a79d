import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { expectError } from "../support/answers.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";

const PRODUCTS = 12;
const barcodes = Array.from({ length: PRODUCTS }, (_, place) => String(20_000_000 + place));

let packshot: TestService;
let client: TestClient;
beforeAll(async () => {
	packshot = await startService();
	await packshot.product(
		...barcodes.map((barcode, place) => ({ barcode, info: { brand: place % 2 ? "Odd" : "Even" } })),
	);
});
afterAll(() => packshot.close());
// Each test gets a fresh minute and its own client.
beforeEach(async () => {
	packshot.clock.advance(60_000);
	client = await packshot.client();
});

const list = (path: string, caller = client) => packshot.call(path, { client: caller });

/** Follows a listing by cursor to the end. */
async function followed(path: string, caller = client): Promise<string[][]> {
	const pages: string[][] = [];
	for (let cursor: string | null = ""; cursor !== null; ) {
		const { status, body } = await list(`${path}&cursor=${cursor}`, caller);
		expect(status).toBe(200);
		pages.push(body.data.map(({ barcode }: { barcode: string }) => barcode));
		cursor = body.pagination.next_cursor;
	}
	return pages;
}

describe.each([
	["/products", 0],
	["/metadata/products", 0.1],
])("GET %s by cursor", (path, price) => {
	test("an empty cursor starts, and next_cursor leads through all pages, in the order of numbered pages", async () => {
		const pages = await followed(`${path}?per_page=5`);
		expect(pages).toEqual([barcodes.slice(0, 5), barcodes.slice(5, 10), barcodes.slice(10)]);
	});

	test("pagination has only per_page and next_cursor, and each page costs the usual price", async () => {
		const { body } = await list(`${path}?per_page=5&cursor=`);
		expect(Object.keys(body.pagination)).toEqual(["per_page", "next_cursor"]);
		expect(body.pagination.per_page).toBe(5);
		expect(body.meta.credits_debited).toBe(price);
		const last = await list(`${path}?per_page=500&cursor=`);
		expect(last.body.pagination).toEqual({ per_page: 500, next_cursor: null });
		const none = await list(`${path}?search=9&cursor=`);
		expect([none.body.data, none.body.pagination.next_cursor]).toEqual([[], null]);
	});

	test("an exactly full page is the last one when nothing follows", async () => {
		expect(await followed(`${path}?per_page=${PRODUCTS}`)).toEqual([barcodes]);
		expect(await followed(`${path}?per_page=${PRODUCTS / 2}`)).toHaveLength(2);
	});

	test("per_page may change between pages, and a cursor does not expire", async () => {
		const first = await list(`${path}?per_page=2&cursor=`);
		packshot.clock.advance(1000 * 86_400_000);
		const later = await packshot.client();
		expect(later.clientId).not.toBe(client.clientId);
		const token = await packshot.call("/auth/token", {
			json: { client_id: client.clientId, api_key: client.apiKey },
		});
		const rest = await packshot.call(`${path}?per_page=500&cursor=${first.body.pagination.next_cursor}`, {
			token: token.body.access_token,
		});
		expect(rest.body.data.map(({ barcode }: { barcode: string }) => barcode)).toEqual(barcodes.slice(2));
	});

	test.each(["page=1&cursor=", "cursor=&page=2"])("400 bad_request for %s", async (query) => {
		const answer = await list(`${path}?${query}`);
		expectError(answer, "bad_request");
		expect(answer.body.message).toMatch(/cursor and page/);
	});

	test("400 bad_request for a cursor of another client, filter, endpoint or epoch, and for nonsense", async () => {
		const cursor = (await list(`${path}?per_page=2&search=2&cursor=`)).body.pagination.next_cursor;
		const other = await packshot.client();
		const elsewhere = path === "/products" ? "/metadata/products" : "/products";
		const feed = (await list("/changes")).body.next_cursor;
		for (const answer of [
			await list(`${path}?search=2&cursor=${cursor}`, other),
			await list(`${path}?search=20&cursor=${cursor}`),
			await list(`${path}?cursor=${cursor}`),
			await list(`${path}?search=2&updated_since=2027-01-01&cursor=${cursor}`),
			await list(`${elsewhere}?search=2&cursor=${cursor}`),
			await list(`${path}?search=2&cursor=${feed}`),
			await list(`${path}?search=2&cursor=nonsense`),
		]) {
			expectError(answer, "bad_request");
		}
		expect((await list(`${path}?search=2&cursor=${cursor}`)).status).toBe(200);
		await packshot.alter("update service_state set value = value || 'x' where name = 'cursor_epoch'");
		expectError(await list(`${path}?search=2&cursor=${cursor}`), "bad_request");
	});

	test("a product added, changed or removed between pages neither repeats nor hides another", async () => {
		const passing = ["200000030", "200000031", "200000070"];
		await packshot.product(...passing.map((barcode) => ({ barcode, info: {} })));
		const first = await list(`${path}?per_page=6&cursor=`);
		const listed = first.body.data.map(({ barcode }: { barcode: string }) => barcode);
		expect(listed).toEqual([...barcodes.slice(0, 4), ...passing.slice(0, 2)]);
		await packshot.product(
			{ barcode: "1111", info: {} },
			{ barcode: "20000007", hechshers: [{ symbol: "OU" }] },
		);
		await packshot.alter(`delete from product where barcode in ('${passing.join("', '")}')`);
		const { body } = await list(`${path}?per_page=500&cursor=${first.body.pagination.next_cursor}`);
		expect(body.data.map(({ barcode }: { barcode: string }) => barcode)).toEqual(barcodes.slice(4));
		await packshot.alter("delete from product where barcode = '1111'");
	});
});

test("each listing applies its own filters on every page", async () => {
	expect((await followed("/products?per_page=2&has_front=false&min_digits=8&max_digits=8")).flat()).toEqual(
		barcodes,
	);
	expect((await followed("/products?per_page=5&search=2000001")).flat()).toEqual(barcodes.slice(10));
	const keys = "/metadata/products?per_page=5&has=info.brand,info&missing=nutrition";
	expect((await followed(keys)).flat()).toEqual(barcodes);
	const first = await list(`${keys}&cursor=`);
	const reordered = keys.replace("info.brand,info", "info,info.brand");
	const next = await list(`${reordered}&include_fields=true&cursor=${first.body.pagination.next_cursor}`);
	expect(next.body.data[0]).toHaveProperty("metadata_fields");
});

test("the scope filter applies to every page, as it is by then", async () => {
	const odd = await packshot.client({ brands: ["Odd"] });
	const expected = barcodes.filter((_, place) => place % 2 === 1);
	expect((await followed("/products?per_page=2", odd)).flat()).toEqual(expected);
	const first = await list("/products?per_page=2&cursor=", odd);
	await packshot.updateClient(odd, { brands: ["Even"] });
	packshot.clock.advance(5000);
	const { body } = await list(`/products?per_page=500&cursor=${first.body.pagination.next_cursor}`, odd);
	expect(body.data.map(({ barcode }: { barcode: string }) => barcode)).toEqual(
		barcodes.slice(4).filter((_, place) => place % 2 === 0),
	);
});
