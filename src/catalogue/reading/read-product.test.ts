import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FIELDS, METADATA_KEYS } from "../fields/fields.ts";
import {
	METADATA_SCOPES,
	SCOPES,
	type Scope,
	VARIANTS,
	type Variant,
	variantMask,
} from "../fields/scopes.ts";
import { EMPTY_RECORD, mergeRecord } from "../stored/record.ts";
import { type ServedProduct, servedProduct } from "../stored/served-product.ts";
import { metadataChange } from "../writing/metadata-change.arbitrary.ts";
import type { MetadataChange } from "../writing/metadata-change.ts";
import { answerProduct, findReadable, type Reader } from "./read-product.ts";

const barcode = "01234567";

const everything: Omit<MetadataChange, "barcode"> = {
	info: { brand: "Golden Sheaf", notes: "n" },
	hechshers: [{ symbol: "OU" }],
	nutrition: { calories: "110", sodium: { amount: "5 mg" } },
	ingredients: { ingredients_text: "Flour", allergens: ["wheat"] },
	catalog_meta: { department: "Groceries", variety: "v" },
};

function product(
	change: Omit<MetadataChange, "barcode"> = everything,
	variants: readonly Variant[] = ["front", "back"],
): ServedProduct {
	const { record } = mergeRecord(EMPTY_RECORD, { barcode, ...change }, 1000);
	const entry = { photo_date: "2027-01-01", uploaded_by: null };
	const block = VARIANTS.map((variant) => [variant, variants.includes(variant) ? entry : null]);
	return servedProduct({
		barcode,
		...record,
		variants: variantMask(variants),
		image_meta: variants.length > 0 ? JSON.stringify(Object.fromEntries(block)) : null,
		plain_sizes: null,
		image_sizes: null,
		image_fields: variants.length > 0 ? 1 : 0,
	});
}

function reader(policy: Partial<Reader> = {}): Reader {
	return { locks: [], barcodePrefixes: [], brands: [], departments: [], watermark: "required", ...policy };
}

function answer(
	read: ServedProduct,
	locks: readonly string[] = [],
	scopes: readonly Scope[] = SCOPES,
	variants: readonly Variant[] = VARIANTS,
) {
	const cut = answerProduct(read, { scopes: new Set(scopes), variants, sizePx: null }, reader({ locks }));
	return {
		body: JSON.parse(`{${cut.members}}`),
		billed: Object.fromEntries(cut.lineItems.map(({ action, quantity }) => [action, quantity])),
		urlVariants: cut.urlVariants,
		redacted: cut.redactedFields,
	};
}

describe("a read", () => {
	test("is billed for every scope that has data, and for each picture", () => {
		expect(answer(product()).billed).toEqual({
			"products.get.info": 1,
			"products.get.hechshers": 1,
			"products.get.nutrition": 1,
			"products.get.ingredients": 1,
			"products.get.catalog_meta": 1,
			"products.get.image_meta": 1,
			"products.get.per_image": 2,
		});
	});

	test("is not billed for a product with only a barcode, but has empty shapes all the same", () => {
		const { billed, body, urlVariants } = answer(product({}, []));
		expect([billed, urlVariants]).toEqual([{}, []]);
		expect(body.image_meta).toEqual({ front: null, back: null, front_clean: null, back_clean: null });
		expect(Object.keys(body.product_meta)).toEqual([
			...FIELDS.info,
			"hechshers",
			"nutrition",
			"ingredients",
			...FIELDS.catalog_meta,
		]);
	});

	test("is billed only for what was requested", () => {
		expect(answer(product(), [], ["info"]).billed).toEqual({ "products.get.info": 1 });
		expect(answer(product(), [], ["images"], ["back", "back_clean"])).toMatchObject({
			billed: { "products.get.per_image": 1 },
			urlVariants: ["back"],
		});
		expect(answer(product(), [], ["images"], ["front_clean"]).billed).toEqual({});
	});

	test("has no variants at all, rather than an empty list, when images were not requested", () => {
		expect(answer(product(), [], ["info"]).urlVariants).toBeUndefined();
	});

	test("for any product, is billed for a scope exactly when it is not in its empty shape", () => {
		const empty = answer(product({}, [])).body;
		fc.assert(
			fc.property(metadataChange, (change) => {
				const { billed, body } = answer(product(change, []));
				for (const scope of ["hechshers", "nutrition", "ingredients"] as const) {
					const isEmpty =
						scope === "ingredients"
							? Object.values(body.product_meta[scope]).every((value) => !value?.toString())
							: JSON.stringify(body.product_meta[scope]) === JSON.stringify(empty.product_meta[scope]);
					expect([scope, `products.get.${scope}` in billed]).toEqual([scope, !isEmpty]);
				}
				const { scanned_at, product_description, category } = body.product_meta;
				expect("products.get.info" in billed).toBe(
					scanned_at !== null || Boolean(product_description) || Boolean(category),
				);
				expect("products.get.catalog_meta" in billed).toBe(
					FIELDS.catalog_meta.some((field) => body.product_meta[field] !== null),
				);
			}),
		);
	});
});

