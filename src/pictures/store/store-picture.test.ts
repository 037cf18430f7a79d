import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { testClock } from "../../../test/support/clock.ts";
import { engines } from "../../../test/support/engines.ts";
import { type BlobStore, BlobUnavailable } from "../../platform/blobs/blob-store.ts";
import { type Database, StorageUnavailable } from "../../platform/db/database.ts";
import { type IncomingPicture, isStored, storePicture, storeReprocessed } from "./store-picture.ts";

const original = new TextEncoder().encode("as it came");
const prepared = {
	photoDate: "2027-01-01",
	width: 800,
	height: 600,
	contentType: "image/jpeg" as const,
	original: { sha256: createHash("sha256").update(original).digest("hex"), sizeBytes: original.length },
	watermarked: new TextEncoder().encode("watermarked"),
	plain: new TextEncoder().encode("plain"),
	watermarkedSizeBytes: 7000,
	plainSizeBytes: 6000,
	isDrawn: true,
	markable: true,
	fingerprint: new Uint8Array([1, 2, 3]),
	sizes: [
		{
			sizePx: 500,
			width: 500,
			height: 375,
			watermarked: new TextEncoder().encode("watermarked, 500"),
			plain: new TextEncoder().encode("plain, 500"),
			watermarkedSizeBytes: 3000,
			plainSizeBytes: 2500,
			isDrawn: true,
			markable: true,
		},
	],
	thumbnails: { webp: new TextEncoder().encode("webp"), jpeg: new TextEncoder().encode("jpeg") },
	qualityNotes: ["blurred", "clipped"] as const,
};

function picture(barcode: string, more: Partial<IncomingPicture> = {}): IncomingPicture {
	return {
		barcode,
		variant: "front",
		original,
		prepared,
		watermarkVersion: "w",
		ownership: null,
		uploadedBy: null,
		sourceBatch: "zip_upload",
		uploadOffsetMinutes: 0,
		existingOnly: false,
		clock: testClock(1_800_000_000_000),
		...more,
	};
}

/** Blobs in memory; `refuse` makes every write fail. */
function memoryBlobs(refuse = false): { blobs: BlobStore; kept: Map<string, Uint8Array> } {
	const kept = new Map<string, Uint8Array>();
	const blobs = {
		async put(key: string, bytes: Uint8Array) {
			if (refuse) throw new BlobUnavailable("full");
			kept.set(key, bytes);
		},
		async delete(key: string) {
			kept.delete(key);
		},
	};
	return { blobs: blobs as BlobStore, kept };
}

