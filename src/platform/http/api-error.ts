import { type ErrorCode, errorCatalogue } from "./error-catalogue.ts";

/** What an error body may hold besides `error`, `message` and `request_id` (SPEC 2.11, SPEC D34). */
export interface ErrorDetails {
	readonly blocked_scopes?: readonly string[];
	readonly hint?: string;
	readonly checks?: Readonly<Record<string, string>>;
}

interface ApiErrorOptions {
	/** Said instead of the catalogue's message. Reaches the client: no internals. */
	readonly message?: string;
	/** Differs from the catalogue's only for 413 (SPEC D5). */
	readonly status?: number;
	readonly retryAfterSeconds?: number;
	readonly details?: ErrorDetails;
}

/** An answer that is an error of the catalogue. Throw it anywhere while a request is handled. */
export class ApiError extends Error {
	override readonly name = "ApiError";
	readonly code: ErrorCode;
	readonly status: number;
	readonly retryAfterSeconds: number | undefined;
	readonly details: ErrorDetails;

	constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
		super(options.message ?? errorCatalogue[code].message);
		this.code = code;
		this.status = options.status ?? errorCatalogue[code].status;
		this.retryAfterSeconds = options.retryAfterSeconds;
		this.details = options.details ?? {};
	}
}

/** 400 with a message that names what is wrong and where. */
export function badRequest(message: string): ApiError {
	return new ApiError("bad_request", { message });
}
