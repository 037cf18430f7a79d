import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { performBackupTask } from "../../src/cli/regular-backup.ts";
import { loadConfig } from "../../src/config.ts";
import { claimBackup, leaveBackup, readBackupState } from "../../src/operations/backup/schedule.ts";
import { PORTAL_PATH } from "../../src/pages/contract.ts";
import { findTask } from "../../src/platform/tasks/stored-tasks.ts";
import { importCalls, productLine, upload } from "../support/imports.ts";
import { testPicture } from "../support/picture.ts";
import { newPerson } from "../support/portal.ts";
import { startService, type TestService } from "../support/service.ts";

/** Every long task is seen and stopped in one way, whatever it is for. */

let packshot: TestService;
let administrator: Awaited<ReturnType<typeof newPerson>>;
let place: string;
beforeAll(async () => {
	place = mkdtempSync(join(tmpdir(), "packshot-tasks-"));
	packshot = await startService({
		settings: {
			PACKSHOT_BACKUP_URL: place,
			PACKSHOT_DISK_RESERVE_MEBIBYTES: "0",
			PACKSHOT_SESSION_IDLE_MINUTES: "525600",
		},
	});
	administrator = await newPerson(packshot, { isAdministrator: true });
});
afterAll(async () => {
	await packshot.close();
	rmSync(place, { recursive: true });
});

const list = async () => (await administrator.ask("GET /admin/tasks")).body.data;
const stop = (kind: string, ref: string, person = administrator) =>
	person.ask("POST /admin/tasks/{kind}/{ref}/stop", { path: { kind, ref } });
async function tracedCase(name: string): Promise<string> {
	const { body: made } = await administrator.ask("POST /admin/traces", { body: { name } });
	const path = { case_id: made.case_id as string };
	const { original } = await testPicture("front", {}, packshot.clock.now());
	const url = `${packshot.origin}${PORTAL_PATH}/admin/traces/${path.case_id}/leaks?name=leak.jpg`;
	const headers = {
		cookie: administrator.cookie ?? "",
		origin: packshot.origin,
		"x-packshot-csrf": administrator.csrf ?? "",
		"content-type": "application/octet-stream",
	};
	await fetch(url, { method: "POST", headers, body: original as BodyInit });
	await administrator.ask("POST /admin/traces/{case_id}/trace", { path });
	return path.case_id;
}

async function stopsRecorded(): Promise<number> {
	const { body } = await administrator.ask("GET /admin/events", { query: { limit: "50" } });
	return body.data.filter(({ what }: { what: string }) => what === "Backup stopped").length;
}

const schedule = { hour: 2, drillDays: 7, asked: null };

test("imports, cases, reprocessing and backups are listed and stopped, once each", async () => {
	const { db } = packshot.installation;
	const importId = await upload(packshot, administrator, "spring.ndjson", productLine("4021", "Sheaf"));
	packshot.clock.advance(1000);
	const caseId = await tracedCase("A leak");
	packshot.clock.advance(1000);
	await packshot.picture("4011", "front");
	await administrator.ask("POST /admin/watermark/preparing");
	packshot.clock.advance(1000);
	await db.write(claimBackup, { ...schedule, leaseId: "lease_died" });
	packshot.clock.advance(3_600_000);
	const tasks = await list();
	expect(tasks).toMatchObject([
		{
			kind: "import",
			ref: importId,
			name: "spring.ndjson",
			page: `/admin/imports/${importId}`,
			state: "waiting",
			is_held: false,
			is_bound: true,
			asked_by: null,
		},
		{ kind: "case", ref: caseId, name: "A leak", page: `/admin/trace/${caseId}`, state: "waiting" },
		{ kind: "preparing", name: null, page: "/admin/watermark", asked_by: administrator.email },
		{ kind: "backup", ref: "backup", state: "running", is_held: false, is_bound: false, asked_by: null },
	]);
	// The page may show a run that has ended, of which another was begun since.
	expect((await stop("preparing", "run_before")).body.error).toBe("task_ended");
	for (const { kind, ref } of tasks) {
		expect([kind, (await stop(kind, ref)).status]).toEqual([kind, 204]);
		const again = await stop(kind, ref);
		expect([kind, again.status, again.body.error]).toEqual([kind, 409, "task_ended"]);
	}
	expect(await list()).toEqual([]);
	expect((await readBackupState(db.read)).last.backup?.failure).toBe("It was stopped.");
	// What was stopped is not begun again at once.
	expect(await db.write(claimBackup, { ...schedule, leaseId: "lease_next" })).toBeNull();
	const { body } = await administrator.ask("GET /admin/events", { query: { limit: "4" } });
	expect(body.data.map(({ what }: { what: string }) => what)).toEqual([
		"Backup stopped",
		"Reprocessing of pictures ended early",
		"Tracing of case A leak cancelled",
		"Import of spring.ndjson stopped",
	]);
	expect((await importCalls(() => administrator).look(importId)).state).toBe("uploaded");
});