describe.each(engines)("$name", ({ opened }) => {
	const engine = opened();

	const imagesOf = (barcode: string) =>
		engine.db.read.selectFrom("image").selectAll().where("barcode", "=", barcode).execute();

	test("the rows name the blobs of the original, both bases of each size, and the thumbnails", async () => {
		const { blobs, kept } = memoryBlobs();
		expect(await storePicture({ db: engine.db, blobs }, picture("1001"))).toBe("created");
		const [row] = await imagesOf("1001");
		const folder = `pictures/${row!.image_id.slice(-2)}/${row!.image_id}`;
		expect(row!.image_id).toMatch(/^[0-9a-z]{26}$/);
		expect([...kept]).toEqual([
			[`${folder}/original`, original],
			[`${folder}/watermarked`, prepared.watermarked],
			[`${folder}/plain`, prepared.plain],
			[`${folder}/watermarked-500`, prepared.sizes[0]!.watermarked],
			[`${folder}/plain-500`, prepared.sizes[0]!.plain],
			[row!.webp_thumbnail_blob, prepared.thumbnails.webp],
			[row!.jpeg_thumbnail_blob, prepared.thumbnails.jpeg],
		]);
		const sizes = engine.db.read.selectFrom("image_size").selectAll();
		expect(await sizes.where("image_id", "=", row!.image_id).execute()).toEqual([
			{
				image_id: row!.image_id,
				size_px: 500,
				width: 500,
				height: 375,
				size_bytes: 3000,
				plain_size_bytes: 2500,
				watermarked_blob: `${folder}/watermarked-500`,
				plain_blob: `${folder}/plain-500`,
				markable: 1,
			},
		]);
		expect(row).toMatchObject({
			quality_notes: "blurred,clipped",
			original_blob: `${folder}/original`,
			watermarked_blob: `${folder}/watermarked`,
			plain_blob: `${folder}/plain`,
			content_type: "image/jpeg",
			size_bytes: 7000,
			original_sha256: prepared.original.sha256,
			uploaded_at: 1_800_000_000_000,
			markable: 1,
			active: 1,
		});
		expect([...(row!.fingerprint ?? [])]).toEqual([1, 2, 3]);
	});

	test("recognises the same bytes under the same watermark before preparing them", async () => {
		const { blobs } = memoryBlobs();
		await storePicture({ db: engine.db, blobs }, picture("1009"));
		const known = (sha256: string, watermarkVersion: string) =>
			isStored(engine.db, { barcode: "1009", variant: "front" }, sha256, watermarkVersion);
		const { sha256 } = prepared.original;
		expect([await known(sha256, "w"), await known(sha256, "x"), await known("other", "w")]).toEqual([
			true,
			false,
			false,
		]);
	});

	test("an unchanged picture, or one of an unknown product, leaves no blobs behind", async () => {
		const { blobs, kept } = memoryBlobs();
		await storePicture({ db: engine.db, blobs }, picture("1002"));
		expect(await storePicture({ db: engine.db, blobs }, picture("1002"))).toBe("unchanged");
		expect(kept.size).toBe(7);
		const unknown = picture("1003", { existingOnly: true });
		expect(await storePicture({ db: engine.db, blobs }, unknown)).toBe("unknown_product");
		expect([kept.size, await imagesOf("1003")]).toEqual([7, []]);
	});

	test("a new version has its own blobs, and the previous ones stay", async () => {
		const { blobs, kept } = memoryBlobs();
		await storePicture({ db: engine.db, blobs }, picture("1004"));
		const again = picture("1004", { watermarkVersion: "x" });
		expect(await storePicture({ db: engine.db, blobs }, again)).toBe("updated");
		expect([kept.size, (await imagesOf("1004")).length]).toEqual([14, 2]);
	});

	test("a reprocessed version keeps the original and its metadata", async () => {
		const stores = { db: engine.db, ...memoryBlobs() };
		await storePicture(stores, picture("1008", { ownership: "Studio North" }));
		const [before] = await imagesOf("1008");
		const made = { watermarkVersion: "x", uploadOffsetMinutes: 0, clock: testClock(1_900_000_000_000) };
		expect(await storeReprocessed(stores, before!, prepared, made)).toBe("updated");
		expect(stores.kept.size).toBe(13);
		const after = (await imagesOf("1008")).find((row) => row.active === 1);
		const { image_id, watermarked_blob, plain_blob, webp_thumbnail_blob, jpeg_thumbnail_blob } = after!;
		expect(after).toEqual({
			...before,
			image_id,
			watermarked_blob,
			plain_blob,
			webp_thumbnail_blob,
			jpeg_thumbnail_blob,
			watermark_version: "x",
			created_at: 1_900_000_000_000,
		});
		expect([image_id, watermarked_blob, plain_blob]).not.toContain(before!.image_id);
		expect(await storeReprocessed(stores, before!, prepared, { ...made, watermarkVersion: "y" })).toBe(
			"superseded",
		);
		expect(stores.kept.size).toBe(13);
	});

	test.each([0, 1, 2, 3, 6])("deletes the other blobs when put %i fails", async (failing) => {
		const { blobs, kept } = memoryBlobs();
		let puts = 0;
		const put = async (key: string, bytes: Uint8Array) => {
			if (puts++ === failing) throw new BlobUnavailable("full");
			// Finishes after the failure: writes still in flight must be awaited.
			await new Promise((resolve) => setImmediate(resolve));
			return blobs.put(key, bytes);
		};
		const stored = storePicture({ db: engine.db, blobs: { ...blobs, put } }, picture("1010"));
		await expect(stored).rejects.toThrow("full");
		expect(await imagesOf("1010")).toEqual([]);
		expect(kept.size).toBe(0);
	});

	test("a picture whose blobs cannot be stored gets no row", async () => {
		const { blobs } = memoryBlobs(true);
		await expect(storePicture({ db: engine.db, blobs }, picture("1006"))).rejects.toThrow(BlobUnavailable);
		expect(await imagesOf("1006")).toEqual([]);
	});

	test("when it is unknown whether the row was committed, the blobs stay", async () => {
		const { blobs, kept } = memoryBlobs();
		const lost: Pick<Database, "write"> = {
			write: () => Promise.reject(new StorageUnavailable("connection lost")),
		};
		const failing = storePicture({ db: { ...engine.db, ...lost }, blobs }, picture("1007"));
		await expect(failing).rejects.toThrow(StorageUnavailable);
		expect(kept.size).toBe(7);
	});
});
