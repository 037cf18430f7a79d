/** Why a request was answered before the framework saw it. */
export type RefusalCause =
	| "malformed"
	| "headers_too_large"
	| "timeout"
	| "connect"
	| "too_many_requests_open"
	| "slow_event_loop"
	| "little_memory";

/** Counts an answer that bypassed the framework's hooks. */
export type CountRefusal = (status: number, cause: RefusalCause) => void;
