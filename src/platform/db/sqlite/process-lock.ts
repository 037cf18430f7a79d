import { DatabaseSync } from "@photostructure/sqlite";

/**
 * Takes the folder for one server: an exclusive lock on a small SQLite file of its own, which the operating system releases
 * even when the process is killed. The command line works beside a server and does not ask for it.
 * @returns a function that gives the lock back, or `undefined` when another process holds it.
 */
export function lockForServing(file: string): (() => void) | undefined {
	const database = new DatabaseSync(file, { timeout: 0 });
	try {
		database.exec("BEGIN EXCLUSIVE");
	} catch {
		database.close();
		return undefined;
	}
	return () => database.close();
}
