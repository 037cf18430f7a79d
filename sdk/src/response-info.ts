import { type Credits, credits } from "./credits.ts";

/** The information in a response's headers. */
export interface ResponseInfo {
	/** Method and path, such as `GET /products/4011`. */
	readonly request: string;
	readonly status: number;
	/** Quote it when asking the operator about a call. */
	readonly requestId: string | undefined;
	/** Cost of this response; 0 for the replay of one that was paid for before. */
	readonly creditsDebited: Credits;
	/** Balance after the request; undefined on public endpoints. */
	readonly creditsRemaining: Credits | undefined;
	readonly rateLimits: RateLimits;
	/** Whether this is the stored response to an earlier request with the same `Idempotency-Key`. */
	readonly isReplay: boolean;
}

export interface RateLimits {
	readonly minute: RateLimit | undefined;
	/** Undefined on public endpoints. */
	readonly day: RateLimit | undefined;
	/** When the tighter limit resets. */
	readonly resetsAt: Date | undefined;
}

export interface RateLimit {
	readonly limit: number;
	readonly remaining: number;
}

/** The result of a call: the body as sent by the service, and `response` with the information from the headers. */
export type Answer<Body> = Body & { readonly response: ResponseInfo };

export function responseInfo(request: string, { status, headers }: Response): ResponseInfo {
	const remaining = headers.get("x-credits-remaining");
	const resetSeconds = headers.get("x-ratelimit-reset");
	return {
		request,
		status,
		requestId: headers.get("x-request-id") ?? undefined,
		creditsDebited: credits(headers.get("x-credits-debited") ?? "0"),
		creditsRemaining: remaining === null ? undefined : credits(remaining),
		rateLimits: {
			minute: rateLimit(headers, "minute"),
			day: rateLimit(headers, "day"),
			resetsAt: resetSeconds === null ? undefined : new Date(Number(resetSeconds) * 1000),
		},
		isReplay: headers.get("idempotency-replayed") === "1",
	};
}

function rateLimit(headers: Headers, window: "minute" | "day"): RateLimit | undefined {
	const limit = headers.get(`x-ratelimit-limit-${window}`);
	const remaining = headers.get(`x-ratelimit-remaining-${window}`);
	if (limit === null || remaining === null) return undefined;
	return { limit: Number(limit), remaining: Number(remaining) };
}
