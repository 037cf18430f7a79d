import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { testsWithoutService } from "./support/without-service.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const left = testsWithoutService(root, ["src", "test"]);

test("whatever starts a service, itself or by its support, runs with services on PostgreSQL as well", () => {
	for (const file of [
		"test/contract/product.test.ts",
		"test/contract/portal-keys.test.ts",
		"test/nodes/two-nodes.test.ts",
	]) {
		expect(left).not.toContain(file);
	}
});

test("what starts none runs once", () => {
	expect(left).toContain("src/catalogue/barcode.test.ts");
	expect(left).toContain("src/billing/ledger.test.ts");
});
