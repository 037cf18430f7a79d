import Type from "typebox";
import type { ErrorCatalogue } from "../platform/http/http-error.ts";
import type { ApiDescription } from "../platform/http/openapi.ts";
import { API_VERSION } from "../version.ts";
import type { ApiRouteText } from "./api-route.ts";

/** Everything below this path is the API. */
export const API_PATH = "/api/v1";

/** The error body of SPEC 2.11. */
const errorBody = (errors: ErrorCatalogue) =>
	Type.Object(
		{
			error: Type.Enum(Object.keys(errors), {
				title: "ErrorCode",
				description: "Stable code to switch on. Treat an unknown code as `internal_error`.",
			}),
			message: Type.String({ description: "For people; the wording may change." }),
			request_id: Type.String({ description: "Same as X-Request-ID." }),
			blocked_scopes: Type.Optional(Type.Array(Type.String(), { description: "With `scope_forbidden`." })),
			hint: Type.Optional(Type.String({ description: "With `invalid_metadata_key`." })),
			status: Type.Optional(
				Type.Literal("maintenance", { description: "In a health check during maintenance." }),
			),
			checks: Type.Optional(
				Type.Record(Type.String(), Type.String(), { description: "In a health check that is not 200." }),
			),
		},
		{ description: "Every response that is not 2xx." },
	);

/** The headers of SPEC 1.1. */
const commonHeaderDocs: Readonly<Record<string, Record<string, unknown>>> = {
	"X-Request-ID": header("Id of this request.", { type: "string" }, "req_01JV9Y3Q6ZP0W8M4N2K7T5R1XS"),
	"X-Content-Type-Options": header("Always `nosniff`.", { type: "string" }, "nosniff"),
	"X-Credits-Debited": header("Credits charged by this request; 0 if it was free.", { type: "number" }, 0.35),
	"X-Credits-Remaining": bearerOnly(header("Balance after the request.", { type: "number" }, 248.65)),
	"X-RateLimit-Limit-Minute": header("Requests allowed per minute.", { type: "integer" }, 60),
	"X-RateLimit-Remaining-Minute": header("Requests left in this minute.", { type: "integer" }, 59),
	"X-RateLimit-Limit-Day": bearerOnly(header("Requests allowed per UTC day.", { type: "integer" }, 10_000)),
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

const EVERYWHERE: readonly string[] = [
	"rate_limited",
	"internal_error",
	"service_unavailable",
	"gateway_timeout",
];
const BEHIND_BEARER: readonly string[] = ["unauthenticated", "client_disabled", "client_ip_not_allowed"];

function errorsOf({ errors = [], access, idempotent }: ApiRouteText): readonly string[] {
	return [
		...errors,
		...(idempotent ? ["idempotency_key_mismatch"] : []),
		...(access === "bearer" ? BEHIND_BEARER : []),
		...EVERYWHERE,
	];
}

const errorExample =
	(errors: ErrorCatalogue) =>
	(code: string): object => {
		const base = {
			error: code,
			message: errors[code]?.message,
			request_id: "req_01JV9Y3Q6ZP0W8M4N2K7T5R1XS",
		};
		if (code === "scope_forbidden") return { ...base, blocked_scopes: ["nutrition"] };
		if (code === "invalid_metadata_key") return { ...base, hint: "Did you mean nutrition.calories?" };
		return base;
	};

/** Every code with its status, an explanation, and whether the same request may be retried. */
function errorTexts(errors: ErrorCatalogue): Record<string, object> {
	return Object.fromEntries(
		Object.entries(errors).map(([code, { status, message, when, remedy, retry = false }]) => [
			code,
			{ status, message, when, remedy, retry },
		]),
	);
}

const idempotencyKey = {
	name: "Idempotency-Key",
	in: "header",
	required: false,
	description:
		"A repeated request with this key returns the first response without a further charge: for 24 hours, an order for as long as it can be fetched.",
	schema: { type: "string", pattern: "^[A-Za-z0-9._~-]{20,255}$" },
	example: "order-2027-05-15-000000017",
};

/** Content of the OpenAPI document besides the endpoints, and what all of them have in common. */
export const apiDescription = (errors: ErrorCatalogue): ApiDescription<ApiRouteText> => ({
	info: {
		title: "Packshot",
		version: API_VERSION,
		summary: "Product photographs and metadata of kosher consumer goods, by barcode.",
		description: [
			"Sign in with `POST /auth/token`, then send the access token as `Authorization: Bearer …`.",
			"Calls are billed in credits for what they return; `X-Credits-Debited` shows what a call cost, `GET /pricing` what calls will cost.",
			"Pictures are fetched through signed URLs that work once, for 15 minutes, from the address they were issued to.",
		].join("\n\n"),
		license: { name: "Apache 2.0", identifier: "Apache-2.0" },
	},
	server: { url: API_PATH, description: "This service" },
	tags: [
		{ name: "Authentication", description: "Access tokens and refresh tokens." },
		{ name: "Products", description: "Products by barcode." },
		{ name: "Images", description: "Signed URLs and the pictures behind them." },
		{ name: "Orders", description: "Lists of products that are bought at once and can be fetched again." },
		{ name: "Availability", description: "Which metadata exists, as booleans, never values." },
		{ name: "Kosher", description: "What hechshers rest on, and alerts about them." },
		{ name: "Webhooks", description: "Notifications that something has changed." },
		{ name: "Account", description: "Balance, limits and usage of the caller." },
		{ name: "Service", description: "Health and prices." },
	],
	extensions: ({ charges }) => (charges ? { "x-charges": charges } : {}),
	documentExtensions: { "x-errors": errorTexts(errors) },
	securitySchemes: {
		accessToken: {
			type: "http",
			scheme: "bearer",
			bearerFormat: "JWT",
			description: "The access token from POST /auth/token.",
		},
	},
	securityOf: ({ access }) => (access === "bearer" ? "accessToken" : undefined),
	errors,
	errorBody: errorBody(errors),
	errorsOf,
	errorExample: errorExample(errors),
	requestHeaders: ({ idempotent }) => (idempotent ? [idempotencyKey] : []),
	headers: commonHeaderDocs,
	commonHeaders: ({ access }) =>
		Object.entries(commonHeaderDocs)
			.filter(([, header]) => access === "bearer" || !header["x-bearer-only"])
			.map(([name]) => name),
	answerHeaders: ({ answerHeaders, idempotent }) => ({
		...answerHeaders,
		...(idempotent
			? { "Idempotency-Replayed": "`1` if this is the response to an earlier request with the same key." }
			: {}),
	}),
});
