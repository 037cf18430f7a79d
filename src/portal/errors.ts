import { ApiError } from "../platform/http/api-error.ts";
import { asApiError } from "../platform/http/render-error.ts";
import { type PortalErrorBody, type PortalErrorCode, portalErrors } from "./contract/errors.ts";

interface PortalErrorOptions {
	/** Said instead of the catalogue's message. Reaches the person: no internals. */
	readonly message?: string;
	readonly status?: number;
	readonly retryAfterSeconds?: number | undefined;
}

/** An answer that is an error of the portal's catalogue. Throw it anywhere while a request of the portal is handled. */
export class PortalError extends Error {
	override readonly name = "PortalError";
	readonly code: PortalErrorCode;
	readonly status: number;
	readonly retryAfterSeconds: number | undefined;

	constructor(code: PortalErrorCode, options: PortalErrorOptions = {}) {
		super(options.message ?? portalErrors[code].message);
		this.code = code;
		this.status = options.status ?? portalErrors[code].status;
		this.retryAfterSeconds = options.retryAfterSeconds;
	}
}

/** 429 that names the wait. */
export function tooManyAttempts(
	code: "rate_limited" | "sign_in_rate_limit",
	waitSeconds: number,
): PortalError {
	return new PortalError(code, {
		message: `${portalErrors[code].message.replace(/\.$/, "")}: wait ${waitText(waitSeconds)}.`,
		retryAfterSeconds: waitSeconds,
	});
}

function waitText(seconds: number): string {
	return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}

/** What the platform and other rooms throw, in the portal's words. What the portal has no word for is a 500 that reveals nothing. */
export function asPortalError(error: unknown): PortalError {
	if (error instanceof PortalError) return error;
	const known = asApiError(error);
	if (!isPortalCode(known.code)) return new PortalError("internal_error");
	return new PortalError(known.code, {
		message: known.message,
		status: known.status,
		retryAfterSeconds: known.retryAfterSeconds,
	});
}

export function portalErrorBody(error: PortalError, requestId: string): PortalErrorBody {
	return { error: error.code, message: error.message, request_id: requestId };
}

/** 400 that says what is wrong, as the platform says it. */
export function badInput(message: string): ApiError {
	return new ApiError("bad_request", { message });
}

function isPortalCode(code: string): code is PortalErrorCode {
	return Object.hasOwn(portalErrors, code);
}
