import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { commandLine } from "../../test/support/command-line.ts";
import { testPicture } from "../../test/support/picture.ts";
import { exitCodes } from "./command-line.ts";

/** `packshot export` as typed; the contents of the written folder are tested in `src/operations/export/`. */

const { packshot, folder, remove } = commandLine();
const shoot = join(folder, "shoot");
const HEBREW = 'בַּמְבָּה 80 ג"ר';

beforeAll(async () => {
	const { original } = await testPicture("front", {}, Date.now());
	const { original: cutOut } = await testPicture("front_clean", {}, Date.now());
	mkdirSync(shoot);
	const lines = [
		{ barcode: "4011", info: { brand: "=1+1", product_name: HEBREW, notes: "" } },
		{ barcode: "0725272730706", info: { brand: "Golden Sheaf" }, hechshers: [{ symbol: "OU" }] },
	];
	writeFileSync(join(shoot, "products.ndjson"), lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
	const photographed = new Date("2026-03-04T12:00:00Z");
	for (const [name, bytes] of [
		["4011_front.jpg", original],
		["0725272730706_front_clean.png", cutOut],
	] as const) {
		writeFileSync(join(shoot, name), bytes);
		utimesSync(join(shoot, name), photographed, photographed);
	}
});
afterAll(remove);

test("imports the folder to be exported without refusals", async () => {
	expect((await packshot("import", shoot, "--ownership", "Studio A", "--json")).document.refused).toEqual([]);
});

/** Every file below a folder, with its contents and modification time. */
function filesOf(place: string): Map<string, [bytes: string, modifiedMs: number]> {
	const names = readdirSync(place, { recursive: true, encoding: "utf8" }).sort();
	const files = names.filter((name) => statSync(join(place, name)).isFile());
	return new Map(
		files.map((name) => {
			const path = join(place, name);
			// Metadata files have the time of the export.
			const modifiedMs = name.startsWith("pictures") && !name.endsWith(".json") ? statSync(path).mtimeMs : 0;
			return [name, [readFileSync(path, "base64"), modifiedMs]];
		}),
	);
}

test("an export imported elsewhere is exported again byte for byte", async () => {
	const options = ["--format", "csv", "--gs1"];
	const first = join(folder, "first");
	const { code, document } = await packshot("export", first, ...options, "--json");
	expect(code).toBe(exitCodes.success);
	expect(document).toMatchObject({ folder: first, products: 2, pictures: 2, missing: [] });

	const elsewhere = commandLine();
	onTestFinished(elsewhere.remove);
	const imported = await elsewhere.packshot("import", first, "--json");
	expect(imported.document).toMatchObject({ products: { created: 2 }, refused: [] });
	const second = join(elsewhere.folder, "second");
	await elsewhere.packshot("export", second, ...options);
	const before = filesOf(first);
	expect(before.size).toBeGreaterThan(3);
	expect(filesOf(second)).toEqual(before);
});

test("prints a summary of what it wrote; --no-pictures exports metadata only", async () => {
	const out = join(folder, "metadata-alone");
	const { code, stdout } = await packshot("export", out, "--no-pictures", "--format", "csv");
	expect([code, stdout]).toEqual([exitCodes.success, expect.stringContaining(`${out}\nproducts   2\n`)]);
	expect(stdout).toContain("in CSV     1; the other 1 are in metadata.ndjson");
	expect(readdirSync(out).sort()).toEqual(["metadata.csv", "metadata.ndjson", "packshot-export.json"]);
});

test("while an alert withholds hechshers, it says that the export does not hold the alert", async () => {
	const quiet = await packshot("export", join(folder, "before-alert"), "--no-pictures");
	expect(quiet.stderr).not.toContain("warning");
	const alert = ["--kind", "withdrawn", "--symbol", "OU", "--barcode", "0725272730706", "--message", "Gone."];
	expect((await packshot("alert", "publish", ...alert)).code).toBe(exitCodes.success);
	const { code, stderr } = await packshot("export", join(folder, "with-alert"), "--no-pictures");
	expect([code, stderr]).toEqual([
		exitCodes.success,
		expect.stringContaining("warning: live alerts withhold hechshers of 1 product;"),
	]);
	const lines = readFileSync(join(folder, "with-alert", "metadata.ndjson"), "utf8");
	expect(lines).toContain('"symbol":"OU"');
});

test("an unknown format is wrong usage, a non-empty folder is refused and left as it was", async () => {
	const xml = await packshot("export", join(folder, "xml"), "--format", "xml");
	expect([xml.code, xml.stderr]).toEqual([exitCodes.usage, "packshot: --format takes ndjson or csv\n"]);
	const before = filesOf(shoot);
	const taken = await packshot("export", shoot, "--json");
	expect([taken.code, taken.document.error]).toEqual([
		exitCodes.failure,
		expect.stringContaining("is not empty"),
	]);
	const file = await packshot("export", join(shoot, "products.ndjson"));
	expect([file.code, file.stderr]).toEqual([exitCodes.failure, expect.stringContaining("is a file")]);
	expect(filesOf(shoot)).toEqual(before);
	expect(readdirSync(folder).filter((name) => name.includes(".part-") || name === "xml")).toEqual([]);
});
