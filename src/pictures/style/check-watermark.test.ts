import { describe, expect, onTestFinished, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { takeRun } from "../reprocessing/claims.ts";
import { checkWatermark } from "./check-watermark.ts";

const STYLE =
	"insert into watermark_style (style_id, revision, text, place, width_percent, opacity_percent, saved_at)";

describe.each(engines)("$name", ({ open }) => {
	test("finds no faults in a sound style and run, and names each fault of broken ones", async () => {
		const { db, execute, close } = await open();
		onTestFinished(close);
		expect(await checkWatermark(db)).toEqual({ isSaved: false, faults: [] });
		await execute(`${STYLE} values ('current', 1, 'STUDIO', 'tiled', 25, 30, 1)`);
		await db.write(takeRun, { runId: "prep_1", leaseId: "lease" });
		expect(await checkWatermark(db)).toEqual({ isSaved: true, faults: [] });

		await execute("update watermark_style set text = '水'");
		await execute("update task set progress = '{', state = 'done'");
		expect((await checkWatermark(db)).faults).toEqual([
			"the style: it cannot be drawn: these characters cannot be drawn: 水",
			"prep_1: its progress is unreadable",
			"prep_1: a process holds its task, although that is done",
			"prep_1: its task ended without an end time, or has one but did not end",
		]);
		await execute(
			"update watermark_style set text = null, logo_name = 'a.png', place = 'left', width_percent = 0, opacity_percent = 101",
		);
		await execute(
			"update task set progress = null, lease_id = null, asked = 'rest', state = 'resting', ended_at = null",
		);
		expect((await checkWatermark(db)).faults).toEqual([
			"the style: it has neither text nor logo, or both",
			"the style: it has a logo without a name, or a name without a logo",
			"the style: its place is left",
			"the style: its width is 0 %",
			"the style: its opacity is 101 %",
			"prep_1: its task is resting",
			"prep_1: its task was asked to rest",
		]);
	});
});
