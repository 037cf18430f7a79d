import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { isServed, lockForServing } from "./process-lock.ts";

let file: string;
beforeEach(() => {
	const folder = mkdtempSync(join(tmpdir(), "packshot-lock-"));
	file = join(folder, "server.lock");
	onTestFinished(() => rmSync(folder, { recursive: true }));
});

test("one holder at a time; the lock can be taken again when it was given back", () => {
	const unlock = lockForServing(file);
	expect(unlock).toBeTypeOf("function");
	expect(lockForServing(file)).toBeUndefined();
	unlock?.();
	const again = lockForServing(file);
	expect(again).toBeTypeOf("function");
	again?.();
});

test("others see whether it is held, and take nothing by looking", () => {
	expect(isServed(file)).toBe(false);
	const unlock = lockForServing(file);
	expect(isServed(file)).toBe(true);
	unlock?.();
	expect(isServed(file)).toBe(false);
	lockForServing(file)?.();
});

test("folders are locked apart", () => {
	const unlocks = [lockForServing(file), lockForServing(`${file}.other`)];
	expect(unlocks.every((unlock) => unlock !== undefined)).toBe(true);
	for (const unlock of unlocks) unlock?.();
});

test("another process holds it until it is killed, and leaves nothing behind", async () => {
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
