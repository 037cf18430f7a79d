import { encodePrepared } from "@packshot/marking/prepare";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines, type OpenedEngine } from "../../../test/support/engines.ts";
import { imageRow } from "../../../test/support/image-row.ts";
import type { Variant } from "../../catalogue/fields/scopes.ts";
import { createGenerationRead } from "../../catalogue/stored/generation.ts";
import { BlobMissing, type BlobStore, BlobUnavailable } from "../../platform/blobs/blob-store.ts";
import { ALONE } from "../../platform/db/pace.ts";
import { readPlainSizes, type UnreadPicture } from "./plain-sizes.ts";
import { addImage, type NewImage } from "./store.ts";

/** A prepared picture whose delivered files have this size. */
function prepared(bytes: number): Uint8Array {
	const cells = [{ x: 0, y: 0, width: 8, height: 8, patches: [{ offset: 3, xor: 1 }] }];
	return encodePrepared(new Uint8Array(bytes), {
		format: "jpeg",
		width: 16,
		height: 16,
		sizeBytes: bytes,
		cells,
	});
}

describe.each(engines)("$name", ({ open }) => {
	let engine: OpenedEngine;
	const kept = new Map<string, Uint8Array>();
	const state = { away: false, reads: 0 };
	const blobs = {
		async getStart(key: string, lengthBytes: number) {
			state.reads++;
			if (state.away) throw new BlobUnavailable("away");
			const bytes = kept.get(key);
			if (!bytes) throw new BlobMissing("not there");
			return bytes.subarray(0, lengthBytes);
		},
	} as BlobStore;
	const unread: UnreadPicture[] = [];
	const readAll = () =>
		readPlainSizes({ db: engine.db, blobs }, ALONE, { onUnread: (each) => unread.push(each) });
	beforeAll(async () => {
		engine = await open();
	});
	afterAll(() => engine.close());

	/** As stored by an earlier version. */
	function addEarlier(barcode: string, variant: Variant, more: Partial<NewImage["row"]> = {}) {
		const blob = `plain/${barcode}/${variant}`;
		const row = imageRow({ barcode, variant, plain_size_bytes: null, plain_blob: blob, ...more });
		return engine.db.write(addImage, {
			row: { ...row, image_id: blob },
			uploadOffsetMinutes: 0,
			existingOnly: false,
		});
	}
	async function sizesOf(barcode: string): Promise<unknown> {
		const query = engine.db.read.selectFrom("product").selectAll().where("barcode", "=", barcode);
		return JSON.parse((await query.executeTakeFirstOrThrow()).plain_sizes ?? "null");
	}

	test("reads the plain sizes of pictures stored by an earlier version, once, and only of delivered files", async () => {
		for (let place = 0; place < 120; place++) {
			await addEarlier(`${2000 + place}`, "front");
			kept.set(`plain/${2000 + place}/front`, prepared(500 + place));
		}
		await addEarlier("2000", "back", { size_bytes: 700 });
		kept.set("plain/2000/back", prepared(700));
		await addEarlier("2000", "front_clean", { markable: 0 });
		const generation = createGenerationRead(engine.db);
		const before = await generation();
		expect(await sizesOf("2000")).toBeNull();

		expect(await readAll()).toBe(121);
		expect([await sizesOf("2000"), await sizesOf("2119")]).toEqual([
			{ front: 500 + 2081 },
			{ front: 619 + 2081 },
		]);
		expect(await generation()).not.toBe(before);
		state.reads = 0;
		expect([await readAll(), state.reads, unread]).toEqual([0, 0, []]);
	});

	test("leaves the sizes of missing or damaged files unknown, reports them, and reads the others", async () => {
		for (const barcode of ["3001", "3002", "3003"]) await addEarlier(barcode, "front");
		kept.set("plain/3002/front", prepared(10).fill(0, 20, 30));
		kept.set("plain/3003/front", prepared(333));
		expect(await readAll()).toBe(1);
		expect([await sizesOf("3001"), await sizesOf("3003")]).toEqual([null, { front: 333 + 2081 }]);
		expect(unread).toEqual([
			{ barcode: "3001", variant: "front", problem: "plain/3001/front: not there" },
			{ barcode: "3002", variant: "front", problem: "plain/3002/front: damaged header" },
		]);
	});

	test("fails while the store is unavailable and reads the sizes afterwards", async () => {
		await addEarlier("4001", "front");
		kept.set("plain/4001/front", prepared(444));
		state.away = true;
		await expect(readAll()).rejects.toThrow(BlobUnavailable);
		state.away = false;
		await readAll();
		expect(await sizesOf("4001")).toEqual({ front: 444 + 2081 });
	});
});
