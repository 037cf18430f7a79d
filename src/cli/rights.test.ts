import { afterAll, beforeAll, expect, test } from "vitest";
import { runCommands } from "../../test/support/command-line.ts";
import { newPerson } from "../../test/support/portal.ts";
import { startService, type TestService } from "../../test/support/service.ts";
import { addRights } from "./rights.ts";

let packshot: TestService;
beforeAll(async () => {
	packshot = await startService();
});
afterAll(() => packshot.close());

const rights = (...words: string[]) => runCommands([addRights], ["rights", ...words], packshot.settings);
const shown = async () => (await rights("show", "--json")).document;

test("set changes the given texts and clears empty ones, and show prints all of them", async () => {
	expect((await rights("set", "--creator", "Studio North", "--credit-line", "Photo: North")).code).toBe(0);
	const { document } = await rights("set", "--credit-line", "", "--data-mining", "DMI-PROHIBITED", "--json");
	expect(document).toMatchObject({
		creator: "Studio North",
		credit_line: null,
		data_mining: "DMI-PROHIBITED",
	});
	expect(await shown()).toEqual(document);
	expect((await rights("show")).stdout).toMatch(
		/^creator +Studio North\n[\s\S]*data_mining +DMI-PROHIBITED\n\d+ bytes left/,
	);
});

test("clear clears all texts", async () => {
	await rights("set", "--creator", "Studio North");
	const { document } = await rights("clear", "--json");
	const { bytes_left, ...texts } = document;
	expect(Object.values(texts)).toEqual(Array(8).fill(null));
	expect(bytes_left).toBeGreaterThan(1000);
});

test.each([
	[["--usage-terms", "x".repeat(2000)], /too long by \d+ bytes, in UTF-8 after XML escaping/],
	[["--creator", "a\u0001b"], /the creator cannot hold U\+0001, which XML 1\.0 forbids/],
	[["--data-mining", "DMI-PROHIBITED-SEECONSTRAINT"], /--data-mining takes one of DMI-UNSPECIFIED, /],
	[[], /say which texts to set/],
])("2 for set %j, with the reason in one line, and nothing is changed", async (words, reason) => {
	await rights("set", "--creator", "Studio North");
	const { code, stdout, stderr } = await rights("set", ...words);
	expect([code, stdout, stderr.trim().split("\n").length]).toEqual([2, "", 1]);
	expect(stderr).toMatch(reason);
	expect(await shown()).toMatchObject({ creator: "Studio North", usage_terms: null });
});

test("a change is in the activity log, as one of the command line", async () => {
	await rights("set", "--creator", "Studio South");
	const administrator = await newPerson(packshot, { isAdministrator: true });
	const { body } = await administrator.ask("GET /admin/events", { query: { subject: "rights" } });
	expect(body.data[0]).toMatchObject({ action: "rights.changed", account_email: null });
	expect(JSON.stringify(body.data[0])).toContain("Studio South");
});
