import { describe, expect, test } from "vitest";
import { testClock } from "../../../test/support/clock.ts";
import { engines } from "../../../test/support/engines.ts";
import { imageRow } from "../../../test/support/image-row.ts";
import type { Variant } from "../../catalogue/fields/scopes.ts";
import { type ChangeSource, closeChangeSet, openChangeSet } from "../../catalogue/history/change-set.ts";
import { checkHistory } from "../../catalogue/history/check-history.ts";
import { trimHistory } from "../../catalogue/history/retention.ts";
import { applyMetadata } from "../../catalogue/writing/apply-metadata.ts";
import type { MetadataChange } from "../../catalogue/writing/metadata-change.ts";
import { remove } from "./remove.ts";
import { addImage } from "./store.ts";
import { undoChanges } from "./undo-changes.ts";

const EDITOR: ChangeSource = { kind: "undo", accountId: "acc_1" };
const START_MS = Date.UTC(2027, 0, 1);

describe.each(engines)("$name", ({ opened }) => {
	const clock = testClock(START_MS);
	const engine = opened(clock);
	let products = 0;

	const newBarcode = () => String(72_000_000 + products++);
	const apply = (change: MetadataChange, changeSet: number | null = null) => {
		clock.advance(1);
		return engine.db.write(applyMetadata, { changes: [change], existingOnly: false, changeSet });
	};
	const picture = (barcode: string, variant: Variant, sha256: string, madeFrom?: string) => {
		clock.advance(1);
		const row = imageRow({ barcode, variant, original_sha256: sha256, created_at: clock.now() });
		const image = { row, uploadOffsetMinutes: 0, existingOnly: false };
		return engine.db
			.write(addImage, madeFrom === undefined ? image : { ...image, madeFrom })
			.then(() => row.image_id);
	};
	const take = (barcode: string, variant: Variant | null = null) => {
		clock.advance(1);
		return engine.db.write(remove, { barcode, variant, uploadOffsetMinutes: 0 });
	};
	const undo = (ids: readonly number[], dryRun = false) => {
		clock.advance(1);
		const order = { ids, uploadOffsetMinutes: 0, changeSet: EDITOR, dryRun };
		return engine.db.write(undoChanges, order);
	};
	const undoLast = async (barcode: string) => (await undo([(await historyOf(barcode))[0]?.id ?? 0]))[0]?.kind;
	const productOf = (barcode: string) =>
		engine.db.read.selectFrom("product").selectAll().where("barcode", "=", barcode).executeTakeFirst();
	const imagesOf = async (barcode: string) => {
		const product = await productOf(barcode);
		return Object.keys(JSON.parse(product?.image_meta ?? "{}")).filter(
			(variant) => JSON.parse(product?.image_meta ?? "{}")[variant],
		);
	};
	const activeIds = async (barcode: string) => {
		const rows = await engine.db.read
			.selectFrom("image")
			.select("image_id")
			.where("barcode", "=", barcode)
			.where("active", "=", 1)
			.orderBy("variant")
			.execute();
		return rows.map((row) => row.image_id);
	};
	async function historyOf(barcode: string) {
		const rows = await engine.db.read
			.selectFrom("product_history")
			.selectAll()
			.where("barcode", "=", barcode)
			.orderBy("id", "desc")
			.execute();
		return rows.map((row) => ({ ...row, id: Number(row.id), undoes: row.undoes && Number(row.undoes) }));
	}

	test("a change records the previous values of changed scopes only; a new product records none", async () => {
		const barcode = newBarcode();
		await apply({ barcode, info: { brand: "Golden Sheaf" }, hechshers: [{ symbol: "OU" }] });
		await apply({ barcode, info: { brand: "Golden Sheaf" }, hechshers: [] });
		const [changed, created] = await historyOf(barcode);
		expect(created).toMatchObject({ kind: "created", values_before: null, change_set: null });
		expect(changed?.kind).toBe("changed");
		expect(JSON.parse(changed?.values_before ?? "")).toEqual({
			hechshers: [
				{ symbol: "OU", org: null, logo: null, dairy_meat_pareve: null, additional_designation: null },
			],
		});
	});

	test("a change without effect leaves no history", async () => {
		const barcode = newBarcode();
		await apply({ barcode, info: { brand: "A" } });
		await apply({ barcode, info: { brand: "A" } });
		expect(await historyOf(barcode)).toHaveLength(1);
	});

	test("undoes an edit of scopes together with the overridden category, and undoes the undo", async () => {
		const barcode = newBarcode();
		await apply({ barcode, info: { category: "Scanned" }, catalog_meta: { category: "Set" } });
		const before = await productOf(barcode);
		await apply({ barcode, info: { category: "Other" }, catalog_meta: null });
		const changed = await productOf(barcode);
		expect(await undoLast(barcode)).toBe("undone");
		expect(await productOf(barcode)).toEqual({ ...before, updated_at: clock.now(), changed_at: clock.now() });
		expect(await undoLast(barcode)).toBe("undone");
		expect(await productOf(barcode)).toEqual({
			...changed,
			updated_at: clock.now(),
			changed_at: clock.now(),
		});
	});

	test("undoes steps one after another, and names a newer change to the same scope", async () => {
		const barcode = newBarcode();
		for (const brand of ["A", "B", "C"]) await apply({ barcode, info: { brand } });
		await apply({ barcode, nutrition: { calories: "10" } });
		const [nutrition, toC, toB] = await historyOf(barcode);
		const refused = { kind: "newer", id: toC?.id, atMs: Number(toC?.at) };
		expect(await undo([toB?.id ?? 0])).toEqual([refused]);
		expect(await undo([toC?.id ?? 0, toB?.id ?? 0])).toEqual([{ kind: "undone" }, { kind: "undone" }]);
		expect((await productOf(barcode))?.brand).toBe("A");
		expect((await productOf(barcode))?.nutrition).not.toBe(null);
		expect(await undo([toB?.id ?? 0, 0])).toEqual([{ kind: "already_undone" }, { kind: "not_found" }]);
		expect((await historyOf(barcode))[0]?.undoes).toBe(toB?.id);
		expect(nutrition?.changed).toBe(4);
	});

	test("a dry run tells what would happen and changes nothing", async () => {
		const barcode = newBarcode();
		await apply({ barcode, info: { brand: "A" } });
		await apply({ barcode, info: { brand: "B" } });
		const ids = (await historyOf(barcode)).map(({ id }) => id);
		expect((await undo(ids, true)).map(({ kind }) => kind)).toEqual(["undone", "newer"]);
		expect((await productOf(barcode))?.brand).toBe("B");
	});

	test("undoing the creation removes the product with its picture", async () => {
		const barcode = newBarcode();
		await picture(barcode, "front", "one");
		expect(await undoLast(barcode)).toBe("undone");
		expect(await productOf(barcode)).toBe(undefined);
		expect(await activeIds(barcode)).toEqual([]);
	});

	test("restores a removed product with its scopes, its pictures and the time it was scanned", async () => {
		const barcode = newBarcode();
		await apply({ barcode, info: { brand: "A" }, ingredients: { allergens: ["milk"] } });
		await picture(barcode, "front", "one");
		await picture(barcode, "back", "two");
		const before = await productOf(barcode);
		const ids = await activeIds(barcode);
		await take(barcode);
		expect(await undoLast(barcode)).toBe("undone");
		const { id: _id, ...after } = (await productOf(barcode)) ?? { id: 0 };
		const { id: _before, ...kept } = before ?? { id: 0 };
		expect(after).toEqual({
			...kept,
			updated_at: clock.now(),
			changed_at: clock.now(),
			images_changed_at: clock.now(),
		});
		expect(await activeIds(barcode)).toEqual(ids);
	});

	test("leaves a removed product unchanged if it was created again", async () => {
		const barcode = newBarcode();
		await apply({ barcode, info: { brand: "A" } });
		await take(barcode);
		const [removal] = await historyOf(barcode);
		await apply({ barcode, info: { brand: "B" } });
		expect((await undo([removal?.id ?? 0]))[0]?.kind).toBe("newer");
		expect((await productOf(barcode))?.brand).toBe("B");
	});

	test("restores a replaced or removed picture as it was last prepared", async () => {
		const barcode = newBarcode();
		const first = await picture(barcode, "front", "one");
		const again = await picture(barcode, "front", "one", first);
		await picture(barcode, "front", "two");
		expect(await undoLast(barcode)).toBe("undone");
		expect(await activeIds(barcode)).toEqual([again]);
		await take(barcode, "front");
		expect(await imagesOf(barcode)).toEqual([]);
		expect(await undoLast(barcode)).toBe("undone");
		expect(await activeIds(barcode)).toEqual([again]);
		expect(await imagesOf(barcode)).toEqual(["front"]);
	});

	test("names a picture whose version is gone and changes nothing", async () => {
		const barcode = newBarcode();
		const first = await picture(barcode, "front", "one");
		await picture(barcode, "front", "two");
		await engine.execute(`delete from image where image_id = '${first}'`);
		const [replaced] = await historyOf(barcode);
		expect(await undo([replaced?.id ?? 0])).toEqual([{ kind: "picture_lost", variant: "front" }]);
		expect(await imagesOf(barcode)).toEqual(["front"]);
	});

	test("a change set records who made it, for what, and the range of its changes", async () => {
		const source = {
			kind: "import",
			accountId: null,
			byName: "Dov",
			batch: "spring",
			ownership: "studio",
		} as const;
		const id = await engine.db.write(openChangeSet, { source, atMs: clock.now() });
		const barcode = newBarcode();
		await apply({ barcode, info: { brand: "A" } }, id);
		await engine.db.write(closeChangeSet, { id, atMs: clock.now() + 5 });
		const [change] = await historyOf(barcode);
		const set = await engine.db.read
			.selectFrom("change_set")
			.selectAll()
			.where("id", "=", id)
			.executeTakeFirstOrThrow();
		expect(set).toMatchObject({
			by_name: "Dov",
			batch: "spring",
			ownership: "studio",
			closed_at: clock.now() + 5,
		});
		expect([Number(set.after_history), Number(set.last_history)]).toEqual([
			(change?.id ?? 0) - 1,
			change?.id ?? 0,
		]);
		expect(Number(change?.change_set)).toBe(id);
	});

	test("trimming deletes the oldest changes with their sets, the rest stays intact, and damage is reported", async () => {
		expect((await checkHistory(engine.db)).faults).toEqual([]);
		const barcode = newBarcode();
		clock.advance(1000);
		const keptFromMs = clock.now();
		await apply({ barcode, info: { brand: "A" } });
		await apply({ barcode, info: { brand: "B" } });
		while (await engine.db.write(trimHistory, { beforeMs: keptFromMs }));
		expect(await checkHistory(engine.db)).toEqual({ changes: 2, sets: 0, faults: [] });
		const [last, first] = await historyOf(barcode);
		await engine.execute(`update product_history set values_before = '{' where id = ${last?.id}`);
		await engine.execute(
			`update product_history set at = ${clock.now() + 9}, change_set = 77 where id = ${first?.id}`,
		);
		expect((await checkHistory(engine.db)).faults).toEqual([
			`change ${last?.id} of ${barcode} is stamped earlier than the one before it`,
			`change ${first?.id} of ${barcode} belongs to a set that does not exist`,
			`change ${last?.id} of ${barcode}: the state before it is unreadable`,
		]);
	});
});
