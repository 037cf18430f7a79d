import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { FIELDS } from "../../src/catalogue/fields/fields.ts";
import type { ClientPolicy } from "../../src/clients/policy/client.ts";
import { expectError } from "../support/answers.ts";
import { everyScope, newBarcode } from "../support/products.ts";
import { startService, type TestService } from "../support/service.ts";

let packshot: TestService;
let barcode: string;
beforeAll(async () => {
	packshot = await startService();
	barcode = newBarcode();
	await packshot.product(everyScope(barcode));
	await Promise.all([packshot.picture(barcode, "front"), packshot.picture(barcode, "back")]);
});
afterAll(() => packshot.close());

async function readAs(policy: Partial<ClientPolicy>, query = "", path = `/products/${barcode}`) {
	const client = await packshot.client(policy);
	const answer = await packshot.call(`${path}?${query}`, { client });
	return { ...answer, spentUnits: 1_000_000 - (await packshot.balance(client)), client };
}

describe("a locked scope", () => {
	test.each(["info", "hechshers", "nutrition", "ingredients", "catalog_meta", "image_meta", "images"])(
		"%s is rejected when requested by name, and when everything is requested",
		async (scope) => {
			for (const query of ["", `include=${scope}`, `include=info,${scope}`]) {
				const answer = await readAs({ locks: [scope] }, query);
				expectError(answer, "scope_forbidden", { blocked_scopes: [scope] });
				expect([answer.spentUnits, await packshot.ledger(answer.client)]).toMatchObject([0, [{ seq: 1 }]]);
			}
		},
	);

	test("does not affect other requested scopes", async () => {
		const { status, body, spentUnits } = await readAs({ locks: ["nutrition"] }, "include=info,images");
		expect([status, spentUnits]).toEqual([200, 6000]);
		expect("redacted_fields" in body.meta).toBe(false);
	});

	test("is rejected when requested through the product_meta alias", async () => {
		const answer = await readAs({ locks: ["catalog_meta"] }, "include=product_meta");
		expectError(answer, "scope_forbidden", { blocked_scopes: ["catalog_meta"] });
		expect((await readAs({ locks: ["images", "image_meta"] }, "include=product_meta")).status).toBe(200);
	});

	test("is listed together with all other blocked scopes", async () => {
		const locks = ["images", "nutrition", "info", "hechshers.org"];
		const blocked = ["info", "hechshers", "nutrition", "images"];
		expectError(await readAs({ locks }), "scope_forbidden", { blocked_scopes: blocked });
	});

	test("does not hide whether the barcode exists", async () => {
		const client = await packshot.client({ locks: ["info", "images", "image_meta"] });
		expect((await packshot.call(`/products/${barcode}`, { client, method: "HEAD" })).status).toBe(200);
	});
});

describe("locked fields", () => {
	test("are left out of their scopes and listed in redacted_fields", async () => {
		const locks = ["info.brand", "nutrition.sodium", "ingredients.allergens", "catalog_meta.department"];
		const { body } = await readAs(
			{ locks: [...locks, "image_meta.file_size_bytes"] },
			"include=product_meta",
		);
		expect(body.meta.redacted_fields).toEqual(locks);
		expect(Object.keys(body.product_meta)).toEqual([
			...FIELDS.info.filter((field) => field !== "brand"),
			"hechshers",
			"nutrition",
			"ingredients",
			"subcategory",
			"web_description",
			"variety",
		]);
		expect("sodium" in body.product_meta.nutrition).toBe(false);
		expect("allergens" in body.product_meta.ingredients).toBe(false);
		expect(body.product_meta.nutrition.calories).toBe("110");
	});

	test("of image_meta are left out of every variant", async () => {
		const locks = ["image_meta.uploaded_by", "image_meta.resolution"];
		const { body } = await readAs({ locks }, "include=image_meta");
		for (const entry of [body.image_meta.front, body.image_meta.back]) {
			expect(Object.keys(entry)).toEqual(["photo_date", "upload_date", "file_size_bytes", "source_batch"]);
		}
		expect(body.image_meta.front_clean).toBeNull();
		// These pictures have no recorded uploader, so nothing was redacted.
		expect(body.meta.redacted_fields).toEqual(["image_meta.resolution"]);
	});

	test("of scopes that were not requested are not listed", async () => {
		const { body } = await readAs({ locks: ["info.brand", "nutrition.iron"] }, "include=info");
		expect(body.meta.redacted_fields).toEqual(["info.brand"]);
	});

	test("of hechshers lock the whole scope", async () => {
		const answer = await readAs({ locks: ["hechshers.logo"] }, "include=hechshers");
		expectError(answer, "scope_forbidden", { blocked_scopes: ["hechshers"] });
	});

	test.each(["info", "nutrition", "ingredients", "catalog_meta", "image_meta"] as const)(
		"lock the whole scope when they are all the fields of %s",
		async (scope) => {
			const locks = FIELDS[scope].map((field) => `${scope}.${field}`);
			const answer = await readAs({ locks }, `include=${scope}`);
			expectError(answer, "scope_forbidden", { blocked_scopes: [scope] });
		},
	);

	test("make a scope free when no unlocked field has data", async () => {
		const bare = newBarcode();
		await packshot.product({ barcode: bare, catalog_meta: { department: "Purim" } });
		const read = (lock: string) => readAs({ locks: [lock] }, "include=catalog_meta", `/products/${bare}`);
		const [nothingLeft, stillThere] = await Promise.all([
			read("catalog_meta.department"),
			read("catalog_meta.variety"),
		]);
		expect(nothingLeft.body.product_meta).toEqual({
			subcategory: null,
			web_description: null,
			variety: null,
		});
		expect([nothingLeft.spentUnits, stillThere.spentUnits]).toEqual([0, 500]);
	});
});

