import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { commandLine } from "../../test/support/command-line.ts";
import { exitCodes } from "./command-line.ts";

const { packshot, folder, remove } = commandLine();
afterAll(remove);

const KEEP = "0725272730706";
const OTHER = "725272730706";

test("doctor notes two products with one GTIN, and merging them settles it", async () => {
	const file = join(folder, "both.ndjson");
	const lines = [
		{ barcode: KEEP, info: { brand: "A" } },
		{ barcode: OTHER, info: { notes: "n" } },
	];
	writeFileSync(file, lines.map((line) => JSON.stringify(line)).join("\n"));
	const imported = await packshot("import", file);
	expect(imported.stdout).toContain(`two forms  ${file}, line 2: ${OTHER} beside ${KEEP}`);
	const noted = await packshot("doctor");
	expect(noted.code).toBe(exitCodes.success);
	expect(noted.stdout).toContain(`       ${KEEP} ${OTHER}`);
	const merge = ["catalogue", "merge", KEEP, OTHER];
	expect((await packshot(...merge)).stdout).toContain(`merged ${OTHER} into ${KEEP}`);
	expect((await packshot(...merge, "--json")).document).toEqual({
		keep: KEEP,
		other: OTHER,
		merged: false,
		removed: false,
		pictures: [],
	});
	const settled = await packshot("doctor", "--json");
	expect(settled.document).toMatchObject({ healthy: true, sameGtin: [] });
});

test("products that are no pair are not merged", async () => {
	const { code, stderr } = await packshot("catalogue", "merge", KEEP, "4011");
	expect([code, stderr]).toEqual([
		exitCodes.failure,
		expect.stringContaining(`${KEEP} and 4011 are not one GTIN with different leading zeros`),
	]);
	const absent = await packshot("catalogue", "merge", OTHER, KEEP);
	expect(absent.stderr).toContain(`${OTHER} is not in the catalogue`);
});
