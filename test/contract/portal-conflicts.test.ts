import { afterAll, beforeAll, expect, test } from "vitest";
import { newPerson } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

/** Facts of a product that contradict each other, on the work list. */

const kind = "conflict:milk_in_pareve";
const BAR = "0725272730706";
const SORBET = "7290000000008";

let packshot: TestService;
let editor: Awaited<ReturnType<typeof newPerson>>;
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_PORTAL_REQUESTS_PER_MINUTE: "10000" } });
	editor = await newPerson(packshot, { roles: ["catalogue_editor"] });
	await packshot.product(bar("Sugar, whey"), {
		barcode: SORBET,
		hechshers: [{ symbol: "OU", dairy_meat_pareve: "pareve" as const }],
		ingredients: { ingredients_text: "Coconut milk, sugar. May contain milk." },
	});
});
afterAll(() => packshot.close());

function bar(ingredients_text: string) {
	return {
		barcode: BAR,
		hechshers: [{ symbol: "OU", dairy_meat_pareve: "pareve" as const }],
		ingredients: { ingredients_text },
	};
}

async function listed(): Promise<[barcode: string, facts: string[]][]> {
	const { body } = await editor.ask("GET /admin/catalogue/doubtful/{kind}", { path: { kind } });
	return body.data.map(({ barcode, remarks }: { barcode: string; remarks: string[] }) => [barcode, remarks]);
}

const look = (person: typeof editor, barcodes: readonly string[]) =>
	person.ask("POST /admin/catalogue/doubtful/{kind}/looked-at", { path: { kind }, body: { barcodes } });

test("are counted and listed with both facts, until somebody looked at them, and again when a fact changes", async () => {
	const { body } = await editor.ask("GET /admin/catalogue/doubtful");
	expect(body.data).toContainEqual({ kind, group: "conflict", count: 1, is_about: false });
	expect(await listed()).toEqual([[BAR, ["OU: pareve", "Ingredients: sugar, whey"]]]);

	const { body: before } = await editor.ask("GET /admin/catalogue/products/{barcode}", {
		path: { barcode: BAR },
	});
	expect((await look(editor, [BAR, SORBET, "4011"])).status).toBe(204);
	expect(await listed()).toEqual([]);
	const { body: after } = await editor.ask("GET /admin/catalogue/products/{barcode}", {
		path: { barcode: BAR },
	});
	expect(after).toEqual(before);

	await packshot.product({ barcode: BAR, info: { product_name: "A bar" } });
	expect(await listed()).toEqual([]);
	await packshot.product(bar("Sugar, butter"));
	expect(await listed()).toEqual([[BAR, ["OU: pareve", "Ingredients: sugar, butter"]]]);
	await packshot.product(bar("Sugar"));
	expect(await listed()).toEqual([]);
});

test("only catalogue editors look at them", async () => {
	const shop = await newPerson(packshot);
	expect((await look(shop, [BAR])).status).toBe(403);
	expect((await look(editor, [])).status).toBe(400);
});
