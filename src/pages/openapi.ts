import Type from "typebox";
import type { ErrorCatalogue } from "../platform/http/http-error.ts";
import { type ApiDescription, openApiDocument } from "../platform/http/openapi.ts";
import type { OpenApiDocument } from "../platform/http/openapi-document.ts";
import { VERSION } from "../version.ts";
import {
	MEMBERS,
	membersFor,
	ownErrors,
	type PageRoutes,
	PORTAL_PATH,
	type PortalRoute,
	rolesFor,
} from "./contract.ts";

const errorBody = (errors: ErrorCatalogue) =>
	Type.Object({
		error: Type.Enum(Object.keys(errors), { description: "Stable code to switch on." }),
		message: Type.String({ description: "For people; the wording may change." }),
		request_id: Type.String(),
	});

const EVERYWHERE: readonly string[] = [
	"bad_request",
	"rate_limited",
	"internal_error",
	"service_unavailable",
	"gateway_timeout",
];
const SIGNED_IN: readonly string[] = ["not_signed_in", "password_change_required"];

const isSafe = (method: string) => method === "GET" || method === "HEAD";

function errorsOf(route: PortalRoute, method: string): readonly string[] {
	const { access } = route;
	const members = membersFor(route);
	return [
		...ownErrors(route),
		...(access === "public" ? [] : SIGNED_IN),
		...(isSafe(method) ? [] : ["csrf_rejected"]),
		...(rolesFor(route) ? ["role_missing"] : []),
		...(members && members !== MEMBERS.member ? ["member_role_missing"] : []),
		...EVERYWHERE,
	];
}

const csrfParameter = {
	name: "X-Packshot-CSRF",
	in: "header",
	required: true,
	description: "The session's `csrf_token`; any text where no session is needed.",
	schema: { type: "string" },
};

const describe = (routes: PageRoutes, errors: ErrorCatalogue): ApiDescription<PortalRoute> => ({
	info: {
		title: "Packshot portal",
		version: VERSION,
		description:
			"What the pages call, with a session cookie. Not a public interface: it changes with the pages. Programs use /api/v1.",
		license: { name: "Apache 2.0", identifier: "Apache-2.0" },
	},
	server: { url: PORTAL_PATH },
	tags: [...new Set(Object.values(routes).map(({ tag }) => tag))].map((name) => ({ name })),
	securitySchemes: { session: { type: "apiKey", in: "cookie", name: "packshot_session" } },
	securityOf: ({ access }) => (access === "public" ? undefined : "session"),
	errors,
	errorBody: errorBody(errors),
	errorsOf,
	requestHeaders: (_route, method) => (isSafe(method) ? [] : [csrfParameter]),
	commonHeaders: () => [],
	answerHeaders: () => ({}),
});

/** The OpenAPI 3.1 document of the pages' API, generated from its routes. */
export function portalDocument(routes: PageRoutes, errors: ErrorCatalogue): OpenApiDocument {
	return openApiDocument<PortalRoute>(routes, describe(routes, errors));
}
