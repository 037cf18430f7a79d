import { constants } from "node:os";
import { plainFault } from "../platform/plain-fault.ts";
import { exitCodes } from "./command-line.ts";

/** What a shell reports for a program that wrote to a pipe without a reader. */
const NO_READER = 128 + constants.signals.SIGPIPE;

/**
 * Ends the process when its output cannot be written: silently if the reader has seen enough, as `head` does, and otherwise with one line
 * that says why.
 */
export function exitWhenOutputFails(): void {
	for (const output of [process.stdout, process.stderr]) {
		output.on("error", (fault: NodeJS.ErrnoException) => {
			if (fault.code === "EPIPE") process.exit(NO_READER);
			if (output === process.stdout) {
				process.stderr.write(`packshot: the output cannot be written: ${plainFault(fault)}\n`);
			}
			process.exit(exitCodes.failure);
		});
	}
}
