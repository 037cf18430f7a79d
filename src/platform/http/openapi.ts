import type { TObject, TSchema } from "typebox";
import { DEPRECATION_HEADERS } from "./deprecation.ts";
import type { ErrorCatalogue } from "./http-error.ts";
import { withComponents } from "./openapi-components.ts";
import type { OpenApiDocument, OperationDoc } from "./openapi-document.ts";
import { errorResponses } from "./openapi-errors.ts";
import { methodAndPath, type Route, type RouteTable, statusOf } from "./route.ts";

/** Content of a document besides its routes, and how routes map to it. */
export interface ApiDescription<R extends Route> {
	readonly info: Readonly<Record<string, unknown>>;
	readonly server: { readonly url: string; readonly description?: string };
	readonly tags: readonly { readonly name: string; readonly description?: string }[];
	readonly securitySchemes: Readonly<Record<string, object>>;
	/** The security scheme that a route requires. */
	readonly securityOf: (route: R) => string | undefined;
	readonly errors: ErrorCatalogue;
	readonly errorBody: TSchema;
	/** Codes of all errors that a route can answer with. */
	readonly errorsOf: (route: R, method: string) => readonly string[];
	/** The body of an error, as an example; if absent, there are no examples. */
	readonly errorExample?: (code: string) => object;
	/** Request headers, as parameters. */
	readonly requestHeaders: (route: R, method: string) => readonly object[];
	/** Headers of any answer, by name. */
	readonly headers?: Readonly<Record<string, object>>;
	/** Which of them a route's answers carry. */
	readonly commonHeaders: (route: R) => readonly string[];
	/** Headers of a successful answer, with their meaning. */
	readonly answerHeaders: (route: R) => Readonly<Record<string, string>>;
	/** Additional `x-` members of an operation. */
	readonly extensions?: (route: R) => Readonly<Record<`x-${string}`, unknown>>;
	/** Additional `x-` members of the document. */
	readonly documentExtensions?: Readonly<Record<`x-${string}`, unknown>>;
}

/** Builds the OpenAPI 3.1 document of a table of routes. TypeBox schemas are JSON Schema 2020-12, as is OpenAPI 3.1, so they are included as is. */
export function openApiDocument<R extends Route>(
	table: RouteTable<R>,
	about: ApiDescription<R>,
): OpenApiDocument {
	const paths: Record<string, Record<string, OperationDoc>> = {};
	for (const [name, route] of Object.entries(table)) {
		const { method, path } = methodAndPath(name);
		paths[path] = { ...paths[path], [method.toLowerCase()]: operationDoc(name, route, about) };
	}
	return withComponents({
		openapi: "3.1.0",
		info: about.info,
		servers: [about.server],
		tags: about.tags,
		paths,
		components: {
			securitySchemes: about.securitySchemes,
			...(about.headers ? { headers: about.headers } : {}),
			schemas: { Error: about.errorBody },
		},
		...about.documentExtensions,
	});
}

function operationDoc<R extends Route>(name: string, route: R, about: ApiDescription<R>): OperationDoc {
	const { method } = methodAndPath(name);
	const security = about.securityOf(route);
	const parameters = [
		...parametersIn("path", route.path),
		...parametersIn("query", route.query, route.deprecatedParameters),
		...about.requestHeaders(route, method),
	];
	const headers = {
		...Object.fromEntries(
			about.commonHeaders(route).map((header) => [header, { $ref: `#/components/headers/${header}` }]),
		),
		...(route.deprecated || route.deprecatedParameters ? ownHeaders(DEPRECATION_HEADERS) : {}),
	};
	return {
		operationId: route.id ?? idOf(name),
		tags: [route.tag],
		summary: route.summary,
		...(route.description ? { description: route.description } : {}),
		...(route.deprecated ? { deprecated: true } : {}),
		...about.extensions?.(route),
		security: security === undefined ? [] : [{ [security]: [] }],
		...(parameters.length > 0 ? { parameters } : {}),
		...(route.body
			? { requestBody: { required: true, content: { "application/json": { schema: route.body } } } }
			: {}),
		...(route.bodyMedia
			? {
					requestBody: {
						required: true,
						content: { [route.bodyMedia]: { schema: mediaSchema(route.bodyMedia) } },
					},
				}
			: {}),
		responses: {
			[statusOf(route)]: {
				description: route.answerText ?? "Done.",
				...withHeaders({ ...headers, ...ownHeaders(about.answerHeaders(route)) }),
				...contentDoc(route),
			},
			...errorResponses(about.errorsOf(route, method), mayHaveBody(method), headers, about),
		},
	};
}

/** Whether a request has a body that is read, and so may be too large, even where the endpoint ignores it. */
const mayHaveBody = (method: string): boolean => method !== "GET" && method !== "HEAD";

/** `POST /things/{thing_id}/rename` → `postThingsThingIdRename` */
function idOf(name: string): string {
	const words = name
		.toLowerCase()
		.split(/[^a-z0-9]+/)
		.filter(Boolean);
	return words.map((word, place) => (place === 0 ? word : word[0]?.toUpperCase() + word.slice(1))).join("");
}

function withHeaders(headers: Readonly<Record<string, unknown>>) {
	return Object.keys(headers).length > 0 ? { headers } : {};
}

function ownHeaders(texts: Readonly<Record<string, string>>): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(texts).map(([name, description]) => [name, { description, schema: { type: "string" } }]),
	);
}

function contentDoc({ answer, media }: Route): { content?: Record<string, { schema: unknown }> } {
	if (answer) return { content: { "application/json": { schema: answer } } };
	if (!media) return {};
	return { content: Object.fromEntries(media.map((type) => [type, { schema: mediaSchema(type) }])) };
}

function mediaSchema(type: string): object {
	return type.startsWith("text/") ? { type: "string" } : { type: "string", contentEncoding: "binary" };
}

function parametersIn(
	place: "path" | "query",
	schema: TObject | undefined,
	deprecated: Route["deprecatedParameters"] = {},
): object[] {
	if (!schema) return [];
	const required = (schema.required as readonly string[] | undefined) ?? [];
	return Object.entries(schema.properties as Record<string, TSchema>).map(([name, property]) => {
		const { description, ...rest } = property as TSchema & { description?: string; type?: string };
		return {
			name,
			in: place,
			required: place === "path" || (required.includes(name) && !("default" in property)),
			...(description ? { description } : {}),
			...(Object.hasOwn(deprecated, name) ? { deprecated: true } : {}),
			...(rest.type === "array" ? { style: "form", explode: false } : {}),
			schema: rest,
		};
	});
}
