/** Exit codes of `packshot-pull`, as in its help. */
export const EXIT = {
	done: 0,
	/** Something failed along the way; repeating the command continues from there. */
	failed: 1,
	/** Options, list, folder or credentials are unusable. */
	unusable: 2,
	/** The purchase was not confirmed. */
	declined: 3,
	/** It costs more than `--max-credits` or the balance allows. */
	tooExpensive: 4,
	/** It is done, and something about kashrut, allergens or a removal needs to be acted on. */
	urgent: 5,
} as const;

/** Ends the command with a message for people. */
export class PullStopped extends Error {
	readonly exitCode: number;

	constructor(exitCode: number, message: string, cause?: unknown) {
		super(message, cause === undefined ? {} : { cause });
		this.exitCode = exitCode;
	}
}

/** For problems that the person running the command has to fix. */
export function unusable(message: string): PullStopped {
	return new PullStopped(EXIT.unusable, message);
}
