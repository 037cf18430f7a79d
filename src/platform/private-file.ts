import { closeSync, openSync } from "node:fs";

/** Makes an empty file for its owner alone where there is none; SQLite gives the mode of a database to the files beside it. */
export function makePrivateFile(file: string): void {
	closeSync(openSync(file, "a", 0o600));
}
