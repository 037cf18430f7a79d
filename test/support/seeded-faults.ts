import type { Fault, GivenAnswer, PassedCall } from "./faulty-server.ts";

/** What a wrong server does, and the title of a rule that has to notice it. */
export interface SeededFault {
	readonly fault: string;
	readonly noticedBy: string;
	readonly wrong: Fault;
}

// biome-ignore lint/suspicious/noExplicitAny: faults reach into bodies of many shapes
type Body = any;

/** Changes JSON answers of the calls that fit. */
function inBody(
	fits: (call: PassedCall) => boolean,
	change: (body: Body, call: PassedCall) => unknown,
): Fault {
	return {
		answer(answer, call) {
			if (answer.status >= 300 || !fits(call) || answer.bytes.length === 0) return undefined;
			const body = JSON.parse(answer.bytes.toString());
			const changed = change(body, call) ?? body;
			return { bytes: Buffer.from(JSON.stringify(changed)) };
		},
	};
}

function inHeaders(
	fits: (call: PassedCall, answer: GivenAnswer) => boolean,
	change: (headers: Record<string, string>) => Record<string, string>,
): Fault {
	return {
		answer: (answer, call) => (fits(call, answer) ? { headers: change({ ...answer.headers }) } : undefined),
	};
}

/** Answers with another status where the right server refuses. */
function insteadOf(
	status: number,
	given: Partial<GivenAnswer>,
	fits: (call: PassedCall) => boolean = always,
): Fault {
	return { answer: (answer, call) => (answer.status === status && fits(call) ? given : undefined) };
}

const always = () => true;
const on = (path: RegExp, method?: string) => (call: PassedCall) =>
	path.test(call.path) && (method === undefined || call.method === method);
const PRODUCT = /^\/api\/v1\/products\/\d+$/;
const LISTING = /^\/api\/v1\/products$/;
const IMAGE = /^\/api\/v1\/image\//;

function without(name: string) {
	return (headers: Record<string, string>) => {
		const { [name]: _removed, ...others } = headers;
		return others;
	};
}

const json = (value: unknown) => Buffer.from(JSON.stringify(value));
const fault = (text: string, noticedBy: string, wrong: Fault): SeededFault => ({
	fault: text,
	noticedBy,
	wrong,
});

const seenKeys = new Map<string, GivenAnswer>();

