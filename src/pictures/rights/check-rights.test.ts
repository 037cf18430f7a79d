import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines, type OpenedEngine } from "../../../test/support/engines.ts";
import { checkRights } from "./check-rights.ts";

describe.each(engines)("$name", ({ open }) => {
	let engine: OpenedEngine;
	beforeEach(async () => {
		engine = await open();
	});
	afterEach(() => engine.close());
	const save = (creator: string) =>
		engine.execute(
			`insert into picture_rights (rights_id, revision, creator, saved_at) values ('current', 1, '${creator}', 1)`,
		);

	test("texts that were never set, and those that were checked, are right", async () => {
		expect(await checkRights(engine.db)).toEqual({ isSaved: false, isRenewed: true, faults: [] });
		await save("Studio North");
		expect(await checkRights(engine.db)).toEqual({ isSaved: true, isRenewed: true, faults: [] });
	});

	test("texts of which no packet can be made are reported", async () => {
		await save("x".repeat(3000));
		await engine.execute("update picture_rights set data_mining = 'DMI-PROHIBITED-SEECONSTRAINT'");
		expect((await checkRights(engine.db)).faults).toEqual([
			expect.stringMatching(/^the texts are too long by \d+ bytes/),
			"data_mining is DMI-PROHIBITED-SEECONSTRAINT",
		]);
	});

	test("file sizes of an earlier version that are not renewed yet are no fault", async () => {
		await engine.execute("insert into service_state (name, value) values ('file_sizes_renewed_to', '7')");
		expect(await checkRights(engine.db)).toMatchObject({ isRenewed: false, faults: [] });
	});
});
