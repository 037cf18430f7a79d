import { describe, expect, onTestFinished, test } from "vitest";
import { testClock } from "../../../test/support/clock.ts";
import { engines } from "../../../test/support/engines.ts";
import { imageRow } from "../../../test/support/image-row.ts";
import { remove } from "../../pictures/store/remove.ts";
import { addImage } from "../../pictures/store/store.ts";
import type { Database } from "../../platform/db/database.ts";
import { applyMetadata } from "../writing/apply-metadata.ts";
import type { MetadataChange } from "../writing/metadata-change.ts";
import { checkChanges } from "./check-changes.ts";
import type { FollowingPolicy } from "./client-view.ts";
import { createFeed } from "./feed.ts";

const EVERYTHING: FollowingPolicy = { barcodePrefixes: [], brands: [], departments: [], locks: [] };
const STAMP_MS = Date.UTC(2027, 0, 1);

interface Entry {
	readonly barcode: string;
	readonly changed_at: string;
	readonly changed: readonly string[];
	readonly removed: boolean;
}

describe.each(engines)("$name", ({ open }) => {
	async function catalogue() {
		const { db, close, execute } = await open(testClock(STAMP_MS));
		onTestFinished(close);
		return { db, execute, ...changesOf(db) };
	}

	test("every kind of change becomes an entry that names what changed, in commit order", async () => {
		const { metadata, picture, removal, follow } = await catalogue();
		await metadata({ barcode: "1001", info: { brand: "A" }, hechshers: [{ symbol: "OU" }] });
		await metadata({ barcode: "1001", nutrition: { calories: "120" } });
		await picture("1001", "front");
		await picture("1002", "back_clean");
		await removal("1001", "front");
		await metadata({ barcode: "1001", hechshers: null, ingredients: { ingredients_text: "water" } });
		await removal("1001", null);
		expect(await follow()).toEqual([
			entry("1001", ["info", "hechshers"]),
			entry("1001", ["nutrition"]),
			entry("1001", ["images.front"]),
			entry("1002", ["images.back_clean"]),
			entry("1001", ["images.front"]),
			entry("1001", ["hechshers", "ingredients"]),
			entry("1001", [], true),
		]);
	});

	test("a changed catalogue category or web description names info as well, whatever was scanned", async () => {
		const { metadata, follow } = await catalogue();
		await metadata({ barcode: "1001", info: { category: "Snacks", product_description: "Crisp" } });
		await metadata({ barcode: "1001", catalog_meta: { category: "Snacks" } });
		await metadata({ barcode: "1001", catalog_meta: { category: "Snacks", web_description: "Crisp" } });
		await metadata({
			barcode: "1001",
			catalog_meta: { category: "Snacks", web_description: "Crisp", subcategory: "X" },
		});
		await metadata({ barcode: "1001", info: { category: "Sweets", product_description: "Crisp" } });
		expect((await follow()).slice(1)).toEqual([
			entry("1001", ["info", "catalog_meta"]),
			entry("1001", ["info", "catalog_meta"]),
			entry("1001", ["catalog_meta"]),
			entry("1001", ["info"]),
		]);
	});

	test("a change to nothing that is served creates no entry", async () => {
		const { db, metadata, picture, follow } = await catalogue();
		const product = { barcode: "1001", info: { brand: "A" } };
		await metadata(product);
		const first = await picture("1001", "front", "f");
		await metadata(product);
		await metadata({ barcode: "1001", hechshers: [], ingredients: {}, catalog_meta: {}, nutrition: null });
		await picture("1001", "front", "f");
		const again = imageRow({ barcode: "1001", variant: "front", image_id: "again", watermark_version: "w2" });
		expect(
			await db.write(addImage, {
				row: again,
				uploadOffsetMinutes: 0,
				existingOnly: false,
				madeFrom: first.image_id,
			}),
		).toBe("updated");
		expect(await follow()).toEqual([entry("1001", ["info"]), entry("1001", ["images.front"])]);
	});

	test("changes to one product in one transaction become one entry", async () => {
		const { metadata, follow } = await catalogue();
		await metadata(
			{ barcode: "1001", info: { brand: "A" } },
			{ barcode: "1002" },
			{ barcode: "1001", nutrition: { calories: "1" } },
		);
		expect(await follow()).toEqual([entry("1001", ["info", "nutrition"]), entry("1002", [])]);
	});

	test("writes committed together become entries of their own products, without gaps", async () => {
		const { db, metadata, picture, removal, follow } = await catalogue();
		await Promise.all([
			...Array.from({ length: 30 }, (_, at) =>
				metadata({ barcode: String(2000 + at), info: { brand: "A" } }),
			),
			...Array.from({ length: 30 }, (_, at) => picture(String(2000 + at), "front")),
			removal("9999", null),
		]);
		const entries = await follow();
		expect(new Set(entries.map(({ barcode }) => barcode)).size).toBe(30);
		const rows = await db.read.selectFrom("product_change").select("position").orderBy("position").execute();
		expect(rows.map(({ position }) => position)).toEqual(rows.map((_, place) => place + 1));
		expect(await createFeed(db).state()).toMatchObject({ head: rows.length, earliest: 0 });
	});

	test("a product changed again in the same transaction comes at its last stamp, so that stamps never decrease", async () => {
		// With a clock that goes on, and so many products that it does within the transaction.
		const { db, close } = await open();
		onTestFinished(close);
		const { metadata } = changesOf(db);
		const many = Array.from({ length: 200 }, (_, at) => ({
			barcode: String(2000 + at),
			info: { brand: "A" },
		}));
		await Promise.all([
			metadata({ barcode: "1001", info: { brand: "A" } }),
			metadata(...many),
			metadata({ barcode: "1001", info: { brand: "B" } }),
			metadata({ barcode: "1003", info: { brand: "A" } }),
		]);
		expect((await checkChanges(db)).faults).toEqual([]);
	});

	test("a client with a scope filter sees entering products as new, leaving ones as removed, and no others", async () => {
		const { metadata, removal, follow } = await catalogue();
		const brandA: FollowingPolicy = { ...EVERYTHING, brands: ["A"] };
		await metadata({ barcode: "1001", info: { brand: "B" }, nutrition: { calories: "1" } });
		await metadata({ barcode: "1001", info: { brand: "A" } });
		await metadata({ barcode: "1001", nutrition: { calories: "2" } });
		await metadata({ barcode: "1001", info: { brand: "C" } });
		await metadata({ barcode: "1001", info: { brand: "A" } });
		await removal("1001", null);
		const seen = [
			entry("1001", ["info", "nutrition"]),
			entry("1001", ["nutrition"]),
			entry("1001", [], true),
			entry("1001", ["info", "nutrition"]),
			entry("1001", [], true),
		];
		expect(await follow(brandA)).toEqual(seen);
		expect(await follow({ ...brandA, barcodePrefixes: ["10", "2"] })).toEqual(seen);
		expect(await follow({ ...brandA, barcodePrefixes: ["2"] })).toEqual([]);
		expect(await follow({ ...brandA, departments: ["Produce"] })).toEqual([]);
	});

	test("fully locked scopes are not named, and a change to them alone is not shown", async () => {
		const { metadata, picture, removal, follow } = await catalogue();
		await metadata({ barcode: "1001", info: { brand: "A" }, nutrition: { calories: "1" } });
		await metadata({ barcode: "1001", nutrition: { calories: "2" } });
		await metadata({ barcode: "1001", catalog_meta: { category: "Snacks", web_description: "Crisp" } });
		await picture("1001", "front");
		await picture("1001", "back");
		await removal("1001", null);
		const locked = (...locks: string[]) => follow({ ...EVERYTHING, locks });
		const all = await follow();
		expect(await locked("nutrition")).toEqual([entry("1001", ["info"]), ...all.slice(2)]);
		expect(await locked("nutrition.calories")).toEqual(all);
		expect(await locked("catalog_meta")).toEqual(all.filter((_, place) => place !== 2));
		expect(await locked("info", "images", "image_meta", "catalog_meta")).toEqual([
			entry("1001", ["nutrition"]),
			entry("1001", ["nutrition"]),
			entry("1001", [], true),
		]);
	});

	test("a picture is not named only when it and image_meta are locked, because image_meta changes with it", async () => {
		const { metadata, picture, follow } = await catalogue();
		await metadata({ barcode: "1001", info: { brand: "A" } });
		await picture("1001", "front");
		await picture("1001", "back");
		const locked = (...locks: string[]) => follow({ ...EVERYTHING, locks });
		const all = await follow();
		for (const one of ["images", "images.front", "image_meta"]) expect(await locked(one)).toEqual(all);
		expect(await locked("images", "image_meta.resolution")).toEqual(all);
		expect(await locked("images.front", "image_meta")).toEqual(all.filter((_, place) => place !== 1));
		expect(await locked("images", "image_meta")).toEqual(all.slice(0, 1));
	});

	test("a product that appears or leaves is shown even if everything about it is locked, with nothing named", async () => {
		const { metadata, picture, removal, follow } = await catalogue();
		const everyScope = [
			"info",
			"hechshers",
			"nutrition",
			"ingredients",
			"catalog_meta",
			"image_meta",
			"images",
		];
		await metadata({ barcode: "1001", info: { brand: "B" }, nutrition: { calories: "1" } });
		await picture("1002", "front");
		await metadata({ barcode: "1001", info: { brand: "A" } });
		await metadata({ barcode: "1001", nutrition: { calories: "2" } });
		await metadata({ barcode: "1001", info: { brand: "B" } });
		await removal("1001", null);
		const appears = (barcode: string) => entry(barcode, []);
		const leaves = (barcode: string) => entry(barcode, [], true);
		expect(await follow({ ...EVERYTHING, locks: everyScope })).toEqual([
			appears("1001"),
			appears("1002"),
			leaves("1001"),
		]);
		expect(await follow({ ...EVERYTHING, brands: ["A"], locks: everyScope })).toEqual([
			appears("1001"),
			leaves("1001"),
		]);
		expect(await follow({ ...EVERYTHING, brands: ["A"], locks: ["info"] })).toEqual([
			entry("1001", ["nutrition"]),
			entry("1001", ["nutrition"]),
			leaves("1001"),
		]);
	});

	test("a page ends when it is full, and the next one starts there", async () => {
		const { db, metadata } = await catalogue();
		await metadata(...Array.from({ length: 25 }, (_, at) => ({ barcode: String(3000 + at), info: {} })));
		const feed = createFeed(db);
		const { epoch } = await feed.state();
		const first = await feed.read(EVERYTHING, { epoch, position: 0 }, 20);
		expect(first).toMatchObject({ next: 20, hasMore: true });
		const second = await feed.read(EVERYTHING, { epoch, position: 20 }, 20);
		expect(second).toMatchObject({ next: 25, hasMore: false });
		expect(second?.entries).toHaveLength(5);
		expect(await feed.read(EVERYTHING, { epoch, position: 25 }, 20)).toEqual({
			entries: [],
			next: 25,
			hasMore: false,
		});
	});

	test("a position of another epoch, in the future, or whose changes were deleted cannot be followed from", async () => {
		const { db, metadata, execute } = await catalogue();
		await metadata(...Array.from({ length: 10 }, (_, at) => ({ barcode: String(3000 + at), info: {} })));
		const { epoch } = await createFeed(db).state();
		await createFeed(db).read(EVERYTHING, { epoch, position: 0 }, 10);
		await execute("delete from product_change where position <= 4");
		const feed = createFeed(db);
		expect(await feed.read(EVERYTHING, { epoch, position: 3 }, 10)).toBeUndefined();
		expect((await feed.read(EVERYTHING, { epoch, position: 4 }, 10))?.entries).toHaveLength(6);
		expect(await feed.read(EVERYTHING, { epoch, position: 11 }, 10)).toBeUndefined();
		expect(await feed.read(EVERYTHING, { epoch: "other", position: 5 }, 10)).toBeUndefined();
	});
});

function entry(barcode: string, changed: readonly string[], removed = false): Entry {
	return { barcode, changed_at: new Date(STAMP_MS).toISOString(), changed, removed };
}

let pictures = 0;

/** Changes the catalogue through its commands, and follows the feed. */
function changesOf(db: Database) {
	return {
		metadata: (...changes: MetadataChange[]) => db.write(applyMetadata, { changes, existingOnly: false }),
		async picture(barcode: string, variant: string, sha256 = `sha ${++pictures}`) {
			const row = imageRow({ barcode, variant, original_sha256: sha256, image_id: `picture ${++pictures}` });
			await db.write(addImage, { row, uploadOffsetMinutes: 0, existingOnly: false });
			return row;
		},
		removal: (barcode: string, variant: "front" | null) =>
			db.write(remove, { barcode, variant, uploadOffsetMinutes: 0 }),
		async follow(policy = EVERYTHING): Promise<Entry[]> {
			const feed = createFeed(db);
			const { epoch } = await feed.state();
			const page = await feed.read(policy, { epoch, position: 0 }, 1000);
			return (page?.entries ?? []).map((text) => JSON.parse(text));
		},
	};
}