/** Every fault is one that a server could have. */
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
		"strips leading zeros",
		"a product has its barcode as requested, all blocks and meta",
		inBody(on(PRODUCT), (body) => {
			body.barcode = String(Number(body.barcode));
		}),
	),
	fault(
		"gives numbers in nutrition",
		"nutrition has the documented fields, all values as texts",
		inBody(on(PRODUCT), (body) => {
			if (body.product_meta?.nutrition) body.product_meta.nutrition.calories = 110;
		}),
	),
	fault(
		"gives null instead of no allergens",
		"ingredients has the documented fields, allergens never null",
		inBody(on(PRODUCT), (body) => {
			if (body.product_meta?.ingredients) body.product_meta.ingredients.allergens = null;
		}),
	),
	fault(
		"gives null for a boolean",
		"info has the documented fields",
		inBody(on(PRODUCT), (body) => {
			if (body.product_meta) body.product_meta.vegan = null;
		}),
	),
	fault(
		"leaves the keys of missing variants out",
		"image_meta has each variant, described or null",
		inBody(on(PRODUCT), (body) => {
			for (const [key, value] of Object.entries(body.image_meta ?? {}))
				if (value === null) delete body.image_meta[key];
		}),
	),
	fault("returns blocks that were not requested", "include=info gives that block and no other", {
		ask: (call) => (PRODUCT.test(call.path) ? { query: new URLSearchParams() } : undefined),
	}),
	fault("ignores variants", "variants limits the URLs, not the metadata", {
		ask: (call) =>
			PRODUCT.test(call.path) && call.query.get("variants") === "front"
				? { query: new URLSearchParams({ variants: "front,back,front_clean,back_clean" }) }
				: undefined,
	}),
	fault("takes an empty include for everything", "an empty include is not taken for everything", {
		ask: (call) => (call.query.get("include") === "" ? { query: new URLSearchParams() } : undefined),
	}),
	fault(
		"says 404 to malformed barcodes",
		"a malformed barcode is 400 invalid_barcode",
		insteadOf(400, { status: 404 }),
	),
	fault(
		"sends a body with HEAD, of an unknown product 200",
		"HEAD tells whether a product exists, without a body",
		insteadOf(404, { status: 200 }, on(/./, "HEAD")),
	),
	fault("clamps per_page", "per_page=501 is 400 bad_request, never clamped", {
		ask: (call) =>
			call.query.get("per_page") === "501" ? { query: new URLSearchParams({ per_page: "500" }) } : undefined,
	}),
	fault(
		"has pages of 20 rows",
		"a page has 50 rows unless asked otherwise",
		inBody(on(LISTING), (body) => {
			body.pagination.per_page = 20;
		}),
	),
	fault("repeats the first page", "pages do not overlap", {
		ask: (call) => {
			if (!LISTING.test(call.path)) return undefined;
			const query = new URLSearchParams(call.query);
			query.delete("page");
			return { query };
		},
	}),
	fault("ignores has_front", "has_front filters by that variant", {
		ask: (call) => {
			const query = new URLSearchParams(call.query);
			query.delete("has_front");
			return { query };
		},
	}),
	fault("ignores search", "search is a prefix of the barcode", {
		ask: (call) => {
			const query = new URLSearchParams(call.query);
			if (LISTING.test(call.path)) query.delete("search");
			return { query };
		},
	}),
	fault(
		"tells values in availability",
		"GET /metadata/{barcode} has booleans for scopes and fields",
		inBody(on(/metadata\/\d+$/), (body) => {
			body.metadata_fields.info.brand = "Golden Sheaf";
		}),
	),
	fault("has fields that nobody asked for", "a bulk check of availability has fields only if asked for", {
		ask: (call) =>
			/metadata\/bulk-check$/.test(call.path)
				? { body: call.body.replace('"fields":false', '"fields":true') }
				: undefined,
	}),
	fault(
		"calls an unknown key a bad request",
		"an unknown key in has or missing is 422 invalid_metadata_key with a hint",
		insteadOf(422, { status: 400 }),
	),
	fault(
		"charges a scope without data",
		"a scope without data costs nothing",
		inHeaders(
			(call, answer) => PRODUCT.test(call.path) && answer.headers["x-credits-debited"] === "0",
			(headers) => ({ ...headers, "x-credits-debited": "0.05" }),
		),
	),
	fault(
		"charges HEAD as a read",
		"HEAD costs its price, and 0.05 unless the price was changed",
		inHeaders(
			(call, { status }) => call.method === "HEAD" && status === 200,
			(headers) => ({ ...headers, "x-credits-debited": "0.1" }),
		),
	),
	fault(
		"charges repeated barcodes twice",
		"a bulk check costs its price for each barcode, repeated ones once",
		inHeaders(on(/products\/bulk-check$/), (headers) => ({ ...headers, "x-credits-debited": "0.03" })),
	),
	fault(
		"debits more than it says",
		"the balance falls by what was debited, and by nothing else",
		inBody(on(/balance$/), (body) => {
			body.credit_balance -= Date.now() % 1e6;
		}),
	),
	fault(
		"has no price for an action",
		"the price list has every action",
		inBody(on(/pricing$/), (body) => {
			delete body.actions["metadata.products.list"];
		}),
	),
	fault(
		"runs a repeated request again",
		"POST /products/bulk-check with the same key and body is answered from what was stored, free",
		{
			ask: (call) => {
				const { "idempotency-key": _key, ...headers } = call.headers;
				return { headers };
			},
		},
	),
	fault(
		"replays whatever the body is",
		"POST /products/bulk-check with the same key and another body is 409",
		{
			answer(answer, call) {
				const key = call.headers["idempotency-key"];
				if (!key) return undefined;
				const stored = seenKeys.get(key);
				if (!stored) seenKeys.set(key, answer);
				return stored;
			},
		},
	),
	fault(
		"delivers a consumed URL again",
		"a signed URL works once",
		insteadOf(410, { status: 200 }, on(IMAGE)),
	),
	fault(
		"delivers PNG as JPEG",
		"a signed URL gives the picture, in the format of its variant, without a token",
		inHeaders(
			(call, { status }) => IMAGE.test(call.path) && status === 200,
			(headers) => ({ ...headers, "content-type": "image/webp" }),
		),
	),
	fault(
		"does not say whether a picture is marked",
		"a signed URL gives the picture, in the format of its variant, without a token",
		inHeaders(on(IMAGE), without("x-watermarked")),
	),
	fault(
		"redirects to nowhere",
		"the redirect leads to a fresh signed URL that works",
		inHeaders(on(/\/image$/), without("location")),
	),
	fault(
		"calls a missing variant not_found",
		"a variant that the product lacks is 404 variant_not_available",
		{
			answer: (answer, call) =>
				answer.status === 404 && /\/image$/.test(call.path)
					? { bytes: json({ ...JSON.parse(answer.bytes.toString()), error: "not_found" }) }
					: undefined,
		},
	),
	fault(
		"shows the balance of somebody else",
		"the balance has its documented shape, and is that of the client",
		inBody(on(/balance$/), (body) => {
			body.client_id = "ps_client_other";
		}),
	),
	fault(
		"gives usage newest first",
		"usage is by day unless asked otherwise, oldest first",
		inBody(on(/usage$/), (body) => {
			body.series.reverse();
		}),
	),
	fault(
		"asks nobody for a token",
		"GET /account asks for a token",
		insteadOf(401, { status: 200, bytes: json({}) }),
	),
	fault(
		"answers orders of others",
		"an order of nobody is 404 not_found",
		insteadOf(404, { status: 403 }, on(/orders\//)),
	),
	fault(
		"charges quotes",
		"a quote costs nothing and is the sum of its lines",
		inHeaders(on(/quote$/), (headers) => ({ ...headers, "x-credits-debited": "0.1" })),
	),
];
