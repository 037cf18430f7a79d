import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines, type OpenedEngine } from "../../../test/support/engines.ts";
import { testPicture } from "../../../test/support/picture.ts";
import { metadataChange } from "../../catalogue/writing/metadata-change.arbitrary.ts";
import { importAll } from "../../imports/import.ts";
import { importOrder } from "../../imports/order.fixture.ts";
import { openDiskBlobs } from "../../platform/blobs/disk.ts";
import { systemClock } from "../../platform/time/clock.ts";
import { type ExportOrder, exportCatalogue } from "./export-catalogue.ts";

const work = mkdtempSync(join(tmpdir(), "packshot-export-"));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const ORDER: Omit<ExportOrder, "folder"> = {
	format: "ndjson",
	pictures: true,
	gs1: false,
	skipMissing: false,
};
const nothing = () => undefined;

async function openStores(engine: (typeof engines)[number]) {
	const opened = await engine.open();
	const blobFolder = mkdtempSync(join(work, "blobs-"));
	return { ...opened, blobFolder, blobs: openDiskBlobs(blobFolder), clock: systemClock };
}

type Stores = Awaited<ReturnType<typeof openStores>>;

async function importFrom(stores: Stores, folder: string) {
	const report = await importAll(stores, importOrder([folder], { batch: "b" }));
	expect(report.refused).toEqual([]);
	return report;
}

/** Everything served or counted about the products, except for the times of the import. */
async function catalogueOf({ db }: OpenedEngine) {
	const products = await db.read.selectFrom("product").selectAll().orderBy("barcode").execute();
	const images = await db.read
		.selectFrom("image")
		.select(["barcode", "variant", "original_sha256", "photo_date", "width", "height", "content_type"])
		.select(["ownership", "uploaded_by", "source_batch", "adjustment"])
		.where("active", "=", 1)
		.orderBy("barcode")
		.orderBy("variant")
		.execute();
	const counts = await db.read.selectFrom("field_count").selectAll().orderBy("field_key").execute();
	const withoutTimes = products.map(
		({ id, scanned_at, updated_at, changed_at, images_changed_at, image_meta, ...product }) => ({
			...product,
			scanned: scanned_at === null,
			image_meta: image_meta?.replace(/"upload_date":"[^"]*"/g, ""),
		}),
	);
	const certificates = await db.read
		.selectFrom("certificate")
		.selectAll()
		.orderBy("certificate_id")
		.execute();
	return {
		certificates,
		products: withoutTimes,
		images,
		counts: counts.filter(({ products }) => products > 0),
	};
}

/** Products of every kind, and pictures of two batches: one with a GTIN, a PNG on white, a cut-out, a produce code. */
async function writeSource(folder: string): Promise<void> {
	const changes = fc.sample(metadataChange, { numRuns: 120, seed: 20 });
	const hostile = { barcode: "4011", info: { brand: "=1+1", product_name: '"מצה",\nשמורה', notes: "" } };
	const certificate = { certificate_id: 'מכתב "7"', valid_until: "2027-03-31", note: "=1+1" };
	const certified = { barcode: "4012", hechshers: [{ symbol: "OU", certificate }, { symbol: "CRC" }] };
	const bare = { barcode: "4013", hechshers: [{ symbol: "OU", certificate: { certificate_id: "B-1" } }] };
	const same = [{ barcode: "0725272730706" }, { barcode: "725272730706" }];
	const lines = [...changes, hostile, certified, bare, ...same].map(
		(change) => `${JSON.stringify(change)}\n`,
	);
	mkdirSync(join(folder, "pictures"), { recursive: true });
	writeFileSync(join(folder, "metadata.ndjson"), lines.join(""));
	const jpeg = (await testPicture("front", {}, Date.now())).original;
	const png = (await testPicture("front_clean", {}, Date.now())).original;
	const given = { source_batch: "spring", ownership: 'סטודיו "א"', uploaded_by: "Dana" };
	writeFileSync(join(folder, "pictures", "attribution.json"), JSON.stringify(given));
	writeFileSync(join(folder, "pictures", "4011_front.jpg"), jpeg);
	writeFileSync(join(folder, "pictures", "0725272730706_front.jpg"), jpeg);
	writeFileSync(join(folder, "pictures", "725272730706_back.png"), png);
	const adjustment = { turn: 90, crop: { left: 0, top: 16, width: 176, height: 150 } };
	mkdirSync(join(folder, "turned"));
	writeFileSync(join(folder, "turned", "attribution.json"), JSON.stringify({ ...given, adjustment }));
	writeFileSync(join(folder, "turned", "96385074_front.jpg"), jpeg);
	writeFileSync(join(folder, "96385074_back_clean.png"), png);
}

describe.each(engines)("on $name", (engine) => {
	let source: Stores;
	beforeAll(async () => {
		source = await openStores(engine);
		const folder = mkdtempSync(join(work, "source-"));
		await writeSource(folder);
		await importFrom(source, folder);
	});
	afterAll(() => source.close());

	test.each<Partial<ExportOrder>>([{}, { format: "csv", gs1: true }])(
		"an export with %j imports into an empty installation as the same catalogue",
		async (options) => {
			const folder = join(mkdtempSync(join(work, "out-")), "catalogue");
			const report = await exportCatalogue(source, { ...ORDER, ...options, folder }, nothing);
			const before = await catalogueOf(source);
			expect(before.images).toContainEqual(expect.objectContaining({ width: 176, height: 150 }));
			expect(report).toMatchObject({ products: before.products.length, pictures: 5, missing: [] });
			expect(report.inCsv > 0).toBe(options.format === "csv");
			const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
			expect(names.some((name) => name.endsWith("00000096385074_C1N1.jpg"))).toBe(options.gs1 === true);

			const target = await openStores(engine);
			try {
				await importFrom(target, folder);
				expect(await catalogueOf(target)).toEqual(before);
			} finally {
				await target.close();
			}
		},
	);

	test("refuses a non-empty folder and leaves it unchanged", async () => {
		const folder = mkdtempSync(join(work, "taken-"));
		writeFileSync(join(folder, "notes.txt"), "mine");
		await expect(exportCatalogue(source, { ...ORDER, folder }, nothing)).rejects.toThrow("is not empty");
		expect(readdirSync(folder)).toEqual(["notes.txt"]);
	});

	test("a damaged original aborts the export leaving no files, or with skipMissing is left out and listed", async () => {
		const { original_blob: key } = await source.db.read
			.selectFrom("image")
			.select("original_blob")
			.where("barcode", "=", "4011")
			.executeTakeFirstOrThrow();
		const place = mkdtempSync(join(work, "lost-"));
		const folder = join(place, "out");
		const original = readFileSync(join(source.blobFolder, key));
		writeFileSync(join(source.blobFolder, key), "x");
		try {
			await expect(exportCatalogue(source, { ...ORDER, folder }, nothing)).rejects.toThrow("4011 front");
			expect(readdirSync(place)).toEqual([]);
			const report = await exportCatalogue(source, { ...ORDER, folder, skipMissing: true }, nothing);
			expect(report).toMatchObject({ pictures: 4, missing: ["4011 front"] });
			expect(statSync(folder).mode & 0o077).toBe(0);
		} finally {
			writeFileSync(join(source.blobFolder, key), original);
		}
	});
});
