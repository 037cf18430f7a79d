import { isPackshotError, PackshotError } from "./errors.ts";
import type { Exchange, WireRequest } from "./exchange.ts";
import { type CallLimits, type CallOptions, type Connection, callLimits } from "./options.ts";
import { queryString } from "./query-string.ts";
import type { Answer } from "./response-info.ts";
import { sendWithRetries } from "./retries.ts";
import type { Session } from "./session.ts";
import { TimeLimitPassed, within } from "./time-limit.ts";

/** A request to an endpoint. */
export interface ApiRequest {
	readonly method?: WireRequest["method"];
	/** Below `/api/v1`. */
	readonly path: string;
	readonly query?: object | undefined;
	readonly body?: object;
	readonly idempotencyKey?: string;
	readonly isBilled?: boolean;
	/** Public endpoints are called without a token. */
	readonly isPublic?: boolean;
	readonly expects?: WireRequest["expects"];
}

/** Calls an endpoint with a token, retrying as needed. */
export type Call = (request: ApiRequest, options?: CallOptions) => Promise<Exchange>;

/**
 * @returns a function that sends requests. If a token is rejected, it obtains another one and resends once.
 * @throws PackshotError; the signal's reason when the caller aborts; what a token provider throws.
 */
export function caller(connection: Connection, session: Session): Call {
	return async (request, options) => {
		const limits = callLimits(connection, options);
		const send = (token?: string) =>
			sendWithRetries(connection, wireRequest(connection, request, token), limits);
		if (request.isPublic) return send();
		const token = await inTime(() => session.token(), connection, limits);
		try {
			return await send(token);
		} catch (error) {
			if (!isPackshotError(error, "unauthenticated")) throw error;
			return send(await inTime(() => session.tokenAfter(token), connection, limits));
		}
	};
}

/** Calls share one sign-in, but each waits for it only as long as its own limits allow. */
async function inTime(
	obtain: () => Promise<string>,
	{ clock }: Connection,
	{ signal, deadlineMs }: CallLimits,
): Promise<string> {
	try {
		return await within(obtain, { clock, limitMs: deadlineMs - clock.now(), signal });
	} catch (error) {
		if (!(error instanceof TimeLimitPassed)) throw error;
		throw new PackshotError({ code: "timed_out", message: `signing in: ${error.message}`, cause: error });
	}
}

export function wireRequest({ apiUrl }: Connection, request: ApiRequest, token?: string): WireRequest {
	const { method = "GET", path, query, body, idempotencyKey } = request;
	return {
		name: `${method} ${path}`,
		method,
		url: `${apiUrl}${path}${queryString(query ?? {})}`,
		headers: {
			accept: "application/json",
			...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
			...(body === undefined ? {} : { "content-type": "application/json" }),
			...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
		},
		body: body && JSON.stringify(body),
		isBilled: request.isBilled ?? false,
		expects: request.expects ?? "json",
	};
}

/** Calls an endpoint for the JSON body of its response, together with the information in its headers. */
export async function answered<Body extends object>(
	call: Call,
	request: ApiRequest,
	options?: CallOptions,
): Promise<Answer<Body>> {
	const { body, info } = await call(request, options);
	return { ...(body as Body), response: info };
}
