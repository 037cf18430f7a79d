import { expect, test } from "vitest";
import { EVERYTHING, itemOf, lockedOf, requestOf, selectionOf } from "./selection.ts";

const NONE = { scopes: [], variants: [] };

test("an item without a selection of its own uses the selection for all items", () => {
	const forAll = { scopes: ["info"], variants: ["front"] } as const;
	const items = [{ barcode: "4011" }, itemOf("4012", { scopes: ["nutrition"], variants: [] })];
	expect(requestOf(items, forAll, NONE, "1000")).toEqual({
		items: [
			{ barcode: "4011", include: ["info", "images"], variants: ["front"] },
			{ barcode: "4012", include: ["nutrition"] },
		],
		size: "1000",
	});
});

test("locked parts are left out, and an item with nothing left is not requested", () => {
	const locked = lockedOf(["nutrition", "images.back", "info.brand"]);
	expect(locked).toEqual({ scopes: ["nutrition"], variants: ["back"] });
	const items = [{ barcode: "4011" }, itemOf("4012", { scopes: ["nutrition"], variants: ["back"] })];
	const { items: asked } = requestOf(items, EVERYTHING, locked, "full");
	expect(asked.map(({ barcode }) => barcode)).toEqual(["4011"]);
	expect(asked[0]?.include).not.toContain("nutrition");
	expect(asked[0]?.variants).toEqual(["front", "front_clean", "back_clean"]);
	expect(lockedOf(["images"]).variants).toHaveLength(4);
});

test("a selection survives the conversion into an item and back", () => {
	for (const selection of [
		EVERYTHING,
		{ scopes: ["info"], variants: [] },
		{ scopes: [], variants: ["back"] },
	] as const)
		expect(selectionOf(itemOf("4011", selection))).toEqual(selection);
	expect(selectionOf({ barcode: "4011" })).toBeUndefined();
	expect(selectionOf({ barcode: "4011", variants: ["front"] })?.variants).toEqual(["front"]);
});