describe("locks", () => {
	const blocked = (locks: readonly string[], scopes?: readonly Scope[], variants?: readonly Variant[]) => {
		try {
			answer(product(), locks, scopes, variants);
		} catch (error) {
			expect(error).toMatchObject({ code: "scope_forbidden", status: 403 });
			return (error as { details: { blocked_scopes: string[] } }).details.blocked_scopes;
		}
		return undefined;
	};

	test("a locked scope is refused when requested, and has no effect otherwise", () => {
		expect(blocked(["nutrition"])).toEqual(["nutrition"]);
		expect(blocked(["nutrition"], ["info", "images"])).toBeUndefined();
	});

	test("all blocked scopes are named at once", () => {
		expect(blocked(["images", "info", "hechshers.logo", "image_meta"])).toEqual([
			"info",
			"hechshers",
			"image_meta",
			"images",
		]);
	});

	test("locked fields are left out and named", () => {
		const { body, redacted } = answer(product(), [
			"info.brand",
			"nutrition.sodium",
			"image_meta.uploaded_by",
		]);
		expect("brand" in body.product_meta || "sodium" in body.product_meta.nutrition).toBe(false);
		expect(body.image_meta.front).toEqual({ photo_date: "2027-01-01" });
		expect(body.image_meta.front_clean).toBeNull();
		// The picture has no recorded uploader, so nothing was redacted.
		expect(redacted).toEqual(["info.brand", "nutrition.sodium"]);
	});

	test("a partly locked scope is billed only if an open field has data", () => {
		const onlyDepartment = product({ catalog_meta: { department: "Purim" } }, []);
		expect(answer(onlyDepartment, ["catalog_meta.department"]).billed).toEqual({});
		expect(answer(onlyDepartment, ["catalog_meta.variety"]).billed).toEqual({
			"products.get.catalog_meta": 1,
		});
		const onlyDate = answer(product({}, ["front"]), ["image_meta.photo_date"], ["image_meta"]);
		expect(onlyDate.billed).toEqual({});
	});

	test("updated_at alone is not billed", () => {
		const keys = FIELDS.info.filter((field) => field !== "updated_at").map((field) => `info.${field}`);
		expect(answer(product({ info: {} }, []), keys, ["info"]).billed).toEqual({});
	});

	test("locking an override of info serves the scanned value, or none", () => {
		const catalog_meta = { web_description: "copy", category: "set" };
		const scanned = product({ info: { category: "scanned", brand: "A" }, catalog_meta }, []);
		const infoOf = (locks: string[]) => answer(scanned, locks, ["info"]).body.product_meta;
		expect(infoOf([])).toMatchObject({ category: "set", product_description: "copy" });
		expect(infoOf(["catalog_meta"])).toMatchObject({
			category: "scanned",
			product_description: null,
			brand: "A",
		});
		expect(infoOf(["catalog_meta.category"])).toMatchObject({
			category: "scanned",
			product_description: "copy",
		});
		expect(infoOf(["catalog_meta.web_description"])).toMatchObject({
			category: "set",
			product_description: null,
		});
		expect(Object.keys(infoOf(["catalog_meta"]))).toEqual([...FIELDS.info]);

		const alone = product({ catalog_meta }, []);
		expect(answer(alone, [], ["info"]).billed).toEqual({ "products.get.info": 1 });
		const locked = answer(alone, ["catalog_meta"], ["info"]);
		expect(locked.body.product_meta).toMatchObject({
			category: null,
			product_description: null,
			vegan: false,
		});
		expect([locked.billed, locked.redacted]).toEqual([{}, []]);
		expect(answer(alone, ["catalog_meta.category", "info.product_description"], ["info"])).toMatchObject({
			billed: {},
			redacted: ["info.product_description"],
		});
	});

	test("flags of info always count as data", () => {
		const keys = FIELDS.info.filter((field) => field !== "vegan").map((field) => `info.${field}`);
		expect(answer(product({ info: {} }, []), keys).billed).toEqual({ "products.get.info": 1 });
	});

	test("a locked variant gets no URL and is not billed", () => {
		expect(answer(product(), ["images.front"], ["images"])).toEqual({
			body: { barcode },
			billed: { "products.get.per_image": 1 },
			urlVariants: ["back"],
			redacted: ["images.front"],
		});
	});

	test("requesting only locked variants returns none, and is refused once all four are locked", () => {
		expect(blocked(["images.front"], ["images"], ["front"])).toBeUndefined();
		expect(
			blocked(
				VARIANTS.map((variant) => `images.${variant}`),
				["images"],
				["front"],
			),
		).toEqual(["images"]);
		expect(answer(product({}, ["back"]), ["images.front"], ["images"]).redacted).toEqual([]);
		expect(blocked(["images.front"], ["images"], ["front", "back"])).toBeUndefined();
		expect(blocked(["images", "images.front"], ["images"], ["front"])).toEqual(["images"]);
	});

	test("for any locks, no locked field is served", () => {
		fc.assert(
			fc.property(fc.subarray([...METADATA_KEYS]), metadataChange, (locks, change) => {
				const open = METADATA_SCOPES.filter(
					(scope) => !locks.some((key) => key === scope || (scope === "hechshers" && key.startsWith(scope))),
				);
				if (hasNoOpenField(locks, open)) return;
				const { body } = answer(product(change), locks, open);
				for (const key of locks) {
					const [scope, field] = key.split(".") as [Scope, string | undefined];
					if (!field || !open.some((each) => each === scope)) continue;
					const holder = scope === "info" || scope === "catalog_meta" ? body.product_meta : null;
					const nested = body.product_meta?.[scope] ?? body.image_meta?.front;
					expect([key, field in (holder ?? nested ?? {})]).toEqual([key, false]);
				}
			}),
		);
	});

	/** Whether any of the scopes is completely locked, so that nothing can be read. */
	function hasNoOpenField(locks: readonly string[], scopes: readonly (typeof METADATA_SCOPES)[number][]) {
		return scopes.some((scope) => FIELDS[scope].every((field) => locks.includes(`${scope}.${field}`)));
	}
});

