import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { demoProducts } from "@packshot/demo/catalogue";
import { renderPackshot } from "@packshot/demo/render";
import { openPicture } from "@packshot/marking/prepare";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isCleanVariant } from "../../src/catalogue/fields/scopes.ts";
import { exitCodes } from "../../src/cli/command-line.ts";
import { reports } from "../../src/examine.ts";
import { notedFinding } from "../../src/pictures/checks.ts";
import { judgeQuality } from "../../src/pictures/preparation/judge-quality.ts";
import { longerEdge, shrunk } from "../../src/pictures/preparation/resize.ts";
import { sqliteLibrary } from "../../src/platform/db/sqlite/library.ts";
import { commandLine } from "../support/command-line.ts";

const { DatabaseSync } = sqliteLibrary();

/** Quality notes, from the import of a picture to the doctor's list. */

const { packshot, folder, settings, remove } = commandLine({ PACKSHOT_IMAGE_SIZES: "500" });
const shoot = join(folder, "shoot");
const SIDE_PX = 700;
beforeAll(async () => {
	const product = demoProducts()[0];
	if (!product) throw new Error("the demo has no products");
	// As small as possible without a note, since each picture is prepared several times.
	const small = async (variant: "front" | "front_clean") =>
		sharp(await renderPackshot(product, variant))
			.resize(SIDE_PX)
			.toBuffer();
	const [good, cutOut] = [await small("front"), await small("front_clean")];
	const files = {
		"4011_front.jpg": sharp(good),
		"4011_back.jpg": sharp(good).resize(400),
		"4012_front.jpg": sharp(good).blur(6),
		"4013_front.jpg": sharp(cutOut).flatten({ background: "#bbb" }).jpeg(),
		"4014_front_clean.png": sharp(cutOut),
	};
	mkdirSync(shoot);
	for (const [name, picture] of Object.entries(files)) {
		writeFileSync(join(shoot, name), await picture.toBuffer());
	}
});
afterAll(remove);

const NOTED = [
	{ source: "4011_back.jpg", notes: ["under_500_px"] },
	{ source: "4012_front.jpg", notes: ["blurred"] },
	{ source: "4013_front.jpg", notes: ["background_not_white"] },
];

/** Sorted by name, as pictures are imported concurrently. */
const bySource = (noted: { source: string; notes: string[] }[]) =>
	noted
		.map(({ source, notes }) => ({ source: source.replace(`${shoot}/`, ""), notes }))
		.sort((a, b) => (a.source < b.source ? -1 : 1));

test.each(["front", "back", "front_clean", "back_clean"] as const)(
	"demo packshots have no quality notes: %s",
	async (variant) => {
		const products = demoProducts().filter(({ variants }) => variants.includes(variant));
		for (const product of products.filter((_, place) => place % 16 === 0)) {
			const background = isCleanVariant(variant) ? "transparent" : "white";
			const opened = await openPicture(await renderPackshot(product, variant), { background });
			if ("refused" in opened) throw new Error(opened.refused);
			const { raster } = opened;
			const small = await shrunk(raster, 320);
			const notes = await judgeQuality({ edgePx: longerEdge(raster), detailed: raster, small });
			expect([product.record.barcode, notes]).toEqual([product.record.barcode, []]);
		}
	},
);

test("an import refuses no picture for its quality notes, counts the notes and names each noted picture", async () => {
	const dry = await packshot("import", shoot, "--dry-run");
	expect(dry.code).toBe(exitCodes.success);
	expect(dry.stdout).toContain(
		"noted      3 imported anyway: 1 blurred, 1 under 500 px, 1 background not white\n",
	);
	expect(dry.stdout).toContain(`noted      ${shoot}/4012_front.jpg: blurred\n`);
	const { code, document } = await packshot("import", shoot, "--json");
	expect([code, document.images.created, document.refused]).toEqual([exitCodes.success, 5, []]);
	expect(bySource(document.noted)).toEqual(NOTED);
});

test("the doctor lists quality notes and still reports a healthy installation", async () => {
	const { code, document } = await packshot("doctor", "--json");
	expect([code, document.healthy]).toEqual([exitCodes.success, true]);
	expect(document.quality).toEqual({
		noted: [
			{ barcode: "4011", variant: "back", notes: ["under_500_px"] },
			{ barcode: "4012", variant: "front", notes: ["blurred"] },
			{ barcode: "4013", variant: "front", notes: ["background_not_white"] },
		],
		unseen: 0,
	});
	const text = await packshot("doctor");
	expect(text.code).toBe(exitCodes.success);
	expect(text.stdout).toContain(
		"note   3 pictures to look at: 1 blurred, 1 under 500 px, 1 background not white\n       4011 back: under 500 px\n",
	);
});

test("a picture that replaces a noted one is not listed", async () => {
	writeFileSync(join(folder, "4012_front.jpg"), readFileSync(join(shoot, "4011_front.jpg")));
	await packshot("import", join(folder, "4012_front.jpg"));
	const { document } = await packshot("doctor", "--json");
	expect(document.quality.noted.map(({ barcode }: { barcode: string }) => barcode)).toEqual(["4011", "4013"]);
});

test("pictures from an earlier version are counted as unchecked until they are prepared", async () => {
	const database = new DatabaseSync(join(settings.PACKSHOT_DATA, "packshot.sqlite"));
	database.exec("update image set quality_notes = null");
	database.close();
	const before = await packshot("doctor");
	expect(before.code).toBe(exitCodes.success);
	expect(before.stdout).toContain("note   the quality of 5 pictures has not been checked");
	expect((await packshot("images", "prepare", "--json")).document).toMatchObject({
		completed: 5,
		failed: [],
	});
	const { document } = await packshot("doctor", "--read", "--json");
	expect([document.healthy, document.pictures.unnamedBlobs, document.quality.unseen]).toEqual([true, 0, 0]);
	expect(document.quality.noted).toHaveLength(2);
	expect((await packshot("images", "prepare", "--json")).document).toMatchObject({ completed: 0 });
});

test("the doctor lists 20 noted pictures as text and counts the rest", () => {
	const noted = Array.from({ length: 23 }, (_, place) => ({
		barcode: `${4000 + place}`,
		variant: "front",
		notes: ["clipped"] as const,
	}));
	const reported = (document: Parameters<typeof notedFinding>[0]) =>
		reports([{ name: "quality", ...notedFinding(document) }]);
	const lines = reported({ noted, unseen: 0 });
	expect(lines).toHaveLength(22);
	expect(lines[0]).toBe("note   23 pictures to look at: 23 clipped at the edge");
	expect(lines.at(-1)).toBe("       … and 3 more; --json lists all");
	expect(reported({ noted: [], unseen: 0 })).toEqual([]);
});
