import {
	always,
	fault,
	inBody,
	inHeaders,
	insteadOf,
	json,
	on,
	PRODUCT,
	type SeededFault,
	without,
} from "./fault-kinds.ts";
import { catalogueFaults } from "./seeded-catalogue-faults.ts";
import { shapeFaults } from "./seeded-shape-faults.ts";

/** Every fault is one that a real server could have. */
export const faults: readonly SeededFault[] = [
	fault(
		"answers as text/html",
		"answers are JSON in UTF-8, and say so",
		inHeaders(always, (headers) => ({ ...headers, "content-type": "text/html" })),
	),
	fault(
		"sends no X-Request-ID",
		"X-Request-ID is on every answer, and different on each",
		inHeaders(always, without("x-request-id")),
	),
	fault(
		"uses one X-Request-ID for all",
		"X-Request-ID is on every answer, and different on each",
		inHeaders(always, (headers) => ({ ...headers, "x-request-id": "req_1" })),
	),
	fault(
		"has another request id in the body",
		"X-Request-ID equals meta.request_id",
		inBody(on(PRODUCT), (body) => {
			body.meta.request_id = "req_other";
		}),
	),
	fault(
		"leaves X-Credits-Debited out on HEAD",
		"X-Credits-Debited is on every answer, HEAD, redirects and errors included",
		inHeaders(on(/./, "HEAD"), without("x-credits-debited")),
	),
	fault(
		"shows no remaining credits",
		"X-Credits-Remaining is on every authenticated answer",
		inHeaders(always, without("x-credits-remaining")),
	),
	fault(
		"shows remaining credits to strangers",
		"X-Credits-Remaining is on authenticated answers only",
		inHeaders(on(/health/), (headers) => ({ ...headers, "x-credits-remaining": "1" })),
	),
	fault(
		"has no headers of the minute",
		"the headers of the minute are on every answer",
		inHeaders(always, without("x-ratelimit-remaining-minute")),
	),
	fault(
		"has no headers of the day",
		"the headers of the day are on every authenticated answer",
		inHeaders(always, without("x-ratelimit-limit-day")),
	),
	fault(
		"resets in milliseconds",
		"X-RateLimit-Reset is a second within the next day",
		inHeaders(always, (headers) => ({ ...headers, "x-ratelimit-reset": String(Date.now()) })),
	),
	fault(
		"does not count free requests",
		"every request counts in the day, free ones and errors too",
		inHeaders(always, (headers) => ({ ...headers, "x-ratelimit-remaining-day": "9000" })),
	),
	fault(
		"shows other limits in the account",
		"GET /account shows the limits that the headers show",
		inBody(on(/account$/), (body) => {
			body.rate_limits.requests_per_minute += 1;
		}),
	),
	fault("redirects a trailing slash", "a trailing slash is no redirect", {
		answer: (_answer, call) => (call.path.endsWith("/") ? { status: 301 } : undefined),
	}),
	fault("answers browsers in HTML", "whoever accepts HTML gets JSON all the same", {
		answer: (_answer, call) =>
			call.headers.accept === "text/html"
				? { headers: { "content-type": "text/html" }, bytes: Buffer.from("<p>no") }
				: undefined,
	}),
	fault("reads a form as JSON", "a body that is not sent as JSON fails validation", {
		ask: (call) => ({
			headers: call.body ? { ...call.headers, "content-type": "application/json" } : call.headers,
		}),
	}),
	fault("fails on malformed JSON", "malformed JSON is a bad request", insteadOf(400, { status: 500 })),
	fault("sends errors without a message", "errors have code, message and request id", {
		answer: (answer) =>
			answer.status >= 400 && answer.bytes.length > 0
				? { bytes: json({ ...JSON.parse(answer.bytes.toString()), message: undefined }) }
				: undefined,
	}),
	fault(
		"charges refusals",
		"refusals and free endpoints debit nothing",
		inHeaders(
			(_call, { status }) => status >= 400,
			(headers) => ({ ...headers, "x-credits-debited": "0.1" }),
		),
	),
	fault(
		"says that unknown endpoints are forbidden",
		"an unknown endpoint is 404 not_found, in JSON",
		insteadOf(404, { status: 403 }),
	),
	fault(
		"has tokens for a day",
		"a token set has the documented shape and lifetime",
		inBody(on(/auth\/token/), (body) => {
			body.expires_in = 86_400;
		}),
	),
	fault("accepts tokens without a signature", "a token with its signature stripped is refused", {
		answer: (answer, call) =>
			answer.status === 401 && call.headers.authorization?.split(".").length === 2
				? { status: 200, bytes: json({}) }
				: undefined,
	}),
	fault("accepts alg none", "a token with alg none is refused", {
		answer: (answer, call) =>
			answer.status === 401 && call.headers.authorization?.endsWith(".") ? { status: 200 } : undefined,
	}),
	fault("accepts Basic", "Basic credentials are refused", {
		answer: (answer, call) =>
			answer.status === 401 && call.headers.authorization?.startsWith("Basic") ? { status: 200 } : undefined,
	}),
	fault("takes tokens from the query", "a token in the query string is refused", {
		ask: (call) => {
			const token = call.query.get("access_token");
			return token ? { headers: { ...call.headers, authorization: `Bearer ${token}` } } : undefined;
		},
	}),
	fault(
		"calls missing credentials unauthenticated",
		"a token request without credentials is 400 missing_credentials",
		insteadOf(400, { status: 401 }),
	),
	fault("gives the old refresh token again", "a refresh gives a whole new set, and both tokens of it work", {
		answer: (answer, call) =>
			answer.status === 200 && /refresh$/.test(call.path)
				? {
						bytes: json({
							...JSON.parse(answer.bytes.toString()),
							refresh_token: JSON.parse(call.body).refresh_token,
						}),
					}
				: undefined,
	}),
	fault("forgets to revoke", "a revoked token is refused, others of the client are not", {
		ask: (call) => (/revoke$/.test(call.path) ? { path: "/api/v1/balance", method: "GET" } : undefined),
		answer: (_answer, call) =>
			/revoke$/.test(call.path) ? { status: 204, bytes: Buffer.alloc(0) } : undefined,
	}),
	fault(
		"names no alerts in a quote",
		"lines of an order and the kosher record name the live alerts",
		inBody(on(/quote$/), (body) => {
			for (const line of body.lines) line.alerts = [];
		}),
	),
	fault(
		"charges for alerts",
		"alerts are listed free of charge, newest publication first",
		inHeaders(on(/kosher-alerts$/), (headers) => ({ ...headers, "x-credits-debited": "0.1" })),
	),
	...catalogueFaults,
	...shapeFaults,
];
