import { afterAll, beforeAll, expect, test } from "vitest";
import { newPerson } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

/** The numbers beside the filters of the catalogue table. */

let packshot: TestService;
let editor: Awaited<ReturnType<typeof newPerson>>;
beforeAll(async () => {
	packshot = await startService();
	editor = await newPerson(packshot, { roles: ["catalogue_editor"] });
	await packshot.product(
		{ barcode: "20000011", info: { product_name: "Milk" }, catalog_meta: { department: "Dairy & Eggs" } },
		{ barcode: "20000028", info: { product_name: "Kefir" }, catalog_meta: { department: "Dairy & Eggs" } },
		{ barcode: "4011", info: { product_name: "Bananas" }, catalog_meta: { department: "Produce" } },
		{ barcode: "4012", hechshers: [{ symbol: "OU" }] },
	);
});
afterAll(() => packshot.close());

async function counts(query: Record<string, string>): Promise<Record<string, number | null>> {
	const { status, body } = await editor.ask("GET /admin/catalogue/product-counts", { query });
	expect(status).toBe(200);
	const counted = body.data as { filter: string; value: string; products: number | null }[];
	return Object.fromEntries(counted.map(({ filter, value, products }) => [`${filter} ${value}`, products]));
}

test.each([
	[{}, { "department Dairy & Eggs": 2, "department Produce": 1, "department Sushi": 0, "has info": 3 }],
	[{ q: "kefir" }, { "department Dairy & Eggs": 1, "department Produce": 0, "has hechshers": 0 }],
	[{ search: "4" }, { "department Dairy & Eggs": 0, "department Produce": 1, "has hechshers": 1 }],
	[{ department: "Produce" }, { "department Dairy & Eggs": 2, "department Produce": 1, "has info": 1 }],
	[{ has: "hechshers" }, { "department Produce": 0, "has hechshers": 1, "has info": 0 }],
])("%j leaves %j", async (query, expected) => {
	const all = await counts(query);
	expect(all).toMatchObject(expected);
	for (const [name, products] of Object.entries(all)) {
		const [, filter = "", value = ""] = /^(\w+) (.*)$/.exec(name) ?? [];
		const narrowed = {
			...query,
			[filter]: filter === "has" && "has" in query ? `${query.has},${value}` : value,
		};
		const { body } = await editor.ask("GET /admin/catalogue/products", { query: narrowed });
		expect(body.total, name).toBe(products);
	}
});

test.each([{ missing: "info" }, { min_digits: "5" }, { search: "x" }])(
	"%j is checked product by product, and nothing is counted",
	async (query) => {
		const numbers = Object.values(await counts(query));
		expect(numbers.length).toBeGreaterThan(6);
		expect(new Set(numbers)).toEqual(new Set([null]));
	},
);
