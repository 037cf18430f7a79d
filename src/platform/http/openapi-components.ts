import type { OpenApiDocument } from "./openapi-document.ts";

type Parts = Readonly<Record<string, unknown>>;
type Paths = OpenApiDocument["paths"];

/**
 * The same document with shared parts under `components`: schemas by their title, and failures by their codes. A description next to a reference says
 * what the shape is in that place.
 * @throws Error if two schemas have the same title but not the same shape
 */
export function withComponents(document: OpenApiDocument): OpenApiDocument {
	const schemas = new Map<string, Parts>();
	const paths = titledByReference(document.paths, schemas) as Paths;
	const given = titledByReference(document.components.schemas, schemas) as Parts;
	const responses = new Map<string, unknown>();
	return {
		...document,
		paths: failuresByReference(paths, responses),
		components: {
			...document.components,
			responses: Object.fromEntries([...responses].sort(byName)),
			schemas: { ...given, ...Object.fromEntries([...schemas].sort(byName)) },
		},
	};
}

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
	one < other ? -1 : 1;

function titledByReference(node: unknown, schemas: Map<string, Parts>): unknown {
	if (Array.isArray(node)) return node.map((item) => titledByReference(item, schemas));
	if (typeof node !== "object" || node === null) return node;
	const parts = Object.fromEntries(
		Object.entries(node).map(([name, part]) => [name, titledByReference(part, schemas)]),
	);
	if (typeof parts.title !== "string") return parts;
	const { title, ...schema } = parts;
	const known = schemas.get(title) ?? schema;
	if (shapeOf(known) !== shapeOf(schema)) throw new Error(`two different shapes have the title ${title}`);
	schemas.set(title, known);
	const isOwn = schema.description !== undefined && schema.description !== known.description;
	return { $ref: `#/components/schemas/${title}`, ...(isOwn ? { description: schema.description } : {}) };
}

/** What two places of one shape have in common. */
function shapeOf({ description: _, examples: __, ...shape }: Parts): string {
	return JSON.stringify(shape);
}

function failuresByReference(paths: Paths, responses: Map<string, unknown>): Paths {
	return eachValue(paths, (operations) =>
		eachValue(operations, (operation) => ({
			...operation,
			responses: Object.fromEntries(
				Object.entries(operation.responses).map(([status, response]) => {
					if (status < "400") return [status, response];
					const name = failureName(status, response.description, operation.security);
					const known = responses.get(name) ?? response;
					// A deprecated operation has headers that others do not have.
					if (JSON.stringify(known) !== JSON.stringify(response)) return [status, response];
					responses.set(name, known);
					return [status, { $ref: `#/components/responses/${name}` }];
				}),
			),
		})),
	) as Paths;
}

/** Operations that need no token have fewer headers. */
function failureName(status: string, description: string, security: unknown): string {
	const codes = [...description.matchAll(/`([a-z_]+)`/g)].map(([, code = ""]) =>
		code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase()),
	);
	const name = status === "413" ? "BodyTooLarge" : codes.join("Or");
	return Array.isArray(security) && security.length === 0 ? `Public${name}` : name;
}

function eachValue<Value, Made>(parts: Readonly<Record<string, Value>>, make: (value: Value) => Made) {
	return Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, make(value)]));
}
