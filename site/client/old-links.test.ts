import { expect, test } from "vitest";
import { anchorOf } from "./old-links.ts";

test.each([
	["#getProduct", "getProduct"],
	["#/Products/getProduct", "getProduct"],
	["#error-out_of_scope", "error-out_of_scope"],
	["#%E0%A4%A", "%E0%A4%A"],
	["", ""],
])("the fragment %s names %s", (hash, anchor) => {
	expect(anchorOf(hash)).toBe(anchor);
});
