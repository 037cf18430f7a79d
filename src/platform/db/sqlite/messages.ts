/** What the threads of the SQLite engine say to each other. */

export interface WriterOptions {
	readonly file: string;
	readonly busyMilliseconds: number;
	/** Where the writer counts what it commits. */
	readonly counts: SharedArrayBuffer;
}

export interface WriteRequest {
	readonly id: number;
	readonly command: string;
	readonly input: unknown;
}

export interface WriteReply {
	readonly id: number;
	readonly outcome?: unknown;
	readonly fault?: Fault;
}

export interface ReadRequest {
	readonly id: number;
	readonly sql: string;
	readonly parameters: readonly unknown[];
}

export interface ReadReply {
	readonly id: number;
	readonly rows?: unknown[];
	readonly fault?: Fault;
}

interface Fault {
	readonly message: string;
	readonly stack?: string;
}
