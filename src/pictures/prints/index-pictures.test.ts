import { fingerprint } from "@packshot/marking/prepare";
import { describe, expect, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { imageRow } from "../../../test/support/image-row.ts";
import { ALONE } from "../../platform/db/pace.ts";
import { remove } from "../store/remove.ts";
import { addImage } from "../store/store.ts";
import { checkIndex } from "./check-index.ts";
import { indexPictures, rebuildIndex, type UnindexedPicture } from "./index-pictures.ts";

/** Fingerprint of a noise picture, a different one for every seed. */
function printOf(seed: number): Uint8Array {
	let state = seed + 1;
	const noise = () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state >>> 24;
	};
	return fingerprint({
		pixels: Uint8Array.from({ length: 3 * 64 * 64 }, noise),
		width: 64,
		height: 64,
		channels: 3,
	});
}

let next = 5000;

describe.each(engines)("$name", ({ name, opened }) => {
	const engine = opened();

	async function add(print: Uint8Array | null, barcode = String(next++)): Promise<string> {
		const row = imageRow({ barcode, fingerprint: print, original_sha256: String(next++) });
		await engine.db.write(addImage, { row, uploadOffsetMinutes: 0, existingOnly: false });
		return row.image_id;
	}
	const packOfImage = async (imageId: string) => {
		const { search_pack } = await engine.db.read
			.selectFrom("image")
			.select("search_pack")
			.where("image_id", "=", imageId)
			.executeTakeFirstOrThrow();
		return search_pack;
	};
	const idsIn = async (pack: number | null) => {
		const row = await engine.db.read
			.selectFrom("search_pack")
			.select("image_ids")
			.where("pack", "=", pack ?? 0)
			.executeTakeFirst();
		return row?.image_ids.split(" ") ?? [];
	};
	const literal = (bytes: Uint8Array) => {
		const hex = Buffer.from(bytes).toString("hex");
		return name === "SQLite" ? `x'${hex}'` : `'\\x${hex}'::bytea`;
	};

	test("adds pictures to the index, also when many are added concurrently", async () => {
		const imageIds = await Promise.all(Array.from({ length: 40 }, (_, seed) => add(printOf(seed))));
		const packs = await Promise.all(imageIds.map(packOfImage));
		for (const [i, imageId] of imageIds.entries()) expect(await idsIn(packs[i] ?? null)).toContain(imageId);
		expect(new Set(packs).size).toBe(2);
		expect(await checkIndex(engine.db)).toEqual({ indexed: 40, waiting: 0, faults: [] });
	});

	test("a reprocessed photograph shares its fingerprint in the index, another photograph has its own", async () => {
		const barcode = String(next++);
		const first = await add(printOf(100), barcode);
		const again = await add(printOf(100), barcode);
		const other = await add(printOf(101), barcode);
		expect(await packOfImage(again)).toBe(await packOfImage(first));
		const ids = await idsIn(await packOfImage(other));
		expect([ids.includes(first), ids.includes(again), ids.includes(other)]).toEqual([true, false, true]);
		expect((await checkIndex(engine.db)).faults).toEqual([]);
	});

	test("a picture that was removed stays in the index", async () => {
		const imageId = await add(printOf(102), "99");
		const order = { barcode: "99", variant: null, uploadOffsetMinutes: 0 };
		expect(await engine.db.write(remove, order)).toBe("removed");
		expect(await idsIn(await packOfImage(imageId))).toContain(imageId);
	});

	test("a picture without a fingerprint, or with a damaged one, is added all the same", async () => {
		expect(await packOfImage(await add(null))).toBeNull();
		expect(await packOfImage(await add(new Uint8Array([1, 2, 3]), "98"))).toBeNull();
		const unindexed: UnindexedPicture[] = [];
		expect(await indexPictures(engine.db, ALONE, { onUnindexed: (one) => unindexed.push(one) })).toBe(0);
		expect(unindexed).toEqual([{ barcode: "98", variant: "front", problem: "not a fingerprint" }]);
		expect((await checkIndex(engine.db)).waiting).toBe(1);
	});

	test("pictures of an earlier version are indexed once", async () => {
		await engine.execute("delete from search_pack; update image set search_pack = null");
		const { waiting } = await checkIndex(engine.db);
		expect(waiting).toBeGreaterThan(40);
		const counts: number[] = [];
		const indexed = await indexPictures(engine.db, ALONE, { onProgress: (done) => counts.push(done) });
		expect([indexed, counts.at(-1)]).toEqual([waiting - 1, waiting - 1]);
		expect(await indexPictures(engine.db, ALONE)).toBe(0);
		expect(await checkIndex(engine.db)).toEqual({ indexed, waiting: 1, faults: [] });
	});

	test("doctor finds rows that are damaged, missing or of other pictures; the index is rebuilt", async () => {
		const imageId = await add(printOf(200), "97");
		const pack = Number(await packOfImage(imageId));
		const set = (prints: Uint8Array) =>
			engine.execute(`update search_pack set prints = ${literal(prints)} where pack = ${pack}`);
		const { indexed } = await checkIndex(engine.db);

		await set(new Uint8Array([1, 2, 3, 4, 5]));
		expect((await checkIndex(engine.db)).faults).toContain(
			`97 front: row ${pack} of the search index is damaged`,
		);
		const later = await add(printOf(201), "96");
		expect(await packOfImage(later)).toBe(pack + 1);

		await engine.execute(`delete from search_pack where pack = ${pack}`);
		expect((await checkIndex(engine.db)).faults).toContain(
			`97 front: row ${pack} of the search index is missing`,
		);

		await engine.execute(
			`update image set fingerprint = ${literal(printOf(202))} where image_id = '${later}'`,
		);
		expect((await checkIndex(engine.db)).faults).toContain(
			`96 front: row ${pack + 1} of the search index does not contain its fingerprint`,
		);

		// Two versions of one photograph that shared a print now have one each.
		expect(await rebuildIndex(engine.db, ALONE)).toBe(indexed + 1);
		expect(await checkIndex(engine.db)).toEqual({ indexed: indexed + 1, waiting: 1, faults: [] });
	});
});