describe("locked variants", () => {
	test("get no URL and cost nothing, unlike the others", async () => {
		const { body, spentUnits } = await readAs({ locks: ["images.front"] }, "include=images");
		expect(body.images).toEqual({
			front: null,
			back: expect.any(String),
			front_clean: null,
			back_clean: null,
		});
		expect([spentUnits, body.meta.redacted_fields]).toEqual([2500, ["images.front"]]);
	});

	test("are left out when requested alone, and count as a locked scope when all four are locked", async () => {
		const alone = await readAs({ locks: ["images.front"] }, "include=images&variants=front");
		expect([alone.status, alone.spentUnits, alone.body.images.front]).toEqual([200, 0, null]);
		expect(alone.body.meta.redacted_fields).toEqual(["images.front"]);
		const locks = ["images.front", "images.back", "images.front_clean", "images.back_clean"];
		expectError(await readAs({ locks }, "include=images"), "scope_forbidden", { blocked_scopes: ["images"] });
	});
});

describe("GET /products/{barcode}/image", () => {
	test.each([["images"], ["images.front"]])("403 when %s is locked, nothing charged", async (lock) => {
		const answer = await readAs({ locks: [lock] }, "variant=front", `/products/${barcode}/image`);
		expectError(answer, "scope_forbidden", { blocked_scopes: [lock] });
		expect(answer.spentUnits).toBe(0);
	});

	test("302 when only other variants or scopes are locked", async () => {
		const locks = ["images.back", "info", "image_meta"];
		expect((await readAs({ locks }, "variant=front", `/products/${barcode}/image`)).status).toBe(302);
	});
});

describe("the scope filter", () => {
	const paths = ["", "/image"] as const;
	const ask = async (policy: Partial<ClientPolicy>) => {
		const answers = paths.map((path) => readAs(policy, "variant=front", `/products/${barcode}${path}`));
		const client = await packshot.client(policy);
		const head = await packshot.call(`/products/${barcode}`, { client, method: "HEAD" });
		const charged = (await packshot.ledger(client)).length > 1;
		return { answers: await Promise.all(answers), head: head.status, charged };
	};

	test.each<[string, Partial<ClientPolicy>]>([
		["barcode prefix", { barcodePrefixes: ["9", "123"] }],
		["brand", { brands: ["Other"] }],
		["department", { departments: ["Purim", "Produce"] }],
		["one of three kinds", { barcodePrefixes: ["2"], brands: ["Golden Sheaf"], departments: ["Purim"] }],
	])("403 out_of_scope by %s, on GET, HEAD and the redirect, nothing charged", async (_name, policy) => {
		const { answers, head, charged } = await ask(policy);
		for (const answer of answers) {
			expectError(answer, "out_of_scope");
			expect(answer.spentUnits).toBe(0);
		}
		expect([head, charged]).toEqual([403, false]);
	});

	test("lets through products that match every given kind", async () => {
		const departments = ["Passover"];
		const { answers, head } = await ask({
			barcodePrefixes: ["9", "2"],
			brands: ["Golden Sheaf"],
			departments,
		});
		expect([...answers.map(({ status }) => status), head]).toEqual([200, 302, 200]);
	});

	test("follows a change of the product's brand", async () => {
		const moving = newBarcode();
		const read = () => readAs({ brands: ["New"] }, "include=info", `/products/${moving}`);
		await packshot.product({ barcode: moving, info: { brand: "Old" } });
		expect((await read()).status).toBe(403);
		await packshot.product({ barcode: moving, info: { brand: "New" } });
		expect((await read()).status).toBe(200);
	});
});

test("changed locks take effect within 5 seconds", async () => {
	const client = await packshot.client();
	const read = () => packshot.call(`/products/${barcode}?include=info`, { client });
	expect((await read()).status).toBe(200);
	await packshot.updateClient(client, { locks: ["info"] });
	packshot.clock.advance(5000);
	expectError(await read(), "scope_forbidden", { blocked_scopes: ["info"] });
	await packshot.updateClient(client, { locks: [] });
	packshot.clock.advance(5000);
	expect((await read()).status).toBe(200);
});
