import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { remove } from "../../src/pictures/store/remove.ts";
import { DAY_MS } from "../../src/platform/time/durations.ts";
import { csvRows, emptyFolder, packshotPull, pictureIn, spentBy } from "../support/pulling.ts";
import { startService, type TestClient, type TestService } from "../support/service.ts";

const SOUP = "7290000066318";
const BREAD = "0725272730706";

let service: TestService;
beforeAll(async () => {
	service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
	// Each test gets a fresh minute, so that no test runs into limits used up by another.
	service.clock.advance(60_000);
	const ou = { symbol: "OU", dairy_meat_pareve: "pareve" as const };
	await service.product(
		{
			barcode: SOUP,
			info: { brand: "Osem", product_name: "Soup" },
			hechshers: [ou, { symbol: "Badatz" }],
			ingredients: { ingredients_text: "Flour", contains_statement: "Contains wheat." },
		},
		{ barcode: BREAD, info: { brand: "Golden Sheaf" } },
	);
	await service.picture(SOUP, "front");
});

const newClient = () => service.client({ requestsPerMinute: 10_000 }, "10");
const EXPORT = `ID,SKU,Name,Published,"GTIN, UPC, EAN, or ISBN",Description\n7,S-7,Own soup,1,${SOUP},own\n8,S-8,Own bread,1,${BREAD},own\n`;
const INCLUDE = ["--include", "info,hechshers,ingredients,images", "--variants", "front"];

async function pulledShop(client: TestClient): Promise<string> {
	const out = emptyFolder();
	const list = join(emptyFolder(), "export.csv");
	writeFileSync(list, EXPORT);
	const run = await packshotPull(
		service,
		client,
		list,
		"--out",
		out,
		"--yes",
		"--format",
		"woocommerce",
		...INCLUDE,
	);
	expect(run).toMatchObject({ code: 0 });
	return out;
}
const refreshed = (client: TestClient, out: string, ...more: string[]) =>
	packshotPull(service, client, "--refresh", "--out", out, ...more);
const reported = (out: string) =>
	Object.fromEntries(csvRows(readFileSync(join(out, "report.csv"))).map((row) => [row.barcode, row]));

async function correct(): Promise<void> {
	await service.product({
		barcode: SOUP,
		info: { brand: "Osem", product_name: "Better soup" },
		hechshers: [{ symbol: "Badatz" }],
		ingredients: { ingredients_text: "Flour", contains_statement: "Contains wheat, soy." },
	});
	await service.picture(SOUP, "front", { seed: 5 });
}

describe("packshot-pull --refresh", () => {
	test("brings corrections into the folder and the shop's file, free, and names what concerns kashrut and allergens", async () => {
		const client = await newClient();
		const out = await pulledShop(client);
		const paid = await spentBy(service, client);
		const picture = () => readFileSync(pictureIn(out, SOUP, "front")).toString("base64");
		const before = picture();
		expect((await refreshed(client, out)).stderr).toContain("Nothing has changed.");
		expect(picture()).toBe(before);
		await correct();
		const run = await refreshed(client, out);
		expect(run.code).toBe(5);
		expect(run.stderr).toContain("HECHSHER WITHDRAWN: OU");
		expect(run.stderr).not.toContain("updated_at");
		expect(run.stderr).toContain('ALLERGENS CHANGED: "Contains wheat." is now "Contains wheat, soy."');
		expect(picture()).not.toBe(before);
		expect(readFileSync(join(out, "products.ndjson"), "utf8")).toContain("Better soup");
		const [row] = csvRows(readFileSync(join(out, "woocommerce-update.csv")));
		expect(row).toMatchObject({ ID: "7", SKU: "S-7", Description: expect.stringContaining("wheat, soy.") });
		expect(reported(out)[SOUP]?.note).toContain("HECHSHER WITHDRAWN: OU");
		expect((await refreshed(client, out)).stderr).toContain("Nothing has changed.");
		expect(await spentBy(service, client)).toBe(paid);
	});

	test("says which product was removed, and keeps what was bought of it", async () => {
		const client = await newClient();
		const out = await pulledShop(client);
		await service.installation.db.write(remove, {
			barcode: BREAD,
			variant: null,
			uploadOffsetMinutes: 0,
		});
		const run = await refreshed(client, out);
		expect(run.stderr).toContain(`${BREAD}: REMOVED`);
		expect(reported(out)[BREAD]).toMatchObject({
			status: "removed",
			note: expect.stringContaining("removed from the catalogue"),
		});
		expect(readFileSync(join(out, "products.ndjson"), "utf8")).toContain("Golden Sheaf");
		expect((await refreshed(client, out)).stderr).toContain("Nothing has changed.");
	});

	test("prices what has changed after its order expired, and asks", async () => {
		const client = await newClient();
		const out = await pulledShop(client);
		const paid = await spentBy(service, client);
		await correct();
		service.clock.advance(31 * DAY_MS);
		const asked = await refreshed(client, out);
		expect([asked.code, await spentBy(service, client)]).toEqual([3, paid]);
		expect(asked.stderr).toContain("1 product changed whose order has expired.");
		expect((await refreshed(client, out, "--yes")).code).toBe(0);
		expect(await spentBy(service, client)).toBeGreaterThan(paid);
		expect(readFileSync(join(out, "products.ndjson"), "utf8")).toContain("Better soup");
		const after = await spentBy(service, client);
		expect((await refreshed(client, out, "--yes")).stderr).toContain("Nothing has changed.");
		expect(await spentBy(service, client)).toBe(after);
	});

	test("refuses a list, other options, and a folder into which nothing was pulled", async () => {
		const client = await newClient();
		const out = emptyFolder();
		expect(await refreshed(client, out, "codes.csv")).toMatchObject({ code: 2 });
		expect((await refreshed(client, out, "--include", "info")).stderr).toContain("leave out --include");
		expect((await refreshed(client, out)).stderr).toContain("nothing was pulled into");
		expect(existsSync(join(out, ".packshot-pull"))).toBe(false);
	});
});
