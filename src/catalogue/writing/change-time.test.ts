import { describe, expect, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { imageRow } from "../../../test/support/image-row.ts";
import { remove } from "../../pictures/store/remove.ts";
import { addImage } from "../../pictures/store/store.ts";
import { HOUR_MS } from "../../platform/time/durations.ts";
import { applyMetadata } from "./apply-metadata.ts";

describe.each(engines)("$name", ({ opened }) => {
	const engine = opened();

	async function apply(barcode: string, nowMs: number | null, brand = "A") {
		const changes = [{ barcode, info: { brand } }];
		const applied = await engine.db.write(applyMetadata, { changes, existingOnly: false, nowMs });
		return applied.map(({ outcome }) => outcome);
	}
	function picture(barcode: string, variant: string, nowMs: number | null) {
		const row = imageRow({ barcode, variant, created_at: nowMs ?? 0 });
		return engine.db.write(addImage, { row, uploadOffsetMinutes: 0, existingOnly: false, nowMs });
	}
	async function stampsOf(barcode: string) {
		const { changed_at, updated_at, images_changed_at } = await engine.db.read
			.selectFrom("product")
			.selectAll()
			.where("barcode", "=", barcode)
			.executeTakeFirstOrThrow();
		return { changed_at, updated_at, images_changed_at };
	}
	const lastStamp = () =>
		engine.db.read
			.selectFrom("service_state")
			.select("value")
			.where("name", "=", "catalogue_stamp")
			.executeTakeFirst();

	test("changes are stamped by the database's clock when no other time is given", async () => {
		const beforeMs = Date.now();
		await apply("1001", null);
		await picture("1001", "front", null);
		const { updated_at, images_changed_at } = await stampsOf("1001");
		const sorted = [beforeMs, updated_at, images_changed_at, Date.now()];
		expect(sorted).toEqual([...sorted].sort((one, other) => Number(one) - Number(other)));
	});

	test("stamps never go backwards when the clock is set back, for metadata, pictures and removals", async () => {
		const lateMs = Date.now() + HOUR_MS;
		await apply("2001", lateMs);
		await apply("2002", null);
		await apply("2003", lateMs - 1);
		await picture("2004", "front", lateMs - 2);
		await picture("2004", "back", null);
		await engine.db.write(remove, { barcode: "2004", variant: "back", uploadOffsetMinutes: 0, nowMs: null });
		for (const barcode of ["2001", "2002", "2003", "2004"]) {
			expect((await stampsOf(barcode)).changed_at).toBe(lateMs);
		}
		expect((await stampsOf("2004")).images_changed_at).toBe(lateMs);
		await apply("2002", lateMs + 1, "B");
		expect(await stampsOf("2002")).toMatchObject({ changed_at: lateMs + 1, updated_at: lateMs + 1 });
	});

	test("unchanged metadata leaves no stamp", async () => {
		await apply("3001", Date.now() + 2 * HOUR_MS);
		const stamp = await lastStamp();
		const laterMs = Date.now() + 3 * HOUR_MS;
		expect(await apply("3001", laterMs)).toEqual(["unchanged"]);
		expect(await lastStamp()).toEqual(stamp);
	});

	test("a catalogue without a stamp starts from its newest product", async () => {
		const lateMs = Date.now() + 4 * HOUR_MS;
		await apply("4001", lateMs);
		await engine.execute("delete from service_state where name = 'catalogue_stamp'");
		await apply("4002", null);
		expect((await stampsOf("4002")).changed_at).toBe(lateMs);
	});
});
