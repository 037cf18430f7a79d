/** An OpenAPI 3.1 document, typed as far as this service reads it. */
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
