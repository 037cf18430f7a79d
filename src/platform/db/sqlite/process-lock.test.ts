import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { smallDisk, whyNoDisk } from "../../../../test/support/small-disk.ts";
import { isServed, lockForServing } from "./process-lock.ts";

let file: string;
beforeEach(() => {
	const folder = mkdtempSync(join(tmpdir(), "packshot-lock-"));
	file = join(folder, "server.lock");
	onTestFinished(() => rmSync(folder, { recursive: true }));
});

test("a lock has one holder at a time and can be taken again once released", () => {
	const unlock = lockForServing(file);
	expect(unlock).toBeTypeOf("function");
	expect(lockForServing(file)).toBeUndefined();
	unlock?.();
	const again = lockForServing(file);
	expect(again).toBeTypeOf("function");
	again?.();
});

test("checking whether the lock is held does not take it", () => {
	expect(isServed(file)).toBe(false);
	const unlock = lockForServing(file);
	expect(isServed(file)).toBe(true);
	unlock?.();
	expect(isServed(file)).toBe(false);
	const again = lockForServing(file);
	expect(again).toBeTypeOf("function");
	again?.();
});

test("different folders are locked independently", () => {
	const other = join(dirname(file), "other");
	mkdirSync(other);
	const unlocks = [lockForServing(file), lockForServing(join(other, basename(file)))];
	expect(unlocks.every((unlock) => unlock !== undefined)).toBe(true);
	for (const unlock of unlocks) unlock?.();
});

test("a lock held by another process is free again once that process is killed", async () => {
	const holder = spawn(process.execPath, [
		"--input-type=module",
		"--eval",
		`import { DatabaseSync } from "@photostructure/sqlite";
		const database = new DatabaseSync(${JSON.stringify(file)});
		database.exec("BEGIN EXCLUSIVE");
		process.stdout.write("held");
		setInterval(() => database.isOpen, 1000);`,
	]);
	await new Promise((resolve) => holder.stdout.once("data", resolve));
	expect(lockForServing(file)).toBeUndefined();
	const gone = new Promise((resolve) => holder.once("exit", resolve));
	holder.kill("SIGKILL");
	await gone;
	const unlock = lockForServing(file);
	expect(unlock).toBeTypeOf("function");
	unlock?.();
});

const reason = whyNoDisk();
if (reason) console.info(`full disks are not tried: ${reason}`);

test.skipIf(reason !== undefined)("a lock is taken and seen on a full disk", () => {
	const disk = smallDisk(256);
	onTestFinished(() => disk.remove());
	const there = join(disk.folder, "server.lock");
	lockForServing(there)?.();
	disk.fill();
	const unlock = lockForServing(there);
	expect(unlock).toBeTypeOf("function");
	expect([isServed(there), lockForServing(there)]).toEqual([true, undefined]);
	unlock?.();
	expect(isServed(there)).toBe(false);
});
