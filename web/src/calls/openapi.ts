/** The parts of this service's OpenAPI document that the pages use. */
export interface ApiDocument {
	readonly info: { readonly version: string; readonly summary?: string; readonly description?: string };
	readonly servers: readonly { readonly url: string }[];
	readonly tags: readonly { readonly name: string; readonly description?: string }[];
	readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentedOperation>>>>;
	readonly components: {
		readonly headers: Readonly<Record<string, DocumentedHeader>>;
		readonly schemas: Readonly<Record<string, Schema>>;
	};
	readonly "x-errors": Readonly<Record<string, DocumentedError>>;
}

export interface DocumentedOperation {
	readonly operationId: string;
	readonly tags: readonly string[];
	readonly summary: string;
	readonly description?: string;
	readonly deprecated?: boolean;
	readonly security: readonly object[];
	readonly parameters?: readonly DocumentedParameter[];
	readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
	readonly responses: Readonly<Record<string, DocumentedAnswer>>;
	readonly "x-charges"?: readonly string[];
}

export interface DocumentedParameter {
	readonly name: string;
	readonly in: "path" | "query" | "header";
	readonly required: boolean;
	readonly description?: string;
	readonly deprecated?: boolean;
	readonly schema: Schema;
	readonly example?: unknown;
}

export interface DocumentedAnswer {
	readonly description: string;
	readonly headers?: Readonly<Record<string, DocumentedHeader | { readonly $ref: string }>>;
	readonly content?: Readonly<
		Record<
			string,
			{ readonly schema: Schema; readonly examples?: Readonly<Record<string, { value: unknown }>> }
		>
	>;
}

export interface DocumentedHeader {
	readonly description?: string;
	readonly schema?: Schema;
	readonly example?: unknown;
}

export interface DocumentedError {
	readonly status: number;
	readonly message: string;
	readonly when: string;
	readonly remedy: string;
	readonly retry: boolean;
}

/** JSON Schema 2020-12, the keywords that occur. */
export interface Schema {
	readonly type?: string;
	readonly description?: string;
	readonly format?: string;
	readonly pattern?: string;
	readonly enum?: readonly unknown[];
	readonly const?: unknown;
	readonly default?: unknown;
	readonly examples?: readonly unknown[];
	readonly items?: Schema;
	readonly anyOf?: readonly Schema[];
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly patternProperties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly minimum?: number;
	readonly maximum?: number;
	readonly minLength?: number;
	readonly maxLength?: number;
	readonly minItems?: number;
	readonly maxItems?: number;
	readonly "x-excludes"?: string;
}
