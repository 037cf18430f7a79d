/** What `packshot-pull` ends with, as its help says. */
export const EXIT = {
	done: 0,
	/** Something failed on the way; the same command goes on from there. */
	failed: 1,
	/** Options, list, folder or credentials do not allow it. */
	unusable: 2,
	/** Nobody said yes. */
	declined: 3,
	/** It costs more than `--max-credits` or the balance allows. */
	tooExpensive: 4,
} as const;

/** Ends the command with a message for people. */
export class PullStopped extends Error {
	readonly exitCode: number;

	constructor(exitCode: number, message: string, cause?: unknown) {
		super(message, cause === undefined ? {} : { cause });
		this.exitCode = exitCode;
	}
}

/** For what whoever runs the command has to change. */
export function unusable(message: string): PullStopped {
	return new PullStopped(EXIT.unusable, message);
}
