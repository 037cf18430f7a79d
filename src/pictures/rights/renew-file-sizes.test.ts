import { beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { imageRow } from "../../../test/support/image-row.ts";
import { createGenerationRead } from "../../catalogue/stored/generation.ts";
import { ALONE } from "../../platform/db/pace.ts";
import { addSizes } from "../store/missing-sizes.ts";
import { addImage } from "../store/store.ts";
import { renewFileSizes, renewStoredFileSizes } from "./renew-file-sizes.ts";

describe.each(engines)("$name", ({ opened }) => {
	const engine = opened();
	beforeAll(async () => {
		for (let place = 0; place < 130; place++) await addPicture(`${3000 + place}`);
	});

	async function addPicture(barcode: string): Promise<void> {
		const row = imageRow({ barcode, image_id: `image-${barcode}` });
		const added = { row, uploadOffsetMinutes: 0, existingOnly: false };
		await engine.db.write(addImage, added);
		const size = { image_id: row.image_id, size_px: 500, width: 500, height: 375, size_bytes: 400 };
		const files = { plain_size_bytes: 300, watermarked_blob: "lost/1", plain_blob: "lost/2", markable: 1 };
		const thumbnails = { webp_thumbnail_blob: "lost/3", jpeg_thumbnail_blob: "lost/4" };
		const rows = [{ ...size, ...files }];
		await engine.db.write(addSizes, { imageId: row.image_id, barcode, rows, thumbnails, qualityNotes: "" });
	}

	const products = () => engine.db.read.selectFrom("product").selectAll().orderBy("id").execute();
	const progress = () =>
		engine.db.read
			.selectFrom("service_state")
			.select("value")
			.where("name", "=", "file_sizes_renewed_to")
			.executeTakeFirst();

	/** Stored texts as an earlier version wrote them, and what migration 0052 notes of them. */
	async function makeEarlier(): Promise<void> {
		await engine.execute(
			`update product set image_meta = replace(image_meta, '3081', '1000'), plain_sizes = replace(plain_sizes, '2981', '900'),
				image_sizes = replace(replace(image_sizes, '2481', '400'), '2381', '300')`,
		);
		await engine.execute("insert into service_state (name, value) values ('file_sizes_renewed_to', '0')");
	}

	test("sizes of an earlier version become those of the delivered files, and nothing else changes", async () => {
		const expected = await products();
		expect(JSON.parse(expected[0]?.image_meta ?? "").front.file_size_bytes).toBe(3081);
		expect(expected[0]).toMatchObject({ plain_sizes: '{"front":2981}' });
		expect(expected[0]).toMatchObject({ image_sizes: '{"front":[[500,500,375,2481,2381]]}' });
		await makeEarlier();
		expect((await products())[0]?.image_meta).toContain('"file_size_bytes":1000');
		const changes = await engine.db.read.selectFrom("product_change").selectAll().execute();
		const generation = createGenerationRead(engine.db);
		const before = await generation();

		// A process that is killed between two transactions leaves some renewed; pictures that come in meanwhile are renewed already.
		await engine.db.write(renewFileSizes, { limit: 50 });
		expect((await products()).filter((row) => row.image_meta?.includes("3081"))).toHaveLength(50);
		expect(await renewStoredFileSizes(engine.db, ALONE)).toBe(80);

		expect(await products()).toEqual(expected);
		expect(await engine.db.read.selectFrom("product_change").selectAll().execute()).toEqual(changes);
		expect(await progress()).toBeUndefined();
		expect(await renewStoredFileSizes(engine.db, ALONE)).toBe(0);
		await new Promise((resolve) => setImmediate(resolve));
		expect(await generation()).not.toBe(before);
	});
});
