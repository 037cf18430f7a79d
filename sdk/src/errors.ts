import type { ErrorBody, ErrorCode } from "./api-types.ts";
import type { ResponseInfo } from "./response-info.ts";

/** Codes of the service, and two for calls without a response. */
export type PackshotErrorCode = ErrorCode | "connection_failed" | "timed_out";

interface ErrorDetails {
	readonly code: PackshotErrorCode;
	readonly message: string;
	readonly rawCode?: string | undefined;
	readonly body?: Partial<ErrorBody> | undefined;
	readonly response?: ResponseInfo | undefined;
	readonly retryAfterSeconds?: number | undefined;
	readonly mayHaveBeenCharged?: boolean;
	readonly cause?: unknown;
}

/** Why a call failed. Switch on `code`; `message` may be reworded. */
export class PackshotError extends Error {
	override readonly name = "PackshotError";
	readonly code: PackshotErrorCode;
	/** The code as it was sent, if there was one. It differs from `code` if this version does not know it. */
	readonly rawCode: string | undefined;
	/** HTTP status; 0 if there was no response. */
	readonly status: number;
	/** Quote it when contacting the operator. */
	readonly requestId: string | undefined;
	/** How long to wait before trying again, if the service says so. */
	readonly retryAfterSeconds: number | undefined;
	/** With `scope_forbidden`: the locked scopes. */
	readonly blockedScopes: readonly string[];
	/** With `invalid_metadata_key`: the key that was probably meant. */
	readonly hint: string | undefined;
	/** With `service_unavailable` of a health check: the result of each check. */
	readonly checks: Readonly<Record<string, string>> | undefined;
	/** The response headers, including balance and rate limits. */
	readonly response: ResponseInfo | undefined;
	/** The call failed but may have been charged all the same: its response was lost, or the picture that was paid for. */
	readonly mayHaveBeenCharged: boolean;
	/** For a call made with a key: repeating it with this key is not charged twice. */
	readonly idempotencyKey: string | undefined;

	constructor(details: ErrorDetails) {
		super(details.message, details.cause === undefined ? {} : { cause: details.cause });
		const { body, response } = details;
		this.code = details.code;
		this.rawCode = details.rawCode;
		this.status = response?.status ?? 0;
		this.requestId = response?.requestId ?? body?.request_id;
		this.retryAfterSeconds = details.retryAfterSeconds;
		this.blockedScopes = body?.blocked_scopes ?? [];
		this.hint = body?.hint;
		this.checks = body?.checks;
		this.response = response;
		this.mayHaveBeenCharged = details.mayHaveBeenCharged ?? false;
		this.idempotencyKey = undefined;
	}
}

/** Whether something thrown is an error of this client and, if codes are given, has one of them. */
export function isPackshotError<Code extends PackshotErrorCode = PackshotErrorCode>(
	error: unknown,
	...codes: readonly Code[]
): error is PackshotError & { readonly code: Code } {
	// By name: a program may contain two copies of this package.
	if (!(error instanceof Error) || error.name !== "PackshotError") return false;
	return codes.length === 0 || (codes as readonly string[]).includes((error as PackshotError).code);
}
