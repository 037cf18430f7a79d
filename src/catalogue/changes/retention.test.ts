import { describe, expect, onTestFinished, test } from "vitest";
import { testClock } from "../../../test/support/clock.ts";
import { engines } from "../../../test/support/engines.ts";
import { applyMetadata } from "../writing/apply-metadata.ts";
import { checkChanges } from "./check-changes.ts";
import { readFeedState } from "./feed-state.ts";
import { trimChanges } from "./retention.ts";

const START_MS = Date.UTC(2027, 0, 1);

describe.each(engines)("$name", ({ open }) => {
	/** A catalogue with several groups of changes of these sizes, each a moment later than the last. */
	async function changed(...counts: readonly number[]) {
		const clock = testClock();
		const engine = await open(clock);
		onTestFinished(engine.close);
		for (const [place, count] of counts.entries()) {
			const changes = Array.from({ length: count }, (_, at) => ({
				barcode: String(10_000 + 1000 * place + at),
				info: {},
			}));
			clock.set(START_MS + place);
			await engine.db.write(applyMetadata, { changes, existingOnly: false });
		}
		return engine;
	}

	test("old changes are deleted oldest first, 500 at a time, and positions continue", async () => {
		const { db } = await changed(700, 3);
		expect(await db.write(trimChanges, { beforeMs: START_MS })).toBe(false);
		expect(await readFeedState(db.read)).toMatchObject({ head: 703, earliest: 0 });
		expect(await db.write(trimChanges, { beforeMs: START_MS + 1 })).toBe(true);
		expect(await readFeedState(db.read)).toMatchObject({ head: 703, earliest: 500 });
		expect(await db.write(trimChanges, { beforeMs: START_MS + 1 })).toBe(false);
		expect(await readFeedState(db.read)).toMatchObject({ head: 703, earliest: 700 });
		expect(await db.write(trimChanges, { beforeMs: START_MS + 2 })).toBe(false);
		expect(await readFeedState(db.read)).toMatchObject({ head: 703, earliest: 703 });
		const changes = [{ barcode: "4011", info: {} }];
		await db.write(applyMetadata, { changes, existingOnly: false });
		expect(await readFeedState(db.read)).toMatchObject({ head: 704, earliest: 703 });
		expect(await checkChanges(db)).toEqual({ changes: 1, faults: [] });
	});

	test("the check finds no faults in an empty or an intact log", async () => {
		expect(await checkChanges((await changed()).db)).toEqual({ changes: 0, faults: [] });
		expect(await checkChanges((await changed(3, 2)).db)).toEqual({ changes: 5, faults: [] });
	});

	test.each([
		["delete from product_change where position = 2", "only 4 of the positions 1 to 5 have a change"],
		["delete from product_change where position = 5", "the counter is at 5, but the newest change is at 4"],
		[
			"update service_state set value = '4' where name = 'change_position'",
			"the counter is at 4, but there is a change at 5",
		],
		[
			"update product_change set changed_at = 1 where position = 3",
			"the change at 3 is stamped earlier than the one before it",
		],
	])("after %s the check reports: %s", async (damage, fault) => {
		const { db, execute } = await changed(3, 2);
		await execute(damage);
		expect((await checkChanges(db)).faults).toEqual([fault]);
	});
});
