import { expect, test } from "vitest";
import type { FoundProduct } from "../../api/routes.ts";
import { chosenCredits, everythingOf, itemOf, toggledIn } from "./chosen.ts";

const product = {
	barcode: "4011",
	scopes: [
		{ scope: "info", state: "available", price: 0.1 },
		{ scope: "nutrition", state: "available", price: 0.05 },
		{ scope: "ingredients", state: "missing", price: 0.05 },
	],
	variants: [
		{ variant: "front", state: "available", price: 0.25 },
		{ variant: "back", state: "missing", price: 0.25 },
	],
} as unknown as FoundProduct;

test("everything available is chosen by default, and is requested without naming its parts", () => {
	const chosen = everythingOf(product);
	expect(chosen).toEqual({ scopes: ["info", "nutrition"], variants: ["front"] });
	expect([chosenCredits(product, chosen), itemOf(product, chosen)]).toEqual([0.4, { barcode: "4011" }]);
});

test("a partial choice is requested by name, with pictures only if one is chosen", () => {
	const some = toggledIn(everythingOf(product), "scopes", "info");
	expect(itemOf(product, some)).toEqual({
		barcode: "4011",
		include: ["nutrition", "images"],
		variants: ["front"],
	});
	const without = toggledIn(some, "variants", "front");
	expect(itemOf(product, without)).toEqual({ barcode: "4011", include: ["nutrition"] });
	expect(everythingOf(product, itemOf(product, without))).toEqual(without);
});

test("with a locked scope the choice is named, as a request for everything would be refused", () => {
	const locked = {
		...product,
		scopes: [...product.scopes, { scope: "hechshers", state: "locked", price: 0.05 }],
	};
	expect(itemOf(locked as FoundProduct, everythingOf(locked as FoundProduct)).include).toEqual([
		"info",
		"nutrition",
		"images",
	]);
});

test("what is bought is not chosen again, and the rest is requested by name", () => {
	const order = { order_id: "ord_1", scopes: ["info"], variants: ["front"], size: null };
	const bought = { ...product, bought: { orders: [order] } } as unknown as FoundProduct;
	const chosen = everythingOf(bought);
	expect(chosen).toEqual({ scopes: ["nutrition"], variants: [] });
	expect(itemOf(bought, chosen)).toEqual({ barcode: "4011", include: ["nutrition"] });
});
