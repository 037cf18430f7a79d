import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { testsWithoutService } from "./support/without-service.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const left = testsWithoutService(root, ["src", "test"]);

test("tests that start a service, directly or through support code, also run on PostgreSQL", () => {
	for (const file of [
		"test/contract/product.test.ts",
		"test/contract/portal-keys.test.ts",
		"test/nodes/two-nodes.test.ts",
	]) {
		expect(left).not.toContain(file);
	}
});

test("tests that start no service run once", () => {
	expect(left).toContain("src/catalogue/barcode.test.ts");
	expect(left).toContain("src/billing/ledger.test.ts");
});
