import { describe, expect, test } from "vitest";
import { readQuery } from "../../platform/http/query.ts";
import { PRODUCT_META_SCOPES, SCOPES, VARIANTS } from "../fields/scopes.ts";
import { ProductQuery, selectionOf } from "./product-query.ts";

/** Parses a query string as the service does. */
function selection(raw: Record<string, string | string[]>) {
	const { scopes, variants } = selected(raw);
	return { scopes: [...scopes], variants };
}

const selected = (raw: Record<string, string | string[]>) =>
	selectionOf(readQuery(ProductQuery, raw) as Parameters<typeof selectionOf>[0], [500, 1000]);

test("size is full or one of the prepared sizes, which the 400 for any other lists", () => {
	expect(
		[{}, { size: "full" }, { size: "500" }, { size: "1000" }].map((raw) => selected(raw).sizePx),
	).toEqual([null, null, 500, 1000]);
	const refusal = (message: string) => expect.objectContaining({ code: "bad_request", status: 400, message });
	for (const size of ["", "0", "501", "0500", "5e2", "500,1000", "FULL", " 500"]) {
		expect(() => selected({ size })).toThrow(refusal("size must be one of full, 500, 1000."));
	}
	expect(() => selected({ size: ["500", "500"] })).toThrow(refusal("size is given more than once."));
});

test("selects everything by default", () => {
	expect(selection({})).toEqual({ scopes: [...SCOPES], variants: [...VARIANTS] });
});

test("include selects only scopes, variants only pictures", () => {
	expect(selection({ include: "info" })).toEqual({ scopes: ["info"], variants: [...VARIANTS] });
	expect(selection({ variants: "back" })).toEqual({ scopes: [...SCOPES], variants: ["back"] });
	expect(selection({ include: "images", variants: "front" })).toEqual({
		scopes: ["images"],
		variants: ["front"],
	});
});

test("product_meta stands for its five scopes, without duplicates", () => {
	expect(selection({ include: "product_meta" }).scopes).toEqual([...PRODUCT_META_SCOPES]);
	expect(selection({ include: "product_meta,info,images" }).scopes).toEqual([
		...PRODUCT_META_SCOPES,
		"images",
	]);
});

test("items are trimmed and deduplicated; variants come in canonical order", () => {
	expect(selection({ include: " info , nutrition,info", variants: "back_clean,front,front" })).toEqual({
		scopes: ["info", "nutrition"],
		variants: ["front", "back_clean"],
	});
});

describe("400 bad_request for", () => {
	test.each([
		{ include: "" },
		{ variants: "" },
		{ include: "info," },
		{ include: ",info" },
		{ include: "info,,nutrition" },
		{ include: " " },
		{ include: "Info" },
		{ include: "info;nutrition" },
		{ include: "images.front" },
		{ include: "__proto__" },
		{ variants: "side" },
		{ variants: "front,side" },
		{ variants: "FRONT" },
		{ include: ["info", "nutrition"] },
		{ variants: ["front", "front"] },
	] as Record<string, string | string[]>[])("%j", (raw) => {
		expect(() => selection(raw)).toThrow(expect.objectContaining({ code: "bad_request", status: 400 }));
	});
});
