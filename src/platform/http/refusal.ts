/** Why a request was answered before the framework saw it. */
export type RefusalCause =
	| "malformed"
	| "headers_too_large"
	| "timeout"
	| "connect"
	| "too_many_requests_open"
	| "slow_event_loop"
	| "little_memory";

/** Counts an answer that no hook of the framework gets to see. */
export type CountRefusal = (status: number, cause: RefusalCause) => void;
