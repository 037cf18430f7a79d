import { expect, test } from "vitest";
import { claimImport } from "../src/imports/batches/claims.ts";
import { findImport } from "../src/imports/batches/store.ts";
import { checkImports } from "../src/imports/checks.ts";
import { findCase, statusOf } from "../src/leaks/cases/read.ts";
import { claimCase } from "../src/leaks/cases/running.ts";
import { claimBackup, readBackupState } from "../src/operations/backup/schedule.ts";
import { claimRun } from "../src/pictures/reprocessing/claims.ts";
import { figuresOf } from "../src/pictures/reprocessing/run.ts";
import { taskFaults } from "../src/platform/tasks/stored-tasks.ts";
import { type TestClock, testClock } from "./support/clock.ts";
import { migratedRows } from "./support/earlier-rows.ts";

/** Work of earlier versions that was under way, waiting or over goes on from the table of tasks. */

const importRow = (id: string, columns: string, values: string) =>
	`insert into import_batch (import_id, origin, source_batch, existing_only, files, state, stop_asked, lease_until, change_sets, created_at, ${columns})
	values ('${id}', ${values})`;
const caseRow = (id: string, columns: string, values: string) =>
	`insert into leak_case (case_id, name, state, created_at, changed_at, search_text, status, attempts${columns})
	values ('${id}', 'A case', 'open', 1, 1, 'a case', ${values})`;

const ROWS = [
	importRow(
		"01a",
		"folder_id, task, task_by, lease_id, started_at, progress",
		`'page', 'b', 0, '[]', 'checked', 0, 500, '[7]', 10, 'folder', 'import', 'acc_1', 'dead', 400, '{"lines":3}'`,
	),
	importRow(
		"01b",
		"started_at, ended_at, report",
		`'page', 'b', 0, '[]', 'imported', 0, 0, '[8]', 20, 300, 310, '{}'`,
	),
	importRow(
		"01c",
		"started_at, ended_at, failure",
		`'page', 'b', 0, '[]', 'failed', 0, 0, '[]', 30, 300, 310, 'broken'`,
	),
	importRow(
		"01d",
		"task, lease_id, started_at",
		`'command', 'b', 0, '[]', 'stopped', 0, 500, '[]', 40, 'import', '01d', 400`,
	),
	importRow(
		"01e",
		"task, task_by, report",
		`'page', 'b', 0, '[]', 'imported', 1, 0, '[9]', 50, 'undo', 'acc_1', '{}'`,
	),
	importRow("01f", "folder_id", `'page', 'b', 0, '[]', 'uploading', 0, 0, '[]', 60, 'folder'`),
	`insert into preparing_run (run_id, origin, account_id, state, total, prepared, completed, superseded, failed, failures, worked_ms, lease_id, lease_until, created_at)
	values ('prep_1', 'page', 'acc_1', 'going', 9, 4, 2, 1, 1, '[{"barcode":"4011","variant":"front","reason":"no"}]', 1234, 'dead', 500, 70)`,
	caseRow("case_draft", "", "'draft', 0"),
	caseRow("case_waits", ", queued_at", "'waiting', 0, 90"),
	caseRow(
		"case_runs",
		", queued_at, runner, lease_until, progress",
		`'running', 1, 80, 'dead', 500, '{"stage":"read"}'`,
	),
	caseRow("case_done", ", queued_at, finished_at, result", "'done', 1, 70, 75, '{}'"),
	caseRow("case_failed", ", queued_at, finished_at, problem", "'failed', 2, 70, 76, 'unreadable'"),
	caseRow("case_cancelled", ", queued_at, finished_at", "'cancelled', 0, 70, 77"),
	`insert into service_state (name, value) values ('backup_state', '{"leaseId":"dead","leaseUntilMs":500,"task":"backup","beganMs":450,"last":{"drill":{"beganMs":1,"endedMs":2,"failure":null,"made":"x"}},"goodMs":{"drill":1}}')`,
];

const migrated = (clock: TestClock) => migratedRows("0066-tasks", ROWS, clock);

test("half-done imports, runs, cases and backups of earlier versions are taken over, and what was over stays so", async () => {
	const clock = testClock(499);
	const db = await migrated(clock);
	for (const kind of ["import", "preparing", "case", "backup"] as const)
		expect(await taskFaults(db.scan, kind)).toEqual([]);
	expect((await checkImports(db)).faults).toEqual([]);
	const { read } = db;
	expect(await findImport(read, "01a")).toMatchObject({
		task: "import",
		task_by: "acc_1",
		progress: { lines: 3 },
	});
	expect(await findImport(read, "01b")).toMatchObject({ task: null, started_at: 300, ended_at: 310 });
	expect(await findImport(read, "01c")).toMatchObject({ task: null, failure: "broken", state: "failed" });
	expect(await findImport(read, "01e")).toMatchObject({ task: "undo", stop_asked: true });
	expect(await findImport(read, "01f")).toMatchObject({ task: null, state: "uploading", ended_at: null });
	const cases = ["draft", "waits", "runs", "done", "failed", "cancelled"].map((id) =>
		findCase(db, `case_${id}`),
	);
	expect(
		(await Promise.all(cases)).map((row) => row && [statusOf(row), row.finished_at, row.failure]),
	).toEqual([
		["draft", null, null],
		["waiting", null, null],
		["running", null, null],
		["done", 75, null],
		["failed", 76, "unreadable"],
		["cancelled", 77, null],
	]);

	const leaseId = "new";
	const folderId = "folder";
	clock.set(499);
	expect(await db.write(claimImport, { leaseId, folderId })).toBeUndefined();
	clock.set(500);
	expect(await db.write(claimImport, { leaseId, folderId })).toMatchObject({
		ref: "01a",
		action: "import",
	});
	clock.set(499);
	expect(await db.write(claimRun, { leaseId })).toBeUndefined();
	clock.set(500);
	const run = await db.write(claimRun, { leaseId });
	expect(run && [run.account_id, figuresOf(run)]).toEqual([
		"acc_1",
		{
			total: 9,
			prepared: 4,
			completed: 2,
			superseded: 1,
			failed: 1,
			workedMs: 1234,
			failures: [{ barcode: "4011", variant: "front", reason: "no" }],
		},
	]);
	clock.set(499);
	expect(await db.write(claimCase, { leaseId })).toBeUndefined();
	clock.set(500);
	expect(await db.write(claimCase, { leaseId })).toMatchObject({ ref: "case_runs", attempts: 2 });
	const due = { hour: 2, drillDays: 7, asked: null };
	expect(await readBackupState(read)).toMatchObject({ goodMs: { drill: 1 }, last: { drill: { made: "x" } } });
	clock.set(499);
	expect(await db.write(claimBackup, { leaseId, ...due })).toBeNull();
	clock.set(500);
	expect(await db.write(claimBackup, { leaseId, ...due })).toMatchObject({ ref: "backup" });
});

test("an import of the command that was killed, and a task that was to stop, are left to their end", async () => {
	const db = await migrated(testClock(500));
	expect(await db.write(claimImport, { leaseId: "new", folderId: "another" })).toBeUndefined();
	expect(await findImport(db.read, "01d")).toMatchObject({ task: null, state: "stopped", ended_at: 500 });
	expect(await findImport(db.read, "01e")).toMatchObject({ task: null, state: "imported", ended_at: 500 });
});
