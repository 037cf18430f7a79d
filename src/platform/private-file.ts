import { closeSync, openSync } from "node:fs";

/** Creates an empty file that only its owner can access, unless it exists; SQLite copies the mode of a database to its auxiliary files. */
export function makePrivateFile(file: string): void {
	closeSync(openSync(file, "a", 0o600));
}
