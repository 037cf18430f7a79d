import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommands } from "../../test/support/command-line.ts";
import { startService, type TestClient, type TestService } from "../../test/support/service.ts";
import { revokeClient } from "../clients/policy/store.ts";
import { addCredits } from "./credits.ts";

let packshot: TestService;
let client: TestClient;
beforeAll(async () => {
	packshot = await startService();
	await packshot.product({ barcode: "0725272730706", info: { brand: "Golden Sheaf" } });
	client = await packshot.client({}, "10");
	await packshot.call("/products/0725272730706", { client });
	await packshot.call("/products/bulk-check", { client, json: { barcodes: ["4011", "4012"] } });
});
afterAll(() => packshot.close());

const ledger = (...more: string[]) =>
	runCommands([addCredits], ["credits", "ledger", client.clientId, ...more], packshot.settings);

test("credits ledger shows the barcode a charge was for, or how many of which call", async () => {
	const [head, , product, bulk] = (await ledger()).stdout.split("\n");
	expect(head).toMatch(/ BARCODE +FOR$/);
	expect(product).toMatch(/ req_\w+ +0725272730706 +products\.get\.info at 0\.1$/);
	expect(bulk).toMatch(/ req_\w+ +- +2 × products\.bulk_check\.per_barcode at 0\.01$/);
});

test("credits ledger --json shows the barcode and describes what each charge was for", async () => {
	const { document } = await ledger("--json");
	expect(document).toMatchObject([
		{ kind: "grant", barcode: null, what: "", lines: [] },
		{ barcode: "0725272730706", what: "Product 0725272730706: product facts" },
		{ barcode: null, what: "Bulk existence check, 2 barcodes" },
	]);
});

test("credits grant adds nothing to a revoked client, but takes back what is left", async () => {
	const { clientId } = await packshot.client({}, "5");
	await packshot.installation.db.write(revokeClient, { clientId, nowMs: packshot.clock.now() });
	const grant = (...amount: string[]) =>
		runCommands([addCredits], ["credits", "grant", clientId, ...amount], packshot.settings);
	const refused = await grant("5");
	expect([refused.code, refused.stderr]).toEqual([
		1,
		`packshot: ${clientId} is revoked or has expired: nothing is added\n`,
	]);
	expect((await grant("--", "-5")).stdout).toBe(`${clientId} has 0 credits\n`);
});
