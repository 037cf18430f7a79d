import { describe, expect, test } from "vitest";
import { type FakeAnswer, fakeService, refusal } from "./fake-service.testing.ts";

function page(number: number, total_pages: number, barcodes: readonly string[]): FakeAnswer {
	return {
		body: {
			data: barcodes.map((barcode) => ({ barcode, variants: ["front"] })),
			pagination: { page: number, per_page: 2, total: 5, total_pages },
			meta: { response_generated: `2027-05-01T10:00:0${number}.250Z` },
		},
	};
}
const THREE_PAGES = [page(1, 3, ["1000", "1001"]), page(2, 3, ["1002", "1003"]), page(3, 3, ["1004"])];

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
	const all: T[] = [];
	for await (const item of items) all.push(item);
	return all;
}

describe("a listing", () => {
	test("yields the rows of all pages in order", async () => {
		const { packshot, calls, settle } = fakeService(THREE_PAGES);
		const rows = await settle(collected(packshot.products.list({ has_front: true, per_page: 2 })));
		expect(rows.map(({ barcode }) => barcode)).toEqual(["1000", "1001", "1002", "1003", "1004"]);
		expect(calls.map(({ url }) => url.search)).toEqual([
			"?has_front=true&per_page=2&page=1",
			"?has_front=true&per_page=2&page=2",
			"?has_front=true&per_page=2&page=3",
		]);
	});

	test("requests a page only when its rows are needed", async () => {
		const { packshot, calls, settle } = fakeService(THREE_PAGES);
		const rows = packshot.products.list()[Symbol.asyncIterator]();
		expect(calls).toHaveLength(0);
		await settle(rows.next());
		await settle(rows.next());
		expect(calls).toHaveLength(1);
		await settle(rows.next());
		expect(calls).toHaveLength(2);
	});

	test("yields pages, starting from the requested one", async () => {
		const { packshot, calls, settle } = fakeService(THREE_PAGES.slice(1));
		const pages = await settle(collected(packshot.products.list({ page: 2 }).pages()));
		expect(pages.map(({ pagination }) => pagination.page)).toEqual([2, 3]);
		expect(calls.map(({ url }) => url.searchParams.get("page"))).toEqual(["2", "3"]);
	});

	test("returns a single page, by default the first with 500 rows per page", async () => {
		const { packshot, calls, settle } = fakeService(THREE_PAGES);
		expect(await settle(packshot.products.list().page())).toMatchObject({ pagination: { total: 5 } });
		expect(calls.map(({ url }) => url.search)).toEqual(["?page=1&per_page=500"]);
	});

	test("without results requests one page and yields no rows", async () => {
		const { packshot, calls, settle } = fakeService([page(1, 0, [])]);
		expect(await settle(collected(packshot.products.list()))).toEqual([]);
		expect(calls).toHaveLength(1);
	});

	test("fails when a page fails, after yielding the rows before it", async () => {
		const { packshot, failure } = fakeService([page(1, 2, ["1000"]), refusal(402, "insufficient_credits")]);
		const seen: string[] = [];
		const reading = async () => {
			for await (const { barcode } of packshot.metadata.list()) seen.push(barcode);
		};
		expect(await failure(reading())).toMatchObject({ code: "insufficient_credits" });
		expect(seen).toEqual(["1000"]);
	});

	test("sets nextUpdatedSince to 10 seconds before its first page", async () => {
		const { packshot, settle } = fakeService(THREE_PAGES);
		const listed = packshot.products.list();
		expect(listed.nextUpdatedSince).toBeUndefined();
		await settle(collected(listed));
		expect(listed.nextUpdatedSince).toBe("2027-05-01T09:59:51.250Z");
	});

	test("serialises lists with commas and dates in ISO 8601, and omits undefined parameters", async () => {
		const { packshot, calls, settle } = fakeService([page(1, 1, [])]);
		await settle(
			packshot.metadata
				.list({
					has: ["nutrition", "info.brand"],
					missing: "hechshers",
					updated_since: new Date("2027-05-01T12:00:00+02:00"),
					search: undefined,
					include_fields: false,
				})
				.page(),
		);
		expect(Object.fromEntries(calls[0]?.url.searchParams ?? [])).toEqual({
			has: "nutrition,info.brand",
			missing: "hechshers",
			updated_since: "2027-05-01T10:00:00.000Z",
			include_fields: "false",
			page: "1",
			per_page: "500",
		});
	});
});
