import type { Clock } from "../../time/clock.ts";

/** Messages between the threads of the SQLite engine. */

export interface WriterOptions {
	readonly file: string;
	/** Memory in which the writer counts its commits. */
	readonly counts: SharedArrayBuffer;
	/** Memory that says how many writes are worth a commit. */
	readonly enough: SharedArrayBuffer;
	readonly sharedMs: Clock["sharedMs"];
}

export interface WriteRequests {
	readonly command: string;
	readonly ids: readonly number[];
	readonly inputs: readonly unknown[];
}

/** The outcomes of writes, by request number. */
export interface WriteReplies {
	readonly ids: readonly number[];
	readonly outcomes: readonly unknown[];
}

export interface ReadRequest {
	readonly id: number;
	readonly sql: string;
	readonly parameters: readonly unknown[];
}

export interface ReadReply {
	readonly id: number;
	readonly rows?: unknown[];
}

export interface FaultReply {
	readonly id: number;
	readonly fault: { readonly message: string; readonly stack?: string; readonly isTooLong?: boolean };
}