test("a backup whose process dies before it stops is not begun again, and one that was not due ends", async () => {
	const { installation, clock } = packshot;
	const claim = (asked: "backup" | null, leaseId: string) =>
		installation.db.write(claimBackup, { ...schedule, asked, leaseId });
	clock.advance(86_400_000);
	expect(await claim(null, "lease_dies")).toMatchObject({ ref: "backup" });
	expect((await stop("backup", "backup")).status).toBe(204);
	clock.advance(60_000);
	expect(await claim(null, "lease_next")).toBeNull();
	expect(await list()).toEqual([]);
	expect((await readBackupState(installation.db.read)).last.backup?.failure).toBe("It was stopped.");
	// Its server ends before the process has noticed.
	clock.advance(86_400_000);
	expect(await claim(null, "lease_of_server")).toMatchObject({ ref: "backup" });
	const before = await stopsRecorded();
	for (let click = 0; click < 2; click++) expect((await stop("backup", "backup")).status).toBe(204);
	expect(await stopsRecorded()).toBe(before + 1);
	await installation.db.write(leaveBackup, { leaseId: "lease_of_server", task: "backup", end: null });
	expect(await claim(null, "lease_again")).toBeNull();
	expect(await claim("backup", "lease_of_command")).toMatchObject({ ref: "backup" });
	clock.advance(60_000);
	expect(await claim(null, "lease_after")).toBeNull();
	expect(await list()).toEqual([]);
});

test("a backup that is under way ends when it is stopped, and says so", async () => {
	const { installation, clock, folder } = packshot;
	clock.advance(86_400_000);
	const claimed = await installation.db.write(claimBackup, { ...schedule, leaseId: "lease_mine" });
	if (!claimed) throw new Error("no backup was due");
	// A pipe in place of a picture holds the backup up until another process writes into it.
	const { original_blob } = await installation.db.read
		.selectFrom("image")
		.select("original_blob")
		.where("original_blob", "is not", null)
		.executeTakeFirstOrThrow();
	const file = join(folder, "blobs", `${original_blob}`);
	renameSync(file, `${file}.kept`);
	execFileSync("mkfifo", [file]);
	let hasEnded = false;
	const ended = performBackupTask(installation, loadConfig(packshot.settings), claimed).finally(() => {
		hasEnded = true;
	});
	const leaseUntil = async () =>
		Number((await findTask(installation.db.read, { kind: "backup", ref: "backup" }))?.lease_until);
	// The lease is renewed last when the stop is noticed, which may be at once.
	clock.advance(1000);
	const before = await leaseUntil();
	expect((await stop("backup", "backup")).status).toBe(204);
	expect(await list()).toMatchObject([{ kind: "backup", state: "running", is_stopping: true }]);
	clock.advance(1000);
	// On a busy machine it may end before it comes to the pipe.
	const isNoticed = async () => hasEnded || (await leaseUntil()) > before;
	await expect.poll(isNoticed).toBe(true);
	const writer = spawn("cp", [`${file}.kept`, file]);
	expect(await ended).toEqual({ failure: "It was stopped.", made: "" });
	writer.kill("SIGKILL");
	rmSync(file);
	renameSync(`${file}.kept`, file);
	expect(await list()).toEqual([]);
	expect((await readBackupState(installation.db.read)).last.backup?.failure).toBe("It was stopped.");
});

test("nobody but administrators sees or stops tasks, and what there is not cannot be stopped", async () => {
	const other = await newPerson(packshot, { roles: ["catalogue_editor"] });
	expect((await other.ask("GET /admin/tasks")).status).toBe(403);
	expect((await stop("backup", "backup", other)).status).toBe(403);
	expect((await stop("constructor", "backup")).status).toBe(404);
	expect((await stop("import", "imp_none")).body.error).toBe("task_ended");
	expect(await findTask(packshot.installation.db.read, { kind: "import", ref: "imp_none" })).toBeUndefined();
});
