import { constants } from "node:os";
import { plainFault } from "./plain-fault.ts";

/** What a shell reports for a program that wrote to a pipe without a reader. */
const NO_READER = 128 + constants.signals.SIGPIPE;

/**
 * Ends the process when its output cannot be written: silently if the reader has seen enough, as `head` does, and otherwise with one line
 * that says why.
 * @param program its name, which begins that line
 * @param failureCode the exit code when anything but a missing reader is the cause
 */
export function exitWhenOutputFails(program: string, failureCode: number): void {
	for (const output of [process.stdout, process.stderr]) {
		output.on("error", (fault: NodeJS.ErrnoException) => {
			if (fault.code === "EPIPE") process.exit(NO_READER);
			if (output === process.stdout) {
				process.stderr.write(`${program}: the output cannot be written: ${plainFault(fault)}\n`);
			}
			process.exit(failureCode);
		});
	}
}
