import { expect, test } from "vitest";
import { countsOf } from "./filter-counts.ts";

test("a count that is not known is left out", () => {
	const data = [
		{ filter: "vegan", value: "true", products: 0 },
		{ filter: "department", value: "Frozen", products: null },
	];
	expect([...countsOf({ data })]).toEqual([["vegan true", 0]]);
	expect(countsOf(undefined).size).toBe(0);
});
