import { mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commandLine } from "../../test/support/command-line.ts";
import { testPicture } from "../../test/support/picture.ts";
import { exitCodes } from "./command-line.ts";

const { packshot, folder, settings, remove } = commandLine();
const shoot = join(folder, "shoot");
beforeAll(async () => {
	const { original: bytes } = await testPicture("front", {}, Date.now());
	mkdirSync(shoot);
	const names = ["4011_front.jpg", "4011_back.jpg", "4012_front.jpg", "4013_front.jpg"];
	for (const name of names) writeFileSync(join(shoot, name), bytes);
	writeFileSync(join(shoot, "products.ndjson"), '{"barcode":"4013","info":{"brand":"Golden Sheaf"}}\n');
	for (const name of ["README.md", "Thumbs.db", ".DS_Store"]) writeFileSync(join(shoot, name), "x");
});
afterAll(remove);

const COUNTS = {
	products: { created: 3, updated: 0, unchanged: 0 },
	images: { created: 4, updated: 0, unchanged: 0 },
	refused: [],
};

test("an import lists ignored files without refusing anything, and counts products created by pictures", async () => {
	const dry = await packshot("import", join(shoot, "products.ndjson"), shoot, "--dry-run", "--json");
	expect(dry.document.products.created).toBeGreaterThanOrEqual(3);
	const { code, document } = await packshot("import", join(shoot, "products.ndjson"), shoot, "--json");
	expect(code).toBe(exitCodes.success);
	expect(document).toMatchObject({ ...COUNTS, products: { ...COUNTS.products, unchanged: 1 } });
	expect(document.ignored.map((path: string) => path.replace(`${shoot}/`, "")).sort()).toEqual([
		".DS_Store",
		"README.md",
		"Thumbs.db",
	]);
	const again = await packshot("import", shoot);
	expect(again.stdout).toContain("products   0 created, 0 updated, 1 unchanged");
	expect(again.stdout).toContain("pictures   0 created, 0 updated, 4 unchanged");
	expect(again.stdout).toContain("ignored    3 that are not product files: .DS_Store, README.md, Thumbs.db");
});

test("a missing file is refused in plain words", async () => {
	const { code, stdout } = await packshot("import", join(folder, "nowhere.csv"));
	expect(code).toBe(exitCodes.partlyRefused);
	expect(stdout).toContain("nowhere.csv: cannot be read: there is no such file or folder");
	expect(stdout).not.toContain("ENOENT");
});

test("an installation's files are accessible only to their owner", () => {
	for (const name of ["", "packshot.sqlite", "secret"]) {
		expect([name, statSync(join(settings.PACKSHOT_DATA, name)).mode & 0o077]).toEqual([name, 0]);
	}
});

test("withdraws an announced price; warns of an unknown brand or department and a past expiry", async () => {
	await packshot("pricing", "set", "products.head", "0.07");
	expect((await packshot("pricing", "show")).stdout).toContain("products.head 0.07");
	expect((await packshot("pricing", "withdraw", "products.head")).stdout).toContain("withdrawn");
	expect((await packshot("pricing", "show")).stdout).toContain("no change is announced");
	expect((await packshot("pricing", "withdraw", "products.head")).code).toBe(exitCodes.failure);
	const create = ["client", "create", "--name", "Shop", "--expires", "2020-01-01"];
	const made = await packshot(...create, "--brand", "golden sheaf", "--department", "Grocery");
	expect(made.code).toBe(exitCodes.success);
	expect(made.stderr).toContain("is in the past: the client expires at once");
	expect(made.stderr).toContain(
		'--brand "golden sheaf" matches no product; the catalogue spells it "Golden Sheaf"',
	);
	expect(made.stderr).toContain('--department "Grocery" is not one of Appetizing');
});
