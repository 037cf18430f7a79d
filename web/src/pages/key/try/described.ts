import type { Endpoint, Field } from "./endpoint.ts";

/** The part of the OpenAPI document that forms are made of. */
export interface DescribedApi {
	readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
	readonly operationId: string;
	readonly tags: readonly string[];
	readonly summary: string;
	readonly security: readonly object[];
	readonly parameters?: readonly Parameter[];
	readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: BodySchema }>> };
	readonly responses: Readonly<Record<string, unknown>>;
}

interface Parameter {
	readonly name: string;
	readonly in: string;
	readonly required: boolean;
	readonly description?: string;
	readonly schema: Schema;
}

interface BodySchema {
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
}

interface Schema {
	readonly type?: string;
	readonly description?: string;
	readonly format?: string;
	readonly enum?: readonly string[];
	readonly items?: Schema;
}

const A_SECRET =
	"It takes a secret of the key, which must never be in a page. Run it where your program runs.";

/** Every endpoint of the document with its form, but the signed image URLs themselves, which are no calls of a key. */
export function describedEndpoints({ paths }: DescribedApi): readonly Endpoint[] {
	return Object.entries(paths)
		.filter(([path]) => !path.includes("{token}"))
		.flatMap(([path, operations]) =>
			Object.entries(operations).map(([method, operation]) => endpointOf(method, path, operation)),
		);
}

function endpointOf(method: string, path: string, operation: Operation): Endpoint {
	const body = operation.requestBody?.content["application/json"]?.schema;
	const bodyNames = Object.keys(body?.properties ?? {});
	const isPublic = operation.security.length === 0;
	// What signs in is public and has a body.
	const isSecret = isPublic && bodyNames.length > 0;
	return {
		id: operation.operationId,
		group: operation.tags[0] ?? "",
		method: method.toUpperCase(),
		path,
		name: operation.summary,
		fields: [...parameterFields(operation), ...(isSecret ? [] : bodyFields(body))],
		bodyNames,
		isBilled: "402" in operation.responses,
		isPublic,
		...(isSecret ? { runsElsewhere: A_SECRET } : {}),
	};
}

function parameterFields({ parameters = [] }: Operation): readonly Field[] {
	return parameters
		.filter((parameter) => parameter.in !== "header")
		.map(({ name, description, required, schema }) => fieldOf(name, schema, required, description));
}

function bodyFields({ properties = {}, required = [] }: BodySchema = {}): readonly Field[] {
	return Object.entries(properties).map(([name, schema]) =>
		fieldOf(name, schema, required.includes(name) && !("default" in schema), schema.description),
	);
}

function fieldOf(name: string, schema: Schema, isRequired: boolean, hint: string | undefined): Field {
	return { name, ...kindOf(name, schema), isRequired, ...(hint === undefined ? {} : { hint }) };
}

function kindOf(name: string, schema: Schema): Pick<Field, "kind" | "options"> {
	if (name === "barcode" || name === "barcodes") return { kind: name };
	if (schema.items?.enum) return { kind: "list", options: schema.items.enum };
	if (schema.enum) return { kind: "choice", options: schema.enum };
	if (schema.type === "boolean") return { kind: "choice", options: ["true", "false"] };
	if (schema.type === "integer") return { kind: "number" };
	return { kind: schema.format?.startsWith("date") ? "date" : "text" };
}
