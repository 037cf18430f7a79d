import { expect, onTestFinished, test, vi } from "vitest";
import { PATIENCE_MS } from "../../test/support/patience.ts";
import { testPicture } from "../../test/support/picture.ts";
import { startService, type TestService } from "../../test/support/service.ts";
import { newestHistory } from "../catalogue/history/created-since.ts";
import { preparePicture } from "../pictures/preparation/prepare.ts";
import { defaultWatermark } from "../pictures/preparation/watermark-settings.ts";
import { addImage } from "../pictures/store/store.ts";
import { putAll, stageAdjusted } from "../pictures/store/store-picture.ts";
import { BlobUnavailable } from "../platform/blobs/blob-store.ts";
import { createPictureImporter } from "./import-pictures.ts";
import { importRun } from "./order.fixture.ts";
import { emptyReport } from "./report.ts";
import type { PictureSource } from "./sources/sources.ts";

async function service(): Promise<TestService> {
	const packshot = await startService();
	onTestFinished(() => packshot.close());
	return packshot;
}

/** A run whose store is full. */
function runOnFullStore({ installation }: TestService) {
	const put = async () => Promise.reject(new BlobUnavailable("the disk is full"));
	return importRun({ ...installation, blobs: { ...installation.blobs, put } });
}

function source(barcode: string): PictureSource {
	return {
		kind: "picture",
		source: `${barcode}_front.jpg`,
		barcode,
		variant: "front",
		modifiedAtMs: null,
		read: async () => Buffer.from((await testPicture("front", {}, 0)).original),
	};
}

test("a GS1 name finds the product by its barcode in any length, or creates it with the barcode as named", async () => {
	const packshot = await service();
	await packshot.product({ barcode: "725272730706", info: { brand: "A" } });
	const run = importRun(packshot.installation);
	const { report } = run;
	const importer = createPictureImporter(run);
	for (const gtin of ["00725272730706", "00000096385074"])
		await importer.add({ ...source(gtin), isGtin: true });
	await importer.finish();
	expect([report.refused, report.images.created, report.products.created]).toEqual([[], 2, 1]);
	const rows = await packshot.installation.db.read
		.selectFrom("image")
		.select("barcode")
		.orderBy("barcode")
		.execute();
	expect(rows).toEqual([{ barcode: "00000096385074" }, { barcode: "725272730706" }]);
});

test.each([true, false])(
	"pictures find a product that lost or gained leading zeros (dry run: %s)",
	async (dryRun) => {
		const packshot = await service();
		await packshot.product({ barcode: "0725272730706" }, { barcode: "4011" });
		const since = await newestHistory(packshot.installation.db.read);
		const run = importRun(packshot.installation, { dryRun }, since);
		const { report } = run;
		const importer = createPictureImporter(run);
		const again = { ...source("725272730706"), source: "again.jpg" };
		const exported = { ...source("00725272730706"), isExact: true };
		for (const each of [source("725272730706"), again, source("96385074"), source("096385074"), exported])
			await importer.add(each);
		await importer.finish();
		expect(report).toMatchObject({
			images: { created: 4, updated: 0, unchanged: 1 },
			products: { created: 3 },
			matched: {
				count: 2,
				first: [{ source: "725272730706_front.jpg", barcode: "725272730706", product: "0725272730706" }, {}],
			},
			newForms: { count: 1, first: [{ barcode: "096385074", product: "96385074" }] },
		});
		const rows = await packshot.installation.db.read
			.selectFrom("image")
			.select("barcode")
			.orderBy("barcode")
			.execute();
		expect(rows.map(({ barcode }) => barcode)).toEqual(
			dryRun ? [] : ["00725272730706", "0725272730706", "096385074", "96385074"],
		);
	},
);

test("a dry run reports what the import does and changes nothing", async () => {
	const packshot = await service();
	await packshot.product(
		{ barcode: "1001", info: { brand: "A" } },
		{ barcode: "1002", info: { brand: "B" } },
	);
	await packshot.picture("1001", "front", { seed: 7 });
	const broken = { ...source("1002"), read: async () => Buffer.from("no picture") };
	const counted = async (dryRun: boolean, existingOnly: boolean) => {
		const run = importRun(packshot.installation, { dryRun, existingOnly, sizesPx: [100] });
		const { report } = run;
		const importer = createPictureImporter(run);
		for (const each of [source("1001"), source("1002"), source("1003"), broken]) await importer.add(each);
		await importer.finish();
		// Pictures are reported in the order in which they finish.
		report.noted.sort((one, other) => one.source.localeCompare(other.source));
		return report;
	};
	const versions = () =>
		packshot.installation.db.read.selectFrom("image").select(["barcode", "image_id"]).execute();
	const before = await versions();
	const [strict, dry] = [await counted(true, true), await counted(true, false)];
	expect(await versions()).toEqual(before);
	expect(strict.refused.map(({ reason }) => reason)).toContain("barcode 1003 is not in the catalogue");
	expect(dry).toMatchObject({
		images: { created: 2, updated: 1, unchanged: 0 },
		products: { created: 1 },
		refused: [{ reason: expect.stringContaining("neither JPEG nor PNG") }],
	});
	expect(dry.pictures).toMatchObject({ count: 3 });
	expect(await counted(false, false)).toEqual({ ...dry, pictures: emptyReport().pictures });
	expect((await counted(true, false)).images).toEqual({ created: 0, updated: 0, unchanged: 3 });
});

/** The failing picture is not being awaited: the importer is looking for other files or reading lines. */
test.each(["the next picture", "the end"])("a store failure in the background fails %s", async (next) => {
	const packshot = await service();
	const run = runOnFullStore(packshot);
	const { report } = run;
	const importer = createPictureImporter(run);
	await importer.add(source("4011"));
	await vi.waitUntil(() => report.refused.length > 0, { timeout: PATIENCE_MS });
	if (next === "the next picture")
		await expect(importer.add(source("4012"))).rejects.toThrow("the disk is full");
	await expect(importer.finish()).rejects.toThrow("the disk is full");
	const rows = await packshot.installation.db.read.selectFrom("image").select("image_id").execute();
	expect(rows).toEqual([]);
});

test("another import of the same file leaves the picture turned and cropped, also with a new watermark", async () => {
	const packshot = await service();
	const { installation } = packshot;
	const { original } = await testPicture("front", {}, 0);
	await packshot.picture("1001", "front");
	const { read } = installation.db;
	const current = () =>
		read.selectFrom("image").selectAll().where("active", "=", 1).executeTakeFirstOrThrow();
	const adjustment = { turn: 90, crop: { left: 0, top: 0, width: 176, height: 100 } } as const;
	const options = { variant: "front", watermark: defaultWatermark, sizesPx: [], adjustment } as const;
	const prepared = await preparePicture(original, options);
	if ("refused" in prepared) throw new Error(prepared.refused);
	const made = { adjustment, watermarkVersion: "before", uploadOffsetMinutes: 0, clock: packshot.clock };
	const { image, files } = stageAdjusted(await current(), prepared, made);
	await putAll(installation.blobs, files);
	expect(await installation.db.write(addImage, image)).toBe("updated");
	const run = importRun(installation);
	const { report } = run;
	const importer = createPictureImporter(run);
	await importer.add(source("1001"));
	await importer.finish();
	expect(report.images).toEqual({ created: 0, updated: 1, unchanged: 0 });
	expect(await current()).toMatchObject({ width: 176, height: 100, source_batch: "test" });
});
