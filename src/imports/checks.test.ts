import { describe, expect, onTestFinished, test } from "vitest";
import { engines } from "../../test/support/engines.ts";
import { beginCommandImport } from "./batches/claims.ts";
import { importTask } from "./batches/store.ts";
import { checkImports } from "./checks.ts";

describe.each(engines)("$name", ({ open }) => {
	test("finds no faults in sound imports, and names broken reports, refusals and leases", async () => {
		const { db, execute, close } = await open();
		onTestFinished(close);
		const chosen = { existingOnly: false, mode: "replace", exact: false } as const;
		const begun = { sourceBatch: "b", ownership: null, uploadedBy: null, files: [], ...chosen };
		const held = { ...importTask("01a"), leaseId: "lease" };
		await db.write(beginCommandImport, { ...begun, ...held });
		expect(await checkImports(db)).toEqual({ imports: 1, faults: [] });
		await execute("update import_batch set report = '{'");
		await execute("update task set state = 'done', place = null");
		await execute(
			"insert into import_refusal (import_id, number, source, cause, reason, expires_at) values ('01b', 1, 's', 'c', 'r', 1)",
		);
		expect((await checkImports(db)).faults).toEqual([
			"01a: report is unreadable",
			"01a: a process holds its task, although that is done",
			"01a: its task ended without an end time, or has one but did not end",
			"01b: refusals of an import that does not exist",
		]);
		await execute("update import_batch set report = null, state = 'imported'");
		expect((await checkImports(db)).faults[0]).toBe("01a: it was imported, but there is no report");
	});
});
