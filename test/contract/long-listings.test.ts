import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startService, type TestService } from "../support/service.ts";

/** More products than fit on the longest page. */
const BARCODES = Array.from({ length: 501 }, (_, i) => String(70_000_000 + i));

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService();
	await packshot.product(...BARCODES.map((barcode) => ({ barcode })));
});
afterAll(() => packshot.close());

describe.each(["/products", "/metadata/products"])("%s", (path) => {
	async function listed(query: string): Promise<string[]> {
		const { status, body } = await packshot.call(path + query, { client: await packshot.client() });
		expect([status, body.pagination.total]).toEqual([200, 501]);
		return body.data.map((row: { barcode: string }) => row.barcode);
	}

	test("shows 50 products a page by default", async () => {
		expect(await listed("")).toEqual(BARCODES.slice(0, 50));
		expect(await listed("?page=11")).toEqual(BARCODES.slice(500));
	});

	test("shows 500 products a page when asked to, or 1", async () => {
		expect(await listed("?per_page=500")).toEqual(BARCODES.slice(0, 500));
		expect(await listed("?per_page=500&page=2")).toEqual(BARCODES.slice(500));
		expect(await listed("?per_page=1&page=250")).toEqual(BARCODES.slice(249, 250));
	});
});
