import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { barcodeBars } from "@packshot/demo/label/barcode-bars";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { withCheckDigit } from "../../demo/src/barcode.ts";
import { exitCodes } from "../../src/cli/command-line.ts";
import { commandLine } from "../support/command-line.ts";

/** `packshot studio` as typed, on a card of drawn pictures. */

const { packshot, folder, remove } = commandLine();
const [card, out] = [join(folder, "DCIM"), join(folder, "spring")];
const barcodes = Array.from({ length: 12 }, (_, at) => withCheckDigit(`2990000${10_000 + at}`));
/** Its barcode cannot be read. */
const [unreadable] = barcodes;

beforeAll(async () => {
	mkdirSync(card);
	for (const [at, barcode] of barcodes.entries()) {
		await shoot(
			`IMG_${2 * at}.JPG`,
			`<circle cx="300" cy="300" r="200" fill="hsl(${30 * at} 60% 40%)"/>`,
			30 * at,
		);
		const bars = barcode === unreadable ? "" : barcodeBars(barcode, 150, 200, 300, 160);
		await shoot(
			`IMG_${2 * at + 1}.JPG`,
			`<rect x="100" y="100" width="400" height="400" fill="#654"/>${bars}`,
			30 * at + 4,
		);
	}
	writeFileSync(join(card, "IMG_99.JPG"), "no picture");
	writeFileSync(join(card, "MOVIE.MOV"), "a film");
});
afterAll(remove);

async function shoot(name: string, drawn: string, atS: number): Promise<void> {
	const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><rect width="600" height="600" fill="#fff"/>${drawn}</svg>`;
	const at = new Date(Date.UTC(2027, 2, 1, 9, 0, atS)).toISOString();
	const taken = at.slice(0, 19).replaceAll("-", ":").replace("T", " ");
	const exif = { IFD0: { Artist: "Somebody" }, IFD2: { DateTimeOriginal: taken } };
	writeFileSync(join(card, name), await sharp(Buffer.from(svg)).withExif(exif).jpeg().toBuffer());
}

const studio = (...options: string[]) => packshot("studio", card, "--out", out, ...options, "--json");

test("groups a card, writes what is certain, and says what is not", async () => {
	const { code, document } = await studio();
	expect(code).toBe(exitCodes.partlyRefused);
	expect(document).toMatchObject({ pictures: 25, kept: [], others: ["MOVIE.MOV"] });
	expect(document.refused).toEqual([
		{ name: "IMG_99.JPG", reason: expect.stringContaining("unsupported image format") },
	]);
	expect(document.groups[0]).toMatchObject({
		barcode: null,
		doubts: ["no_barcode", "sides_unclear"],
		isWritten: false,
	});
	const sides = barcodes
		.slice(1)
		.flatMap((barcode) =>
			["back.jpg", "back_clean.png", "front.jpg", "front_clean.png"].map((side) => `${barcode}_${side}`),
		);
	expect(document.written).toEqual(sides);
	expect(readdirSync(out).sort()).toEqual([...sides, "README.txt", "index"].sort());
	expect(readFileSync(join(out, "README.txt"), "utf8")).toContain(
		"no barcode: front IMG_0.JPG, back IMG_1.JPG (no barcode",
	);
	expect(readFileSync(join(out, sides[0] ?? ""), "latin1")).not.toContain("Somebody");
});

test("a second run goes on with what is missing, and overwrites nothing", async () => {
	const [kept, missing] = [`${barcodes[1]}_front.jpg`, `${barcodes[2]}_front.jpg`].map((name) =>
		join(out, name),
	);
	rmSync(missing ?? "");
	writeFileSync(kept ?? "", "mine");
	// The run before was killed while it noted something.
	writeFileSync(join(out, "index"), readFileSync(join(out, "index"), "utf8").slice(0, -5));
	const { document } = await studio();
	expect(document.written).toEqual([`${barcodes[2]}_front.jpg`]);
	expect(document.kept).toHaveLength(43);
	expect([readFileSync(kept ?? "", "utf8"), existsSync(missing ?? "")]).toEqual(["mine", true]);
	rmSync(kept ?? "");
	expect((await studio()).document.written).toEqual([`${barcodes[1]}_front.jpg`]);
});

test("the folder imports as it is", async () => {
	const { document } = await packshot("import", out, "--json");
	expect(document).toMatchObject({ refused: [], images: { created: 44 }, products: { created: 11 } });
});

test("what is written may not be raw pictures of the next run, and raw pictures are in a folder", async () => {
	for (const inside of [card, join(card, "out")])
		expect((await packshot("studio", card, "--out", inside)).stderr).toContain("outside of the folder");
	expect(statSync(card).isDirectory() && existsSync(join(card, "out"))).toBe(false);
	expect((await packshot("studio", join(folder, "none"), "--out", out)).code).toBe(exitCodes.usage);
});
