import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newPerson } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";
import { linkedProducts, visit } from "../support/visitors.ts";

/** The page on which an administrator decides what the public pages say and show. */

const MATZAH = "0725272730706";
const BANANAS = "4011";

let packshot: TestService;
let administrator: Awaited<ReturnType<typeof newPerson>>;
beforeAll(async () => {
	packshot = await startService({ settings: { PACKSHOT_STOREFRONT: "on" } });
	administrator = await newPerson(packshot, { isAdministrator: true });
	await packshot.product(
		{
			barcode: MATZAH,
			info: { product_name: "Matzah", brand: "Golden Sheaf" },
			catalog_meta: { department: "Passover" },
		},
		{ barcode: BANANAS, info: { product_name: "Bananas" } },
	);
});
afterAll(() => packshot.close());

const page = async () => (await administrator.ask("GET /admin/storefront")).body;
const change = (body: object) => administrator.ask("PATCH /admin/storefront", { body });
const shownProducts = async () => linkedProducts((await visit(packshot, "/products")).text).sort();

test("everything is public at first, under the name of the software", async () => {
	expect(await page()).toEqual({
		name: "Packshot",
		contact: null,
		terms_url: null,
		search_engines: true,
		kosher_status: false,
		kosher_facts: false,
		credit_price: false,
		brands: [],
		departments: [],
		barcodes: [],
		is_on: true,
		products: 2,
		public_products: 2,
		existing_departments: expect.arrayContaining(["Passover"]),
	});
});

test("a change is on the public pages at once, and only what is given changes", async () => {
	expect(await shownProducts()).toEqual([MATZAH, BANANAS]);
	const { status, body } = await change({
		name: "  Pantry Pictures ",
		brands: ["Golden Sheaf", "Golden Sheaf"],
	});
	expect(status).toBe(200);
	expect(body).toMatchObject({
		storefront: { name: "Pantry Pictures", brands: ["Golden Sheaf"], public_products: 1, contact: null },
		warnings: [],
	});
	expect(await shownProducts()).toEqual([MATZAH]);
	expect((await visit(packshot, "/")).text).toContain("<span>Pantry Pictures</span>");

	await change({ brands: [], barcodes: ["40"] });
	expect(await shownProducts()).toEqual([BANANAS]);
	expect(await page()).toMatchObject({ name: "Pantry Pictures", brands: [], barcodes: ["40"] });
	await change({ barcodes: [] });
	expect(await shownProducts()).toEqual([MATZAH, BANANAS]);
});

test("a brand that no product has is saved, with a warning that names how it is spelled", async () => {
	const { body } = await change({ brands: ["golden sheaf"], departments: ["Shoes"] });
	expect(body.warnings.join("\n")).toMatch(/"golden sheaf" matches no product.*"Golden Sheaf"/);
	expect(body.warnings.join("\n")).toMatch(/"Shoes" is not one of/);
	expect(body.storefront.public_products).toBe(0);
	await change({ brands: [], departments: [] });
});

test("visitors are offered an account where anybody may create one, else whom to ask", async () => {
	await change({ contact: "sales@example.com" });
	expect((await visit(packshot, "/")).text).toContain('href="mailto:sales@example.com">Ask for an account');
	await administrator.ask("PATCH /admin/settings", { body: { sign_up_open: true } });
	expect((await visit(packshot, "/")).text).toContain('href="/sign-up">Create an account');
	await administrator.ask("PATCH /admin/settings", { body: { sign_up_open: false } });
	await change({ contact: null });
	expect((await visit(packshot, "/")).text).not.toMatch(/Ask for an account|Create an account/);
});

test("a mail address adds no headers to the mail that visitors begin", async () => {
	await change({ contact: "sales%0D%0ABcc@example.com" });
	expect((await visit(packshot, "/")).text).toContain('href="mailto:sales%250D%250ABcc@example.com"');
	await change({ contact: null });
});

test("each change is recorded with its person", async () => {
	await change({ contact: "orders@example.com" });
	await change({ contact: "orders@example.com" });
	const { body } = await administrator.ask("GET /admin/events");
	const recorded = body.data.filter(({ action }: { action: string }) => action === "settings.changed");
	const ofContact = recorded.filter((one: object) => JSON.stringify(one).includes("orders@example.com"));
	expect(ofContact).toMatchObject([{ account_email: administrator.email }]);
});

describe("what is refused changes nothing, and names the field", () => {
	test.each([
		["contact", "javascript:alert(1)"],
		["contact", "nobody"],
		["contact", "sales\u202e@example.com"],
		["terms_url", "ftp://example.com/terms"],
		["terms_url", "/terms"],
		["terms_url", "https://example.com/\r\nterms"],
		["name", "   "],
		["name", "Pantry\u202ePictures"],
		["name", "x".repeat(61)],
		["barcodes", ["72x"]],
		["barcodes", ["123456789012345"]],
		["brands", ["Golden\u0000Sheaf"]],
		["search_engines", "no"],
	])("%s: %j", async (name, value) => {
		const before = await page();
		const { status, body } = await change({ [name]: value });
		expect([status, body.error]).toEqual([400, "bad_request"]);
		expect(body.message).toContain(name);
		expect(await page()).toEqual(before);
	});
});

test("nobody but an administrator may read or change it", async () => {
	const person = await newPerson(packshot);
	const editor = await newPerson(packshot, { roles: ["catalogue_editor"] });
	for (const one of [person, editor]) {
		expect((await one.ask("GET /admin/storefront")).status).toBe(403);
		expect((await one.ask("PATCH /admin/storefront", { body: { name: "Mine" } })).status).toBe(403);
	}
	expect((await page()).name).toBe("Pantry Pictures");
});
