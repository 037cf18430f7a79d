import { expect, test } from "vitest";
import { fieldChoices, withTarget } from "./mapping-draft.ts";

test("a mapping keeps the short form where a field is all there is to say", () => {
	const mapping = withTarget({ EAN: "barcode" }, "Fat", {
		field: "nutrition.total_fat.amount",
		unit: "g",
		values: {},
	});
	expect(mapping).toEqual({ EAN: "barcode", Fat: { field: "nutrition.total_fat.amount", unit: "g" } });
	const bare = withTarget(mapping, "Fat", { field: "nutrition.total_fat.amount", unit: "" });
	expect(bare).toEqual({ EAN: "barcode", Fat: "nutrition.total_fat.amount" });
	expect(withTarget(bare, "Fat", undefined)).toEqual({ EAN: "barcode" });
});

test("a field that another column has cannot be chosen", () => {
	const fields = ["barcode", "info.brand"].map((field) => ({ field, choices: [] }));
	const [ignored, product, info] = fieldChoices(fields, { EAN: "barcode" }, "Marke");
	expect(ignored).toEqual({ value: "", label: "Ignored" });
	expect([product, info]).toMatchObject([
		{ items: [{ value: "barcode", disabled: true }] },
		{ items: [{ value: "info.brand", label: "Brand", disabled: false }] },
	]);
});
