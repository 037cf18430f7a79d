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
		await execute(`insert into leak_case (case_id, name, state, created_at, changed_at, result, search_text)
			values ('case_1', 'A case', 'open', 1, 1, '{}', 'a case')`);
		await execute(`insert into task (kind, ref, state, lease_until, attempts, created_at, ended_at)
			values ('case', 'case_1', 'done', 0, 1, 1, 1)`);
		expect(await check()).toEqual({ files: 0, faults: [] });

		await execute("update leak_case set result = null");
		await execute("update task set progress = '{', lease_id = 'lease'");
		await execute(`insert into leak_case_file (case_id, file, content_type, size_bytes, sha256, stored_blob)
			values ('case_2', 'leak-1', 'image/jpeg', 1, '', 'cases/none')`);
		expect((await check()).faults).toEqual([
			{ caseId: "case_2", file: "leak-1", problem: "missing" },
			{ caseId: "case_1", problem: "it was traced, but there is no result" },
			{ caseId: "case_1", problem: "its progress is unreadable" },
			{ caseId: "case_1", problem: "a process holds its task, although that is done" },
			{ caseId: "case_2", file: "leak-1", problem: "it belongs to a case that does not exist" },
		]);
		await execute("update leak_case set result = '['");
		await execute("update task set state = 'running', lease_id = null, ended_at = null, progress = null");
		expect((await check()).faults.slice(1, 3)).toEqual([
			{ caseId: "case_1", problem: "its result is unreadable" },
			{ caseId: "case_1", problem: "its task is running, but no process holds it" },
		]);
	});
});
