import { expect, test } from "vitest";
import { catalogueFilterOf } from "./catalogue-filter.ts";

test.each([
	["", {}],
	["q=+milk+&department=Produce,Frozen", { q: "milk", department: ["Produce", "Frozen"] }],
	["has=info.brand&missing=nutrition", { has: ["info.brand"], missing: ["nutrition"] }],
	["has_front=1&has_back=0&has_back_clean=x", { has_front: true, has_back: false }],
	["min_digits=12&max_digits=x", { min_digits: 12 }],
])("the query %s becomes the filter %j", (address, filter) => {
	expect(catalogueFilterOf(new URLSearchParams(address))).toEqual(filter);
});
