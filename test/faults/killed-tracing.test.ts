import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { storeFiles } from "../../src/leaks/cases/case-files.ts";
import { addCaseLeak, openNewCase, traceCase } from "../../src/leaks/cases/changes.ts";
import { openSqlite } from "../../src/platform/db/sqlite/connection.ts";
import type { TaskTable } from "../../src/platform/tasks/task-table.ts";
import { startBuiltServer } from "../support/built-server.ts";
import { testClock } from "../support/clock.ts";
import { startService, type TestService } from "../support/service.ts";
import { signedUrl } from "../support/signed-urls.ts";

/** A server is killed while it traces a leak: the next one completes the trace. */

const CASE = { caseId: "case_killed", name: "Killed" };

let folder: string;
let clientId: string;
beforeAll(async () => {
	folder = mkdtempSync(join(tmpdir(), "packshot-killed-tracing-"));
	const service = await startService({ folder, clock: testClock(Date.now()) });
	const client = await service.client();
	clientId = client.clientId;
	await service.product({ barcode: "4011", info: { brand: "Golden Sheaf" } });
	await service.picture("4011", "front");
	const { bytes } = await service.call(await signedUrl(service, client, "4011"));
	await queueCase(service, bytes);
	await service.alter(NEVER_ENDS);
	await service.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function queueCase({ installation }: TestService, bytes: Uint8Array): Promise<void> {
	const { db } = installation;
	const actor = { accountId: null, address: null, requestId: "req_test", atMs: Date.now() };
	await db.write(openNewCase, { ...CASE, note: null, barcode: null, variant: null, actor });
	const files = [
		{ file: "leak", bytes, contentType: "image/jpeg" },
		{ file: "preview", bytes, contentType: "image/jpeg" },
	];
	const [leak, preview] = await storeFiles(installation, files, Date.now());
	await db.write(addCaseLeak, { caseId: CASE.caseId, leak: leak!, preview: preview! });
	expect(await db.write(traceCase, { ...CASE, actor })).toBe("queued");
}

/** Reads the case without a server. */
async function caseBeside(): Promise<(TaskTable & { result: string | null }) | undefined> {
	const database = openSqlite(join(folder, "packshot.sqlite"), "reading");
	const row = database.first(
		"select task.*, result from leak_case join task on ref = case_id where case_id = ?",
	)([CASE.caseId]);
	database.close();
	return row as (TaskTable & { result: string | null }) | undefined;
}

/** Delays the end of the first attempt until the kill. SQLite has no sleep function, so it counts. */
const NEVER_ENDS = `create trigger never_ends before update of state on task
	when new.state = 'done' and new.attempts = 1
	begin select max(n) from (with recursive numbers(n) as (select 1 union all select n + 1 from numbers) select n from numbers); end`;

test("a leak case whose server is killed while tracing is traced by the next server", async () => {
	const settings = { PACKSHOT_DATA: folder, PACKSHOT_LOG_LEVEL: "silent" };
	const first = await startBuiltServer(settings);
	await expect.poll(async () => (await caseBeside())?.state, { interval: 20 }).toBe("running");
	const gone = once(first.process, "exit");
	first.process.kill("SIGKILL");
	await gone;
	const left = await caseBeside();
	expect(left?.attempts).toBe(1);

	const second = await startBuiltServer(settings);
	await expect.poll(async () => (await caseBeside())?.state, { interval: 200 }).toBe("done");
	const row = await caseBeside();
	expect(row?.attempts).toBe(2);
	expect(JSON.parse(row?.result ?? "{}").candidates[0]).toMatchObject({
		client_id: clientId,
		is_named: true,
	});
	const ended = once(second.process, "exit");
	second.process.kill("SIGTERM");
	await ended;
});
