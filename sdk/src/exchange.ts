import { failureReason } from "../../src/platform/failure-reason.ts";
import { errorFromAnswer } from "./error-from-answer.ts";
import { isPackshotError, PackshotError } from "./errors.ts";
import type { CallLimits, Connection } from "./options.ts";
import { type ResponseInfo, responseInfo } from "./response-info.ts";
import { TimeLimitPassed, within } from "./time-limit.ts";

/** One HTTP request. */
export interface WireRequest {
	/** Method and path without secrets, for messages: `GET /products/4011`. */
	readonly name: string;
	readonly method: "GET" | "HEAD" | "POST" | "PUT" | "DELETE";
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body?: string | undefined;
	/** Whether it can cost credits. */
	readonly isBilled: boolean;
	readonly expects: "json" | "bytes" | "nothing" | "redirect";
}

/** A response of the kind that the request expects. */
export interface Exchange {
	readonly info: ResponseInfo;
	readonly headers: Headers;
	readonly bytes: Uint8Array<ArrayBuffer>;
	/** The JSON body; undefined when there is none. */
	readonly body: unknown;
}

/**
 * Sends a request once and reads the whole response.
 * @throws PackshotError for any other response or none; the signal's reason when it aborts.
 */
export async function exchange(
	{ fetch, clock }: Connection,
	request: WireRequest,
	limits: CallLimits,
): Promise<Exchange> {
	const seen: { response?: Response } = {};
	const send = async (signal: AbortSignal) => {
		const { url, method, headers, body = null } = request;
		// Redirects are never followed: the bearer token must not be sent to another host.
		const response = await fetch(url, { method, headers, body, redirect: "manual", signal });
		seen.response = response;
		return { response, bytes: new Uint8Array(await response.arrayBuffer()) };
	};
	const limitMs = Math.min(limits.timeoutMs, limits.deadlineMs - clock.now());
	try {
		const { response, bytes } = await within(send, { clock, limitMs, signal: limits.signal });
		return readAnswer(request, response, bytes, { limits, nowMs: clock.now() });
	} catch (error) {
		limits.signal.throwIfAborted();
		throw isPackshotError(error) ? error : lostAnswer(error, request, seen.response);
	}
}

function readAnswer(
	request: WireRequest,
	response: Response,
	bytes: Uint8Array<ArrayBuffer>,
	{ limits, nowMs }: { readonly limits: CallLimits; readonly nowMs: number },
): Exchange {
	const info = responseInfo(request.name, response);
	const { headers } = response;
	const body = parsedJson(headers, bytes);
	limits.onResponse(info);
	if (isExpected(request, response, body)) return { info, headers, bytes, body };
	throw errorFromAnswer({
		body,
		headers,
		info,
		nowMs,
		mayHaveBeenCharged: mayHaveBeenCharged(request, response),
	});
}

function isExpected({ expects }: WireRequest, response: Response, body: unknown): boolean {
	if (expects === "redirect") return response.status === 302 && response.headers.has("location");
	return response.ok && (expects !== "json" || (typeof body === "object" && body !== null));
}

function parsedJson(headers: Headers, bytes: Uint8Array): unknown {
	if (!headers.get("content-type")?.toLowerCase().includes("json")) return undefined;
	try {
		return JSON.parse(new TextDecoder().decode(bytes));
	} catch {
		return undefined;
	}
}

function lostAnswer(cause: unknown, request: WireRequest, response: Response | undefined): PackshotError {
	const isLate = cause instanceof TimeLimitPassed;
	const reason = failureReason(cause);
	return new PackshotError({
		code: isLate ? "timed_out" : "connection_failed",
		message: `${request.name}: ${isLate ? reason : `no answer came (${reason})`}`,
		response: response && responseInfo(request.name, response),
		mayHaveBeenCharged: mayHaveBeenCharged(request, response, cause),
		cause,
	});
}

/**
 * Whether a failed call may have been charged. The service states the cost in every response; a 5xx without it comes from a proxy, and the
 * call may have been charged behind it.
 */
function mayHaveBeenCharged(
	{ isBilled }: WireRequest,
	response: Response | undefined,
	cause?: unknown,
): boolean {
	if (!isBilled) return false;
	if (!response) return !wasNeverSent(cause);
	const debited = response.headers.get("x-credits-debited");
	if (debited !== null) return Number(debited) > 0;
	return response.status < 400 || response.status >= 500;
}

/** Connection failures, as named by Node.js in the cause of `fetch` errors. Browsers do not reveal them. */
const NEVER_SENT: ReadonlySet<unknown> = new Set([
	"ECONNREFUSED",
	"ENOTFOUND",
	"EAI_AGAIN",
	"EHOSTUNREACH",
	"ENETUNREACH",
	"UND_ERR_CONNECT_TIMEOUT",
]);

function wasNeverSent(failure: unknown): boolean {
	const cause =
		failure instanceof Error ? (failure.cause as { readonly code?: unknown } | undefined) : undefined;
	return NEVER_SENT.has(cause?.code);
}
