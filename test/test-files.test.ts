import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { sortedTests } from "./support/test-files.ts";

const { plain, stores } = sortedTests(fileURLToPath(new URL("..", import.meta.url)));

test("tests that start a service, open a database or run the built program wait for the set-up", () => {
	for (const file of [
		"test/contract/product.test.ts",
		"test/nodes/two-nodes.test.ts",
		"src/billing/ledger/settle.test.ts",
		"src/platform/db/sqlite/engine.test.ts",
		"src/cli/output-failure.test.ts",
	]) {
		expect(plain).not.toContain(file);
	}
});

test("tests of pure functions do not", () => {
	expect(plain).toContain("src/catalogue/barcodes/barcode.test.ts");
	expect(plain).toContain("marking/src/attribution/tail.test.ts");
});

test("tests of stores are found by the engine that they open", () => {
	expect(stores).toContain("src/billing/ledger/settle.test.ts");
	expect(stores).not.toContain("src/catalogue/barcodes/barcode.test.ts");
});
