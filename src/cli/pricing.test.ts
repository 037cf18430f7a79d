import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommands } from "../../test/support/command-line.ts";
import { startService, type TestService } from "../../test/support/service.ts";
import { addPricing } from "./pricing.ts";

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService();
});
afterAll(() => packshot.close());

test("pricing set refuses a retired action, and changes nothing", async () => {
	const run = (...words: string[]) => runCommands([addPricing], ["pricing", ...words], packshot.settings);
	const { code, stderr } = await run("set", "products.get", "0.1");
	expect([code, stderr.trim()]).toEqual([
		2,
		expect.stringContaining(
			"products.get is retired: nothing is charged by that name, so it has no price to set.",
		),
	]);
	expect((await run("show")).stdout).toContain("no change is announced");
});

test("pricing set takes up to a million credits", async () => {
	const set = (price: string) =>
		runCommands([addPricing], ["pricing", "set", "products.get.per_image", price], packshot.settings);
	const { code, stderr } = await set("1000000.0001");
	expect([code, stderr.trim()]).toEqual([2, "packshot: a price is at most 1000000 credits"]);
	expect((await set("1000000")).code).toBe(0);
});

test("pricing show says until the first charge that prices can be set at once, and not after it", async () => {
	const show = () => runCommands([addPricing], ["pricing", "show"], packshot.settings);
	expect((await show()).stdout).toContain("nobody was charged yet: set prices with --now");
	const client = await packshot.client();
	await packshot.product({ barcode: "4011", info: { brand: "Golden Sheaf" } });
	const read = await packshot.call("/products/4011?include=info", { client });
	expect([read.status, read.headers.get("x-credits-debited")]).toEqual([200, "0.1"]);
	expect((await show()).stdout).not.toContain("--now");
});
