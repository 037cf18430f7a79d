import Type, { type TObject, type TSchema } from "typebox";
import { VERSION } from "../../version.ts";
import { type PortalErrorCode, portalErrors } from "../contract/errors.ts";
import type { Route } from "../contract/route.ts";
import { PORTAL_PATH, routes } from "../contract/routes.ts";

const ErrorBody = Type.Object({
	error: Type.Enum(Object.keys(portalErrors), { description: "Stable code to switch on." }),
	message: Type.String({ description: "For people." }),
	request_id: Type.String(),
});

const EVERYWHERE: readonly PortalErrorCode[] = [
	"bad_request",
	"rate_limited",
	"internal_error",
	"service_unavailable",
	"gateway_timeout",
];
const SIGNED_IN: readonly PortalErrorCode[] = ["not_signed_in", "password_change_required"];

/** The OpenAPI 3.1 document of the portal's API, written from the table of routes. */
export function portalDocument(): object {
	const paths: Record<string, Record<string, object>> = {};
	for (const [name, route] of Object.entries<Route>(routes)) {
		const [method = "", path = ""] = name.split(" ");
		paths[path] = { ...paths[path], [method.toLowerCase()]: operationDoc(name, route) };
	}
	return {
		openapi: "3.1.0",
		info: {
			title: "Packshot portal",
			version: VERSION,
			description:
				"What the pages call, with a session cookie. Not a public interface: it changes with the pages. Programs use /api/v1.",
			license: { name: "Apache 2.0", identifier: "Apache-2.0" },
		},
		servers: [{ url: PORTAL_PATH }],
		tags: [...new Set(Object.values<Route>(routes).map(({ tag }) => tag))].map((name) => ({ name })),
		paths,
		components: {
			securitySchemes: { session: { type: "apiKey", in: "cookie", name: "packshot_session" } },
			schemas: { Error: ErrorBody },
		},
	};
}

function operationDoc(name: string, route: Route): object {
	const changes = !name.startsWith("GET ");
	const parameters = [
		...parametersIn("path", route.path),
		...parametersIn("query", route.query),
		...(changes ? [csrfParameter] : []),
	];
	return {
		operationId: operationId(name),
		tags: [route.tag],
		summary: route.summary,
		...(route.description ? { description: route.description } : {}),
		security: route.access === "public" ? [] : [{ session: [] }],
		...(parameters.length > 0 ? { parameters } : {}),
		...(route.body
			? { requestBody: { required: true, content: { "application/json": { schema: route.body } } } }
			: {}),
		responses: { ...successDoc(route), ...errorDocs(errorsOf(route, changes)) },
	};
}

/** `POST /keys/{client_id}/rotate` → `postKeysClientIdRotate` */
function operationId(name: string): string {
	const words = name
		.toLowerCase()
		.split(/[^a-z0-9]+/)
		.filter(Boolean);
	return words.map((word, place) => (place === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join("");
}

const csrfParameter = {
	name: "X-Packshot-CSRF",
	in: "header",
	required: true,
	description: "The session's `csrf_token`; any text where no session is needed.",
	schema: { type: "string" },
};

function parametersIn(place: "path" | "query", schema: TObject | undefined): object[] {
	if (!schema) return [];
	return Object.entries(schema.properties as Record<string, TSchema>).map(([name, property]) => ({
		name,
		in: place,
		required: place === "path" || (schema.required as string[] | undefined)?.includes(name) === true,
		schema: property,
		...("items" in property ? { style: "form", explode: false } : {}),
	}));
}

function successDoc({ answer, media, status = 200 }: Route): Record<string, object> {
	if (media) {
		return { 200: { description: "The table.", content: { [media]: { schema: { type: "string" } } } } };
	}
	if (!answer) return { 204: { description: "Done." } };
	return { [status]: { description: "Done.", content: { "application/json": { schema: answer } } } };
}

function errorsOf(route: Route, changes: boolean): readonly PortalErrorCode[] {
	return [
		...route.errors,
		...(route.access === "public" ? [] : SIGNED_IN),
		...(changes ? (["csrf_rejected"] as const) : []),
		...(route.access === "administrator" ? (["not_administrator"] as const) : []),
		...EVERYWHERE,
	];
}

function errorDocs(codes: readonly PortalErrorCode[]): Record<string, object> {
	const byStatus = new Map<number, Set<PortalErrorCode>>();
	for (const code of codes) {
		const { status } = portalErrors[code];
		byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
	}
	return Object.fromEntries(
		[...byStatus].map(([status, these]) => [
			status,
			{
				description: [...these].map((code) => `\`${code}\``).join(", "),
				content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
			},
		]),
	);
}
