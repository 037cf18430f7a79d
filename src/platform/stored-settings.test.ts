import { describe, expect, test } from "vitest";
import { engines } from "../../test/support/engines.ts";
import { changeServiceSettings } from "../operations/pages/settings/changes.ts";
import { integerSetting, storable, textSetting } from "./settings.ts";
import { createStoredSettings, type StorableSetting } from "./stored-settings.ts";

const keys = (byte: number) => [Buffer.alloc(32, byte), Buffer.alloc(32, byte - 1)] as const;
const named = { label: "A label", hint: "A hint." };
const settings = {
	name: storable(textSetting("PACKSHOT_NAME", undefined, "A name"), { ...named, conceal: () => null }),
	hour: storable(integerSetting("PACKSHOT_HOUR", 2, { min: 0, max: 23 }, "An hour"), named),
};

function storableOf(values: Record<string, unknown>): StorableSetting[] {
	const at = { group: "g", values, given: undefined };
	return Object.entries(settings).map(([key, setting]) => ({ ...at, key, setting }));
}

describe.each(engines)("$name", ({ opened }) => {
	const engine = opened();
	const change = (revision: number, texts: Record<string, string | { sealed: string } | null>) =>
		engine.db.write(changeServiceSettings, {
			revision,
			texts,
			changes: { PACKSHOT_HOUR: [null, null] },
			isOtherMail: false,
			actor: { accountId: null, address: null, requestId: "req_1", atMs: 1 },
		});
	const open = (values: Record<string, unknown>, sealKeys = keys(2)) =>
		createStoredSettings({ db: engine.db, sealKeys, storable: storableOf(values) });

	test("of many changes of one revision, the first included, one is made, and every reader follows it", async () => {
		const values: Record<string, unknown> = { name: undefined, hour: 2 };
		const stored = await open(values);
		for (const revision of [0, 1]) {
			const name = stored.kept("PACKSHOT_NAME", "a secret");
			const hours = ["3", "4", "5", "6"].map((hour) =>
				change(revision, { PACKSHOT_NAME: name, PACKSHOT_HOUR: `${Number(hour) + revision}` }),
			);
			expect((await Promise.all(hours)).filter(Boolean)).toHaveLength(1);
		}
		await stored.refresh();
		expect(stored.standing().revision).toBe(2);
		expect(values).toEqual({ name: "a secret", hour: expect.any(Number) });
		const events = await engine.db.read.selectFrom("portal_event").selectAll().execute();
		expect(events).toHaveLength(2);
		expect(
			JSON.stringify(await engine.db.read.selectFrom("service_state").selectAll().execute()),
		).not.toContain("a secret");
		expect(await change(2, { PACKSHOT_NAME: null, PACKSHOT_HOUR: null })).toBe(true);
		await stored.refresh();
		expect(values).toEqual({ name: undefined, hour: 2 });
	});

	test("what another version stored and this one cannot use counts as unset, and says why", async () => {
		const { revision } = (await open({})).standing();
		await change(revision, { PACKSHOT_HOUR: "24", PACKSHOT_NAME: { sealed: "AAAA" }, PACKSHOT_GONE: "x" });
		const values: Record<string, unknown> = {};
		const { settings: standing } = (await open(values)).standing();
		expect(values).toEqual({ name: undefined, hour: 2 });
		expect(standing.map(({ fault }) => fault)).toEqual([
			expect.stringContaining("does not open"),
			expect.stringContaining("whole number from 0 to 23"),
		]);
	});
});
