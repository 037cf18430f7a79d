import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { setMaintenance } from "../../maintenance.ts";
import { StorageUnavailable } from "../database.ts";
import { openSqliteDatabase } from "./engine.ts";

const folder = mkdtempSync(join(tmpdir(), "packshot-sqlite-"));
const file = join(folder, "packshot.sqlite");
beforeAll(() => copyFileSync(inject("sqliteTemplate"), file));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("starts scan threads on demand: one for sequential queries, two for concurrent ones", async () => {
	const db = openSqliteDatabase(file);
	const count = () => db.scan.selectFrom("service_state").select("value").execute();
	const started = () => db.activity().pools.scan?.open;
	await db.read.selectFrom("service_state").select("value").execute();
	expect(started()).toBe(0);
	await count();
	await count();
	expect(started()).toBe(1);
	await Promise.all([count(), count(), count()]);
	expect(started()).toBe(2);
	await db.close();
});

test("a database closed before its first query starts no threads afterwards", async () => {
	const db = openSqliteDatabase(file);
	await db.close();
	await expect(db.write(setMaintenance, { message: "x" })).rejects.toThrow(StorageUnavailable);
	const scan = db.scan.selectFrom("service_state").select("value").execute();
	await expect(scan).rejects.toThrow(StorageUnavailable);
	expect(db.activity().pools.scan?.open).toBe(0);
});
