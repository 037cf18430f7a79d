import { expect, test } from "vitest";
import { formatCredits } from "../../api/credits.ts";
import { actionDescription, actions, defaultPriceUnits, isAction, LARGEST_PRICE_UNITS } from "./actions.ts";

test("every action of the API starts at its documented price", () => {
	const prices = Object.fromEntries(
		actions.map((action) => [action, formatCredits(defaultPriceUnits(action))]),
	);
	expect(prices).toMatchObject({
		"products.get": "0",
		"products.get.info": "0.1",
		"products.get.hechshers": "0.05",
		"products.get.nutrition": "0.05",
		"products.get.ingredients": "0.05",
		"products.get.catalog_meta": "0.05",
		"products.get.image_meta": "0.05",
		"products.get.per_image": "0.25",
		"products.head": "0.05",
		"products.bulk_check.per_barcode": "0.01",
		"metadata.get.per_barcode": "0.02",
		"metadata.bulk_check.per_barcode": "0.005",
		"metadata.bulk_check.fields.per_barcode": "0.01",
		"metadata.products.list": "0.1",
		"metadata.fields.catalogue": "0.05",
	});
});

test("every action has a description", () => {
	for (const action of actions) expect(actionDescription(action)).toMatch(/\w{3}/);
});

test("inherited property names are not actions", () => {
	expect(["products.head", "toString", "__proto__", "products", ""].map(isAction)).toEqual([
		true,
		false,
		false,
		false,
		false,
	]);
});

test("what the largest call costs at the largest prices can be printed", () => {
	const [products, scopes, pictures] = [1000, 6, 4];
	expect(formatCredits(products * (scopes + pictures) * LARGEST_PRICE_UNITS)).toBe("10000000000");
});
