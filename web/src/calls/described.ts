import type { Endpoint, Field, Returned } from "./endpoint.ts";
import type { ApiDocument, DocumentedOperation, Schema } from "./openapi.ts";

const A_SECRET =
	"This call needs the key's secret, which must never appear in a web page. Run it from your own program instead.";

export function describedEndpoints({ paths }: ApiDocument): readonly Endpoint[] {
	return Object.entries(paths).flatMap(([path, operations]) =>
		Object.entries(operations).map(([method, operation]) => {
			const quote = paths[`${path}/quote`]?.[method]?.operationId;
			return { ...endpointOf(method, path, operation), ...(quote ? { quotedBy: quote } : {}) };
		}),
	);
}

/** Endpoints that can be called with a key; signed URLs are not among them. */
export function callableEndpoints(document: ApiDocument): readonly Endpoint[] {
	return describedEndpoints(document).filter(({ path }) => !path.includes("{token}"));
}

function endpointOf(method: string, path: string, operation: DocumentedOperation): Endpoint {
	const body = bodyFields(operation.requestBody?.content["application/json"]?.schema);
	const isPublic = operation.security.length === 0;
	return {
		id: operation.operationId,
		group: operation.tags[0] ?? "",
		method: method.toUpperCase(),
		path,
		name: operation.summary,
		fields: [...parameterFields(operation), ...body],
		returns: method === "head" ? "nothing" : returnedBy(operation, path),
		isBilled: "402" in operation.responses,
		isPublic,
		// Sign-in endpoints are public and have a body.
		...(isPublic && body.length > 0 ? { runsElsewhere: A_SECRET } : {}),
	};
}

function returnedBy({ responses }: DocumentedOperation, path: string): Returned {
	const [status = "", answer] = Object.entries(responses).find(([one]) => /^[23]/.test(one)) ?? [];
	const types = Object.keys(answer?.content ?? {});
	if (types.includes("application/json")) return "json";
	if (types.length === 0 && status !== "302") return "nothing";
	return { fileName: path.includes("archive") ? "archive.zip" : "picture.jpg" };
}

function parameterFields({ parameters = [] }: DocumentedOperation): readonly Field[] {
	return parameters.flatMap(({ name, in: place, description, required, schema }) =>
		place === "header"
			? []
			: [fieldOf(name, place, { ...schema, ...(description ? { description } : {}) }, required)],
	);
}

function bodyFields({ properties = {}, required = [] }: Schema = {}): readonly Field[] {
	return Object.entries(properties).map(([name, schema]) =>
		fieldOf(name, "body", schema, required.includes(name) && !("default" in schema)),
	);
}

function fieldOf(name: string, place: Field["place"], schema: Schema, isRequired: boolean): Field {
	const { description, maxItems, examples = [] } = schema;
	const example = exampleOf(examples[0]);
	return {
		name,
		place,
		...kindOf(name, schema),
		isRequired,
		...(description === undefined ? {} : { hint: description }),
		...(maxItems === undefined ? {} : { most: maxItems }),
		...(example === undefined ? {} : { example }),
	};
}

/** An example in the form in which it is entered: products of an order as their barcodes. */
function exampleOf(example: unknown): string | readonly string[] | undefined {
	if (example === undefined) return undefined;
	if (!Array.isArray(example)) return String(example);
	return example.map((item) => (typeof item === "object" ? String(item.barcode) : String(item)));
}

function kindOf(name: string, schema: Schema): Pick<Field, "kind" | "options" | "isBoolean"> {
	if (name === "barcode" || name === "barcodes" || name === "items") return { kind: name };
	const [type = schema] = schema.anyOf?.filter((one) => one.type !== undefined && one.type !== "null") ?? [];
	if (type.items?.enum) return { kind: "list", options: type.items.enum.map(String) };
	if (type.enum) return { kind: "choice", options: type.enum.map(String) };
	if (type.type === "boolean") return { kind: "choice", options: ["true", "false"], isBoolean: true };
	if (type.type === "integer" || type.type === "number") return { kind: "number" };
	return { kind: type.format?.startsWith("date") ? "date" : "text" };
}
