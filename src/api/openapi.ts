import type { FastifyInstance, RouteOptions } from "fastify";
import type { TSchema } from "typebox";
import { commonHeaderDocs, errorResponses } from "./openapi-parts.ts";
import type { OperationText } from "./operation.ts";

/** An OpenAPI 3.1 document, as far as this service looks into it. */
export interface OpenApiDocument {
	readonly openapi: string;
	readonly info: Readonly<Record<string, unknown>>;
	readonly paths: Readonly<Record<string, Readonly<Record<string, OperationDoc>>>>;
	readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
	readonly [member: string]: unknown;
}

export interface OperationDoc {
	readonly operationId: string;
	readonly responses: Readonly<Record<string, ResponseDoc>>;
	readonly [member: string]: unknown;
}

interface ResponseDoc {
	readonly description: string;
	readonly headers?: Readonly<Record<string, unknown>>;
	readonly content?: Readonly<
		Record<string, { readonly schema: unknown; readonly [member: string]: unknown }>
	>;
}

/**
 * Watches the routes that are registered after it and describes them. TypeBox schemas are JSON Schema 2020-12, which is what
 * OpenAPI 3.1 holds, so they go in as they are.
 * @returns a function that gives the document of all described routes so far.
 */
export function describeRoutes(app: FastifyInstance, about: DocumentText): () => OpenApiDocument {
	const described: { url: string; method: string; text: OperationText }[] = [];
	app.addHook("onRoute", (route: RouteOptions) => {
		const text = route.config?.operation;
		if (text) described.push({ url: route.url, method: String(route.method).toLowerCase(), text });
	});
	return () => {
		const paths: Record<string, Record<string, OperationDoc>> = {};
		for (const { url, method, text } of described) {
			const path = url.replace(about.basePath, "").replace(/:(\w+)/g, "{$1}");
			paths[path] = { ...paths[path], [method]: operationDoc(text) };
		}
		return {
			openapi: "3.1.0",
			info: about.info,
			servers: [{ url: about.basePath, description: "This service" }],
			tags: about.tags.map(([name, description]) => ({ name, description })),
			paths,
			components: {
				securitySchemes: {
					accessToken: {
						type: "http",
						scheme: "bearer",
						bearerFormat: "JWT",
						description: "The access token of POST /auth/token.",
					},
				},
				headers: commonHeaderDocs,
				schemas: { Error: about.errorSchema },
			},
		};
	};
}

export interface DocumentText {
	readonly basePath: string;
	readonly info: Readonly<Record<string, unknown>>;
	readonly tags: readonly (readonly [name: string, description: string])[];
	readonly errorSchema: TSchema;
}

function operationDoc(text: OperationText): OperationDoc {
	const { success } = text;
	return {
		operationId: text.id,
		tags: [text.tag],
		summary: text.summary,
		...(text.description ? { description: text.description } : {}),
		security: text.access === "bearer" ? [{ accessToken: [] }] : [],
		...parametersDoc(text),
		...(text.body
			? { requestBody: { required: true, content: { "application/json": mediaDoc(text.body) } } }
			: {}),
		responses: {
			[success.status]: {
				description: success.description,
				headers: { ...headerRefs(text), ...ownHeaders(text) },
				...contentDoc(text),
			},
			...errorResponses(text, headerRefs(text)),
		},
	};
}

/** References to the headers that every answer carries; some are for authenticated endpoints only (SPEC 1.1). */
function headerRefs(text: OperationText): Record<string, unknown> {
	const names = Object.entries(commonHeaderDocs)
		.filter(([, header]) => text.access === "bearer" || !header["x-bearer-only"])
		.map(([name]) => name);
	return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

function ownHeaders({ success, idempotent }: OperationText): Record<string, unknown> {
	const texts = {
		...success.headers,
		...(idempotent
			? { "Idempotency-Replayed": "`1` when the answer of an earlier request is given again." }
			: {}),
	};
	return Object.fromEntries(
		Object.entries(texts).map(([name, description]) => [name, { description, schema: { type: "string" } }]),
	);
}

function contentDoc({ success }: OperationText): { content?: Record<string, { schema: unknown }> } {
	if (success.answer) return { content: { "application/json": mediaDoc(success.answer) } };
	if (!success.media) return {};
	const binary = { schema: { type: "string", contentEncoding: "binary" } };
	return { content: Object.fromEntries(success.media.map((type) => [type, binary])) };
}

function mediaDoc(schema: TSchema): { schema: unknown } {
	return { schema };
}

function parametersDoc(text: OperationText): { parameters?: unknown[] } {
	const parameters = [...parametersIn("path", text.path), ...parametersIn("query", text.query)];
	if (text.idempotent) {
		parameters.push({
			name: "Idempotency-Key",
			in: "header",
			required: false,
			description: "Makes a repeated request return the first answer without a further charge, for 24 hours.",
			schema: { type: "string", pattern: "^[A-Za-z0-9._~-]{20,255}$" },
			example: "order-2027-05-15-000000017",
		});
	}
	return parameters.length > 0 ? { parameters } : {};
}

function parametersIn(place: "path" | "query", schema: OperationText["query"]): unknown[] {
	if (!schema) return [];
	const required = (schema.required as readonly string[] | undefined) ?? [];
	return Object.entries(schema.properties as Record<string, TSchema>).map(([name, property]) => {
		const { description, ...rest } = property as TSchema & { description?: string; type?: string };
		return {
			name,
			in: place,
			required: place === "path" || (required.includes(name) && !("default" in property)),
			...(description ? { description } : {}),
			...(rest.type === "array" ? { style: "form", explode: false } : {}),
			schema: rest,
		};
	});
}
