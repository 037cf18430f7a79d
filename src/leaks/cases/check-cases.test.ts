import { tmpdir } from "node:os";
import { describe, expect, onTestFinished, test } from "vitest";
import { engines } from "../../../test/support/engines.ts";
import { openDiskBlobs } from "../../platform/blobs/disk.ts";
import { checkCases } from "./check-cases.ts";

describe.each(engines)("$name", ({ open }) => {
	test("a sound case has no faults; unreadable or inconsistent cases and files without a case are reported", async () => {
		const { db, execute, close } = await open();
		onTestFinished(close);
		const stores = { db, blobs: openDiskBlobs(tmpdir()) };
		const check = () => checkCases(stores, { read: false });
		await execute(`insert into leak_case (case_id, name, state, status, created_at, changed_at, attempts, result, search_text)
			values ('case_1', 'A case', 'open', 'done', 1, 1, 1, '{}', 'a case')`);
		expect(await check()).toEqual({ files: 0, faults: [] });

		await execute("update leak_case set result = null, progress = '{', runner = 'lease'");
		await execute(`insert into leak_case_file (case_id, file, content_type, size_bytes, sha256, stored_blob)
			values ('case_2', 'leak-1', 'image/jpeg', 1, '', 'cases/none')`);
		expect((await check()).faults).toEqual([
			{ caseId: "case_2", file: "leak-1", problem: "missing" },
			{ caseId: "case_1", problem: "its progress is unreadable" },
			{ caseId: "case_1", problem: "it was traced, but there is no result" },
			{ caseId: "case_1", problem: "it is done, but a process is tracing it" },
			{ caseId: "case_2", file: "leak-1", problem: "it belongs to a case that does not exist" },
		]);
		await execute("update leak_case set status = 'running', runner = null, result = '[', progress = null");
		expect((await check()).faults.slice(1, 3)).toEqual([
			{ caseId: "case_1", problem: "its result is unreadable" },
			{ caseId: "case_1", problem: "it is running, but no process is tracing it" },
		]);
	});
});
