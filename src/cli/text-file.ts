import { readFileSync } from "node:fs";
import { plainFault } from "../platform/plain-fault.ts";
import { CommandFailure } from "./command-line.ts";

/** The text of a UTF-8 file, without the byte order mark that editors on Windows put before it. @throws CommandFailure that names the file */
export function readTextFile(file: string): string {
	try {
		return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
	} catch (fault) {
		throw new CommandFailure(`${file}: ${plainFault(fault)}`);
	}
}
