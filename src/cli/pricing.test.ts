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
