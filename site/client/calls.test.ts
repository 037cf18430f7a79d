import { expect, test } from "vitest";
import { priceIn } from "./calls.ts";

const PRICES = { "products.head": 0.07, "products.get.info": 0.1, "products.get.nutrition": 1 };

test.each([
	[["products.head"], "0.07 credits"],
	[["products.get.nutrition"], "1 credit"],
	[["products.get.nutrition", "products.get.info"], "from 0.1 credits"],
	[["unknown"], undefined],
])("what is charged for %j costs %s by the service's price list", (charges, price) => {
	expect(priceIn(charges, PRICES)).toBe(price);
});
