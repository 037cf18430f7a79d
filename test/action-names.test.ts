import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { actionNamesFile } from "../scripts/action-names.ts";
import { actionColor, actionName } from "../web/src/format/actions.ts";
import { METADATA, SCOPE_NAMES } from "../web/src/format/product-words.ts";

test("the pages use the ledger's names for charged actions", () => {
	const file = fileURLToPath(new URL("../web/src/format/action-names.ts", import.meta.url));
	expect(readFileSync(file, "utf8")).toBe(actionNamesFile());
	expect(actionName("metadata.bulk_check.per_barcode")).toBe("Bulk availability");
	expect(actionName("products.get.per_image")).toBe(SCOPE_NAMES.images);
});

test.each(METADATA)("a charge for %s carries the name of its scope", (scope) => {
	expect(actionName(`products.get.${scope}`)).toBe(SCOPE_NAMES[scope]);
});

test("an action from a later version is shown by its identifier, in grey", () => {
	expect([actionName("products.smell"), actionColor("products.smell")]).toEqual([
		"products.smell",
		"#89979b",
	]);
});
