import { defineErrors, type ErrorOptions } from "../platform/http/http-error.ts";
import { type ErrorCode, errorCatalogue } from "./error-catalogue.ts";

/** Additional members of an error body besides `error`, `message` and `request_id` (SPEC 2.11, SPEC D34). */
interface ErrorDetails {
	readonly blocked_scopes?: readonly string[];
	readonly hint?: string;
	/** `maintenance` if that is why the service is unavailable. */
	readonly status?: "maintenance";
	readonly checks?: Readonly<Record<string, string>>;
}

interface ApiErrorOptions extends ErrorOptions {
	readonly details?: ErrorDetails & Readonly<Record<string, unknown>>;
}

/** An error of the API; may be thrown anywhere while a request is handled. */
export const apiError = defineErrors<ErrorCode, ApiErrorOptions>(errorCatalogue);
