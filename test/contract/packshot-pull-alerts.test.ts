import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { alerting } from "../../src/alerts/alerting.fixture.ts";
import { csvRows, emptyFolder, filesIn, packshotPull } from "../support/pulling.ts";
import { startService, type TestService } from "../support/service.ts";

/** Kosher alerts in a folder: on the screen, in the report, in a till's file and in the file that a shop imports first. */

const SOUP = "7290000066318";
const BREAD = "0725272730706";

let service: TestService;
let alerts: ReturnType<typeof alerting>;
beforeAll(async () => {
	service = await startService();
	alerts = alerting(() => service.installation);
	await service.product(
		{ barcode: SOUP, info: { brand: "Osem" }, hechshers: [{ symbol: "OU" }, { symbol: "Badatz" }] },
		{ barcode: BREAD, info: { brand: "Golden Sheaf" }, hechshers: [{ symbol: "OU" }] },
	);
});
afterAll(() => service.close());
// Each test gets a fresh minute, so that no test runs into limits used up by another.
beforeEach(() => service.clock.advance(60_000));

const EXPORT = `ID,SKU,Name,Published,"GTIN, UPC, EAN, or ISBN",Description\n7,S-7,Soup,1,${SOUP},own\n8,S-8,Bread,1,${BREAD},own\n`;

function lines(out: string, name: string) {
	const text = readFileSync(join(out, name), "utf8").trim();
	return text === "" ? [] : text.split("\n").map((line) => JSON.parse(line));
}

test("are named until they end, and end the command with code 5; fetched are the products that changed", async () => {
	const client = await service.client({ requestsPerMinute: 10_000 }, "10");
	const [out, list] = [emptyFolder(), join(emptyFolder(), "export.csv")];
	writeFileSync(list, EXPORT);
	const pulled = ["--out", out, "--yes", "--format", "woocommerce", "--include", "info,hechshers"];
	expect(await packshotPull(service, client, list, ...pulled)).toMatchObject({ code: 0 });
	expect(lines(out, "alerts.ndjson")).toEqual([]);
	const refresh = () => packshotPull(service, client, "--refresh", "--out", out);
	expect(await refresh()).toMatchObject({ code: 0 });

	const withdrawn = await alerts.publish([SOUP], { message: "No longer certified.\nRemove it." });
	const recall = { kind: "recalled", symbol: null, withholds: false, message: "Glass.", lots: "L4" } as const;
	const recalled = await alerts.publish([BREAD], recall);
	const run = await refresh();
	expect(run.code).toBe(5);
	// Whoever buys hears of it as well.
	expect(await packshotPull(service, client, list, "--out", emptyFolder(), "--yes")).toMatchObject({
		code: 5,
		stderr: expect.stringContaining(`${BREAD}: ALERT, recalled (L4): Glass.`),
	});
	expect(run.stderr).toContain(`${SOUP}: ALERT, withdrawn (OU): No longer certified. Remove it.`);
	expect(run.stderr).toContain(`${BREAD}: ALERT, recalled (L4): Glass.`);
	expect(lines(out, "alerts.ndjson")).toMatchObject([
		{ barcode: SOUP, alert_id: withdrawn, kind: "withdrawn", symbol: "OU", withholds: true },
		{ barcode: BREAD, alert_id: recalled, kind: "recalled", lots: "L4", withholds: false },
	]);
	const [soup] = lines(out, "products.ndjson");
	expect(soup.hechshers.map(({ symbol }: { symbol: string }) => symbol)).toEqual(["Badatz"]);
	const notes = csvRows(readFileSync(join(out, "report.csv"))).map(({ note }) => note);
	expect(notes[0]).toMatch(/^ALERT, withdrawn.*HECHSHER WITHDRAWN: OU/);
	expect(notes[1]).toMatch(/^ALERT, recalled/);
	expect(JSON.parse(readFileSync(join(out, "report.json"), "utf8")).urgent).toBe(2);
	const urgent = Object.keys(filesIn(out)).find((name) => name.includes("urgent")) ?? "";
	expect(csvRows(readFileSync(join(out, urgent))).map(({ ID }) => ID)).toEqual(["7", "8"]);

	// Live alerts stay urgent, though nothing changes.
	expect((await refresh()).code).toBe(5);
	await alerts.end(recalled, "settled");
	await alerts.end(withdrawn, "mistaken");
	expect((await refresh()).code).toBe(0);
	expect(lines(out, "alerts.ndjson")).toEqual([]);
	expect(lines(out, "products.ndjson")[0].hechshers).toHaveLength(2);
});
