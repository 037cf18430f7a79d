import Type from "typebox";
import { type ErrorCode, errorCatalogue } from "./error-catalogue.ts";
import type { OperationText } from "./operation.ts";

/** The error body of SPEC 2.11. */
export const ErrorBody = Type.Object(
	{
		error: Type.Enum(Object.keys(errorCatalogue), {
			description: "Stable code to switch on. Treat one that you do not know as `internal_error`.",
		}),
		message: Type.String({ description: "For people; may be reworded." }),
		request_id: Type.String({ description: "Same as X-Request-ID." }),
		blocked_scopes: Type.Optional(Type.Array(Type.String(), { description: "With `scope_forbidden`." })),
		hint: Type.Optional(Type.String({ description: "With `invalid_metadata_key`." })),
		checks: Type.Optional(
			Type.Record(Type.String(), Type.String(), { description: "With a failed health check." }),
		),
	},
	{ description: "Every answer that is not 2xx." },
);

/** The headers of SPEC 1.1. */
export const commonHeaderDocs: Readonly<Record<string, Record<string, unknown>>> = {
	"X-Request-ID": header("Id of this request.", { type: "string" }, "req_01JV9Y3Q6ZP0W8M4N2K7T5R1XS"),
	"X-Credits-Debited": header(
		"Credits charged by this request; 0 when it was free.",
		{ type: "number" },
		0.35,
	),
	"X-Credits-Remaining": bearerOnly(header("Balance after the request.", { type: "number" }, 248.65)),
	"X-RateLimit-Limit-Minute": header("Requests a minute.", { type: "integer" }, 60),
	"X-RateLimit-Remaining-Minute": header("Requests left in this minute.", { type: "integer" }, 59),
	"X-RateLimit-Limit-Day": bearerOnly(header("Requests a UTC day.", { type: "integer" }, 10_000)),
	"X-RateLimit-Remaining-Day": bearerOnly(header("Requests left today.", { type: "integer" }, 9_999)),
	"X-RateLimit-Reset": header(
		"Unix second at which the tightest limit refills.",
		{ type: "integer" },
		1_810_384_260,
	),
};

function header(description: string, schema: object, example: unknown): Record<string, unknown> {
	return { description, schema, example };
}

function bearerOnly(text: Record<string, unknown>): Record<string, unknown> {
	return { ...text, "x-bearer-only": true };
}

const EVERYWHERE: readonly ErrorCode[] = [
	"rate_limited",
	"internal_error",
	"service_unavailable",
	"gateway_timeout",
];
const BEHIND_BEARER: readonly ErrorCode[] = ["unauthenticated", "client_disabled", "client_ip_not_allowed"];
const EXAMPLE_ID = "req_01JV9Y3Q6ZP0W8M4N2K7T5R1XS";

/** The error responses of an operation, one for each status, with an example for each code. */
export function errorResponses(
	text: OperationText,
	headers: Readonly<Record<string, unknown>>,
): Record<string, ErrorResponse> {
	const codes = new Set<ErrorCode>([
		...text.errors,
		...(text.access === "bearer" ? BEHIND_BEARER : []),
		...EVERYWHERE,
	]);
	const byStatus = new Map<number, ErrorCode[]>();
	for (const code of codes) {
		const { status } = errorCatalogue[code];
		byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
	}
	if (text.body) byStatus.set(413, ["bad_request"]);
	return Object.fromEntries(
		[...byStatus]
			.sort(([a], [b]) => a - b)
			.map(([status, these]) => [status, errorResponse(status, these, headers)]),
	);
}

interface ErrorResponse {
	readonly description: string;
	readonly headers: Readonly<Record<string, unknown>>;
	readonly content: Readonly<Record<string, { readonly schema: unknown; readonly examples: unknown }>>;
}

function errorResponse(
	status: number,
	codes: readonly ErrorCode[],
	headers: Readonly<Record<string, unknown>>,
): ErrorResponse {
	const waits = status === 429 || status === 503;
	const retryAfter = { description: "Seconds to wait.", schema: { type: "integer" }, example: 17 };
	return {
		description: codes.map((code) => `\`${code}\``).join(", "),
		headers: waits ? { ...headers, "Retry-After": retryAfter } : headers,
		content: {
			"application/json": {
				schema: { $ref: "#/components/schemas/Error" },
				examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
			},
		},
	};
}

function exampleOf(code: ErrorCode): object {
	const base = { error: code, message: errorCatalogue[code].message, request_id: EXAMPLE_ID };
	if (code === "scope_forbidden") return { ...base, blocked_scopes: ["nutrition"] };
	if (code === "invalid_metadata_key") return { ...base, hint: "Did you mean nutrition.calories?" };
	return base;
}
