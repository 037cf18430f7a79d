import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { exitCodes } from "../../src/cli/command-line.ts";
import { commandLine } from "../support/command-line.ts";
import { cardBarcodes, drawnCard, TELLING, toldBy } from "../support/drawn-card.ts";

/** `packshot studio` as typed, on a card of drawn pictures. */

const { packshot, folder, remove } = commandLine();
const [card, out] = [join(folder, "DCIM"), join(folder, "spring")];
const barcodes = cardBarcodes(12);

beforeAll(async () => {
	mkdirSync(card);
	for (const { name, content } of await drawnCard([null, ...barcodes.slice(1)]))
		writeFileSync(join(card, name), content);
	writeFileSync(join(card, "IMG_99.JPG"), "no picture");
	writeFileSync(join(card, "MOVIE.MOV"), "a film");
	writeFileSync(join(card, "IMG_98.avif"), "\0\0\0\x1cftypavif\0\0\0\0avifmif1");
});
afterAll(remove);

const studio = (...options: string[]) =>
	packshot("studio", card, "--out", out, "--label-minutes", "0", ...options, "--json");

test("groups a card, writes what is certain, and says what is not", async () => {
	const { code, document } = await studio();
	expect(code).toBe(exitCodes.partlyRefused);
	expect(document).toMatchObject({ pictures: 26, kept: [], others: ["MOVIE.MOV"] });
	expect(document.refused).toEqual([
		{ name: "IMG_98.avif", reason: expect.stringContaining("save it as JPEG") },
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
	expect(document.verdicts[0]).toEqual({ name: "IMG_0.JPG", verdict: "Photograph it again: too dark" });
	expect(document.labels).toEqual({ read: [], left: 0, problem: null });
	expect(readdirSync(out).sort()).toEqual([...sides, "README.txt", "index"].sort());
	expect(readFileSync(join(out, "README.txt"), "utf8")).toContain(
		"no barcode: front IMG_0.JPG, back IMG_1.JPG (no barcode",
	);
	expect(readFileSync(join(out, "README.txt"), "utf8")).toContain(
		"IMG_0.JPG: Photograph it again: too dark\n",
	);
	expect(toldBy(readFileSync(join(card, "IMG_2.JPG")))).toEqual(TELLING);
	for (const name of sides) expect(toldBy(readFileSync(join(out, name)))).toEqual([]);
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
	writeFileSync(join(out, "index.html"), "what the backs say");
	const { document } = await packshot("import", out, "--json");
	expect(document).toMatchObject({ refused: [], images: { created: 44 }, products: { created: 11 } });
});

test("what is written may not be raw pictures of the next run, and raw pictures are in a folder", async () => {
	for (const inside of [card, join(card, "out")])
		expect((await packshot("studio", card, "--out", inside)).stderr).toContain("outside of the folder");
	expect(statSync(card).isDirectory() && existsSync(join(card, "out"))).toBe(false);
	expect((await packshot("studio", join(folder, "none"), "--out", out)).code).toBe(exitCodes.usage);
	expect((await studio("--label-minutes", "soon")).code).toBe(exitCodes.usage);
});
