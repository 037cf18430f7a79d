import { describe, expect, test } from "vitest";
import { START_MS, testClock } from "../../../test/support/clock.ts";
import { engines, type OpenedEngine } from "../../../test/support/engines.ts";
import { imageRow } from "../../../test/support/image-row.ts";
import { remove } from "../../pictures/store/remove.ts";
import { addImage } from "../../pictures/store/store.ts";
import { HOUR_MS } from "../../platform/time/durations.ts";
import { applyMetadata } from "./apply-metadata.ts";

describe.each(engines)("$name", ({ opened }) => {
	const clock = testClock();
	const engine = opened(clock);
	const withOwnClock = opened();

	async function apply(barcode: string, brand = "A", { db }: OpenedEngine = engine) {
		const changes = [{ barcode, info: { brand } }];
		const applied = await db.write(applyMetadata, { changes, existingOnly: false });
		return applied.map(({ outcome }) => outcome);
	}
	function picture(barcode: string, variant: string, { db }: OpenedEngine = engine) {
		const row = imageRow({ barcode, variant });
		return db.write(addImage, { row, uploadOffsetMinutes: 0, existingOnly: false });
	}
	async function stampsOf(barcode: string, { db }: OpenedEngine = engine) {
		const { changed_at, updated_at, images_changed_at } = await db.read
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

	test("changes are stamped by the database's clock", async () => {
		const beforeMs = Date.now();
		await apply("1001", "A", withOwnClock);
		await picture("1001", "front", withOwnClock);
		const { updated_at, images_changed_at } = await stampsOf("1001", withOwnClock);
		const sorted = [beforeMs, updated_at, images_changed_at, Date.now()];
		expect(sorted).toEqual([...sorted].sort((one, other) => Number(one) - Number(other)));
	});

	test("stamps never go backwards when the clock is set back, for metadata, pictures and removals", async () => {
		const lateMs = START_MS + HOUR_MS;
		clock.set(lateMs);
		await apply("2001");
		clock.set(START_MS);
		await apply("2002");
		clock.set(lateMs - 1);
		await apply("2003");
		await picture("2004", "front");
		clock.set(START_MS);
		await picture("2004", "back");
		await engine.db.write(remove, { barcode: "2004", variant: "back", uploadOffsetMinutes: 0 });
		for (const barcode of ["2001", "2002", "2003", "2004"]) {
			expect((await stampsOf(barcode)).changed_at).toBe(lateMs);
		}
		expect((await stampsOf("2004")).images_changed_at).toBe(lateMs);
		clock.set(lateMs + 1);
		await apply("2002", "B");
		expect(await stampsOf("2002")).toMatchObject({ changed_at: lateMs + 1, updated_at: lateMs + 1 });
	});

	test("unchanged metadata leaves no stamp", async () => {
		clock.advance(HOUR_MS);
		await apply("3001");
		const stamp = await lastStamp();
		clock.advance(HOUR_MS);
		expect(await apply("3001")).toEqual(["unchanged"]);
		expect(await lastStamp()).toEqual(stamp);
	});

	test("a catalogue without a stamp starts from its newest product", async () => {
		clock.advance(HOUR_MS);
		const lateMs = clock.now();
		await apply("4001");
		await engine.execute("delete from service_state where name = 'catalogue_stamp'");
		clock.set(START_MS);
		await apply("4002");
		expect((await stampsOf("4002")).changed_at).toBe(lateMs);
	});
});
