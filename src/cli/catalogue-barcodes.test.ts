import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { commandLine } from "../../test/support/command-line.ts";
import { exitCodes } from "./command-line.ts";

const { packshot, folder, remove } = commandLine();
afterAll(remove);

async function stored() {
	const file = join(folder, "short.ndjson");
	const lines = ["105000011", "4963406", "4011"].map((barcode) => JSON.stringify({ barcode }));
	writeFileSync(file, lines.join("\n"));
	await packshot("import", file, "--exact");
}

test("doctor notes products that are stored short; they are filled up, and that is taken back", async () => {
	await stored();
	const noted = await packshot("doctor");
	expect([noted.code, noted.stdout]).toEqual([
		exitCodes.success,
		expect.stringContaining("105000011, in full 000105000011"),
	]);
	const filled = await packshot("catalogue", "fill-up", "--json");
	expect(filled.document).toEqual({ change_set: expect.any(Number), filled: 2, left: [] });
	const settled = await packshot("doctor", "--json");
	expect(settled.document).toMatchObject({ healthy: true, storedShort: [] });
	const { change_set } = filled.document as { change_set: number };
	const back = await packshot("catalogue", "fill-up", "--undo", String(change_set), "--json");
	expect(back.document).toEqual({ undone: 2, left: 0 });
	expect((await packshot("doctor", "--json")).document).toMatchObject({
		healthy: true,
		storedShort: [{ barcode: "105000011", whole: "000105000011" }, { barcode: "4963406" }],
	});
});

test("one barcode is corrected, and refused where another product has it", async () => {
	expect((await packshot("catalogue", "correct", "4011", "4012", "--json")).document).toEqual({
		barcode: "4012",
		former: "4011",
	});
	const refused = await packshot("catalogue", "correct", "4012", "105000011");
	expect([refused.code, refused.stderr]).toEqual([
		exitCodes.failure,
		expect.stringContaining("the catalogue has another product with the barcode 105000011"),
	]);
	expect((await packshot("catalogue", "correct", "4011", "4013")).stderr).toContain(
		"4011 is not in the catalogue",
	);
	expect((await packshot("catalogue", "correct", "4012", "x")).code).toBe(exitCodes.usage);
});
