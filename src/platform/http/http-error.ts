/** What an error means, under its code. */
export interface ErrorKind {
	readonly status: number;
	readonly message: string;
	/** Whether it is worth retrying the same request. */
	readonly retry?: boolean;
	/** Headers that HTTP requires along with it, in lower case. */
	readonly headers?: Readonly<Record<string, string>>;
	/** When it occurs, for people, in the API reference; `/api/v1` answers with no error that does not say. */
	readonly when?: string;
	/** What the receiver can do about it. */
	readonly remedy?: string;
}

export interface ErrorOptions {
	/** Replaces the message of the kind. Visible to the caller, so it must not contain internals. */
	readonly message?: string;
	/** Replaces the status where HTTP has a more exact one, such as 413. */
	readonly status?: number;
	readonly retryAfterSeconds?: number | undefined;
	/** Further members of the error's body. */
	readonly details?: Readonly<Record<string, unknown>>;
}

/** An error that may be thrown anywhere while a request is handled, and becomes its answer. */
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

/** Kinds of errors by code. Each is a function, too, that creates an error of its kind. */
export type ErrorCatalogue<Code extends string = string> = Readonly<
	Record<Code, ErrorKind & ((options?: ErrorOptions) => HttpError)>
>;

export function kind(
	status: number,
	message: string,
	more?: Omit<ErrorKind, "status" | "message">,
): ErrorKind {
	return { status, message, ...more };
}

export function defineErrors<Code extends string>(
	kinds: Readonly<Record<Code, ErrorKind>>,
): ErrorCatalogue<Code> {
	const entries = Object.entries<ErrorKind>(kinds).map(([code, kind]) => {
		const create = (options: ErrorOptions = {}) => new HttpError(code, kind, options);
		return [code, Object.assign(create, kind)];
	});
	return Object.fromEntries(entries);
}

export const WAIT = "Wait as many seconds as `Retry-After` says, then send the same request again.";

/** Errors of the HTTP layer itself. */
export const commonErrors = defineErrors({
	bad_request: kind(400, "The request is malformed.", {
		when: "A parameter, a header or the body is not as described here, or the body is too large (413).",
		remedy: "Change the request: the message names what is wrong and where.",
	}),
	not_found: kind(404, "Not found.", {
		when: "There is no such product, order or path for this key.",
		remedy: "Check the barcode or id. `POST /barcodes/resolve` finds products by other forms of a barcode.",
	}),
	rate_limited: kind(429, "Too many requests.", {
		retry: true,
		when: "The limit of requests by minute or day is used up.",
		remedy: WAIT,
	}),
	internal_error: kind(500, "Something went wrong on our side.", {
		retry: true,
		when: "Something went wrong inside the service.",
		remedy: "Try again later. Report the `request_id` if it goes on.",
	}),
	upstream_error: kind(502, "The image store did not answer.", {
		retry: true,
		when: "The picture store did not answer.",
		remedy: "Try again after a moment.",
	}),
	service_unavailable: kind(503, "The service cannot answer right now.", {
		retry: true,
		when: "The service is overloaded or being maintained.",
		remedy: WAIT,
	}),
	gateway_timeout: kind(504, "The request took too long.", {
		retry: true,
		when: "The answer was not ready in time.",
		remedy: "Try again after a moment, with fewer items if there were many.",
	}),
});

/** 400 with a message that says what is wrong and where. */
export function badRequest(message: string): HttpError {
	return commonErrors.bad_request({ message });
}

/** 408: the caller took too long to send its request. */
export function requestTimeout(): HttpError {
	return commonErrors.bad_request({ status: 408, message: "The request took too long to arrive." });
}