describe("the scope filter", () => {
	const found = product();
	async function outcome(policy: Partial<Reader>, stored: ServedProduct | undefined = found) {
		try {
			return await findReadable(async () => stored, reader(policy), barcode);
		} catch (error) {
			return (error as { code: string }).code;
		}
	}

	test("accepts everything when empty", async () => {
		expect(await outcome({})).toBe(found);
	});

	test.each<[string, Partial<Reader>, "in" | "out"]>([
		["accepts a prefix of the barcode", { barcodePrefixes: ["99", "0123"] }, "in"],
		["accepts the barcode itself", { barcodePrefixes: [barcode] }, "in"],
		["rejects digits from the middle", { barcodePrefixes: ["123"] }, "out"],
		["accepts its brand", { brands: ["Other", "Golden Sheaf"] }, "in"],
		["rejects a part of its brand", { brands: ["Golden"] }, "out"],
		["accepts its department", { departments: ["Groceries"] }, "in"],
		["rejects another department", { departments: ["Purim"] }, "out"],
		[
			"accepts a product that all filters match",
			{ barcodePrefixes: ["0"], brands: ["Golden Sheaf"], departments: ["Groceries"] },
			"in",
		],
		[
			"rejects a product that one filter does not match",
			{ barcodePrefixes: ["0"], brands: ["Golden Sheaf"], departments: ["Purim"] },
			"out",
		],
	])("%s", async (_name, policy, expected) => {
		expect(await outcome(policy)).toBe(expected === "in" ? found : "out_of_scope");
	});

	test("rejects a product without brand or department when filtering by either", async () => {
		const bare = product({}, []);
		expect(await outcome({ brands: ["Golden Sheaf"] }, bare)).toBe("out_of_scope");
		expect(await outcome({ departments: ["Purim"] }, bare)).toBe("out_of_scope");
	});

	test("distinguishes an unknown barcode from a blocked one only within the client's prefixes", async () => {
		const read = async (policy: Partial<Reader>) =>
			findReadable(async () => undefined, reader(policy), barcode);
		const missing = (policy: Partial<Reader>) => read(policy).catch((error) => error.code);
		expect(await missing({ barcodePrefixes: ["9"] })).toBe("out_of_scope");
		expect(await missing({ barcodePrefixes: ["0"] })).toBe("not_found");
	});
});
