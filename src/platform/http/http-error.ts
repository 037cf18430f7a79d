export interface ErrorKind {
	readonly status: number;
	readonly message: string;
	/** Whether it is worth retrying the same request. */
	readonly retry?: boolean;
	/** Headers that HTTP requires along with it, in lower case. */
	readonly headers?: Readonly<Record<string, string>>;
}

export type ErrorCatalogue<Code extends string = string> = Readonly<Record<Code, ErrorKind>>;

/** Errors of the HTTP layer itself: every API's catalogue contains them, except those that the API never produces. */
export const commonErrors = {
	bad_request: { status: 400, message: "The request is malformed.", retry: false },
	not_found: { status: 404, message: "Not found.", retry: false },
	rate_limited: { status: 429, message: "Too many requests.", retry: true },
	internal_error: { status: 500, message: "Something went wrong on our side.", retry: true },
	upstream_error: { status: 502, message: "A store behind the service did not answer.", retry: true },
	service_unavailable: { status: 503, message: "The service cannot answer right now.", retry: true },
	gateway_timeout: { status: 504, message: "The request took too long.", retry: true },
} as const satisfies ErrorCatalogue;

export interface ErrorOptions {
	/** Replaces the catalogue's message. Visible to the caller, so it must not contain internals. */
	readonly message?: string;
	/** Replaces the catalogue's status where HTTP has a more exact one, such as 413. */
	readonly status?: number;
	readonly retryAfterSeconds?: number | undefined;
	/** Further members of the error's body. */
	readonly details?: Readonly<Record<string, unknown>>;
}

/** An error of a catalogue. May be thrown anywhere while a request is handled, and becomes its answer. */
export class HttpError extends Error {
	override readonly name = "HttpError";
	readonly code: string;
	readonly status: number;
	readonly retryAfterSeconds: number | undefined;
	readonly headers: Readonly<Record<string, string>>;
	readonly details: Readonly<Record<string, unknown>>;

	constructor(code: string, kind: ErrorKind, options: ErrorOptions) {
		super(options.message ?? kind.message);
		this.code = code;
		this.status = options.status ?? kind.status;
		this.retryAfterSeconds = options.retryAfterSeconds;
		this.headers = kind.headers ?? {};
		this.details = options.details ?? {};
	}
}

/** Returns a function that creates the errors of a catalogue. */
export function defineErrors<Code extends string, Options extends ErrorOptions = ErrorOptions>(
	catalogue: ErrorCatalogue<Code>,
): (code: Code, options?: Options) => HttpError {
	return (code, options) => new HttpError(code, catalogue[code], options ?? {});
}

/** An error of the HTTP layer itself. */
export const httpError = defineErrors(commonErrors);

/** 400 with a message that says what is wrong and where. */
export function badRequest(message: string): HttpError {
	return httpError("bad_request", { message });
}

/** 408: the caller took too long to send its request. */
export function requestTimeout(): HttpError {
	return httpError("bad_request", { status: 408, message: "The request took too long to arrive." });
}
