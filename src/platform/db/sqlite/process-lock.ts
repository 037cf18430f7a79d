import { existsSync } from "node:fs";
import { makePrivateFile } from "../../private-file.ts";
import { sqliteLibrary } from "./library.ts";

/** Longer than it takes another process to test the lock. */
const LOOK_MS = 250;

/**
 * Locks the folder for one server: an exclusive lock on a small SQLite file of its own, which the operating system releases even when the process is
 * killed. Command-line tools may run beside a server and do not take it.
 * @returns a function that releases the lock, or `undefined` when another process holds it.
 */
export function lockForServing(file: string): (() => void) | undefined {
	makePrivateFile(file);
	const { DatabaseSync } = sqliteLibrary();
	const database = new DatabaseSync(file, { timeout: LOOK_MS });
	try {
		// A journal in a file would need room on the disk, and a server has to start on a full one.
		database.exec("PRAGMA journal_mode = MEMORY");
		database.exec("BEGIN EXCLUSIVE");
	} catch {
		database.close();
		return undefined;
	}
	return () => database.close();
}

/** Whether a server currently holds the lock. */
export function isServed(file: string): boolean {
	if (!existsSync(file)) return false;
	const { DatabaseSync } = sqliteLibrary();
	const database = new DatabaseSync(file, { readOnly: true, timeout: 0 });
	try {
		database.exec("SELECT 1 FROM sqlite_schema");
		return false;
	} catch {
		return true;
	} finally {
		database.close();
	}
}
