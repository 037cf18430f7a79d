import type { OpenApiDocument } from "../src/platform/http/openapi-document.ts";
import { formatted } from "./formatted.ts";

/** The part of JSON Schema that the document uses. */
interface Schema {
	readonly $ref?: string;
	readonly type?: string;
	readonly description?: string;
	readonly const?: unknown;
	readonly enum?: readonly unknown[];
	readonly anyOf?: readonly Schema[];
	readonly items?: Schema;
	readonly properties?: Readonly<Record<string, Schema>>;
	readonly required?: readonly string[];
	readonly patternProperties?: Readonly<Record<string, Schema>>;
	/** Built from the parameters of an operation. */
	readonly isQuery?: boolean;
}

/** The types of each of the SDK's files: named shapes of the document, and the queries of operations. */
const FILES: Readonly<Record<string, readonly string[]>> = {
	"api-types.ts": [
		"ErrorBody",
		"ErrorCode",
		"Meta",
		"Balance",
		"Account",
		"SpendingCap",
		"Usage",
		"UsageQuery",
		"UsagePeriod",
		"Pricing",
		"Health",
		"TokenSet",
		"NewWebhook",
		"WebhookTest",
		"Webhook",
		"KosherAlerts",
		"KosherAlertsQuery",
		"KosherAlert",
		"KosherAlertAnswer",
	],
	"catalogue-types.ts": [
		"ProductList",
		"ProductListQuery",
		"ProductRow",
		"Pagination",
		"CursorPagination",
		"ProductCheck",
		"CheckedProduct",
		"ResolvedBarcodes",
		"ResolvedBarcode",
		"BarcodeKind",
		"Changes",
		"ChangesQuery",
		"ProductChange",
		"AvailableScopes",
		"AvailableFields",
		"MetadataAvailability",
		"MetadataCheck",
		"CheckedMetadata",
		"MetadataList",
		"MetadataListQuery",
		"MetadataRow",
		"MetadataFields",
		"MetadataFieldsQuery",
	],
	"order-types.ts": [
		"Order",
		"OrderLine",
		"OrderQuote",
		"QuotedLine",
		"HeldByOrder",
		"OrderList",
		"ListedOrder",
		"OrderProducts",
		"OrderedProduct",
	],
	"product-types.ts": [
		"Product",
		"ProductQuery",
		"Scope",
		"MetadataScope",
		"DataScope",
		"Variant",
		"ProductMeta",
		"Hechsher",
		"Nutrition",
		"Nutrient",
		"Ingredients",
		"ImageMetaByVariant",
		"ImageMeta",
		"ImageUrls",
		"KosherRecord",
		"KosherHechsher",
		"Certificate",
	],
};

/** Operations by the name of their query. */
const QUERIES: Readonly<Record<string, string>> = {
	UsageQuery: "getUsage",
	ProductListQuery: "listProducts",
	ChangesQuery: "listChanges",
	MetadataListQuery: "listProductsByMetadata",
	MetadataFieldsQuery: "listMetadataFields",
	ProductQuery: "getProduct",
	KosherAlertsQuery: "listKosherAlerts",
};

/** Shapes whose name would hide a global of JavaScript. */
const RENAMED: Readonly<Record<string, string>> = { Error: "ErrorBody" };

/** Enumerations that the SDK needs at run time, with the name of their list. */
const LISTS: Readonly<Record<string, string>> = { ErrorCode: "ERROR_CODES" };

/**
 * The text of each generated file of the SDK, formatted like the rest.
 * @throws Error for a name that does not exist and for schemas that it cannot print.
 */
export function sdkTypeFiles(document: OpenApiDocument): ReadonlyMap<string, string> {
	const shapes = shapesOf(document);
	return new Map(
		Object.entries(FILES).map(([file, names]) => [file, formatted("types.ts", printFile(names, shapes))]),
	);
}

type Shapes = ReadonlyMap<string, Schema>;

function shapesOf({ components, paths }: OpenApiDocument): Shapes {
	const named = Object.entries(components.schemas ?? {}).map(
		([name, schema]) => [RENAMED[name] ?? name, schema as Schema] as const,
	);
	const operations = Object.values(paths).flatMap((byMethod) => Object.values(byMethod));
	const queries = Object.entries(QUERIES).map(([name, id]) => {
		const parameters = operations.find(({ operationId }) => operationId === id)?.parameters ?? [];
		return [name, querySchema(parameters as readonly Parameter[])] as const;
	});
	return new Map([...named, ...queries]);
}

function printFile(names: readonly string[], shapes: Shapes): string {
	const printed = new Set(Object.values(FILES).flat());
	const enumerations = new Map(
		[...shapes].filter(([, { enum: values }]) => values).map(([name, schema]) => [identity(schema), name]),
	);
	const used = new Set<string>();
	const nameOf = (schema: Schema) => {
		const referred = schema.$ref?.split("/").at(-1);
		const name =
			referred === undefined ? enumerations.get(identity(schema)) : (RENAMED[referred] ?? referred);
		if (name === undefined || !printed.has(name)) return undefined;
		used.add(name);
		return name;
	};
	const declarations = names.map((name) => declaration(name, shapeOf(shapes, name), nameOf));
	const head = "// Written by scripts/write-sdk-types.ts from docs/openapi.json.";
	return [head, imports(used, names), ...declarations].join("\n\n");
}

function shapeOf(shapes: Shapes, name: string): Schema {
	const shape = shapes.get(name);
	if (!shape) throw new Error(`the document names no ${name}`);
	return shape;
}

function imports(used: ReadonlySet<string>, own: readonly string[]): string {
	return Object.entries(FILES)
		.map(([file, names]) => [file, names.filter((name) => used.has(name) && !own.includes(name))] as const)
		.filter(([, names]) => names.length > 0)
		.map(([file, names]) => `import type { ${names.toSorted().join(", ")} } from "./${file}";`)
		.join("\n");
}

/** Returns the type name of a schema, if its shape has one. */
type NameOf = (schema: Schema) => string | undefined;

interface Parameter {
	readonly name: string;
	readonly in: string;
	readonly description?: string;
	readonly schema: Schema;
}

function querySchema(parameters: readonly Parameter[]): Schema {
	const inQuery = parameters.filter((parameter) => parameter.in === "query");
	const properties = inQuery.map(({ name, description, schema }) => [
		name,
		description === undefined ? schema : { ...schema, description },
	]);
	return { type: "object", isQuery: true, properties: Object.fromEntries(properties) };
}

/** Two schemas of the same shape are one type, whatever their descriptions. */
function identity(schema: Schema): string {
	const { description: _, ...shape } = schema;
	return JSON.stringify(shape);
}

function declaration(name: string, schema: Schema, nameOf: NameOf): string {
	const head = comment(schema);
	const list = LISTS[name];
	if (list !== undefined) {
		return `${head}export const ${list} = ${JSON.stringify(schema.enum)} as const;\n\nexport type ${name} = (typeof ${list})[number];`;
	}
	if (schema.properties && !valueOfAll(schema)) {
		return `${head}export interface ${name} ${object(schema, nameOf)}`;
	}
	return `${head}export type ${name} = ${unnamed(schema, nameOf)};`;
}

function print(schema: Schema, nameOf: NameOf): string {
	return nameOf(schema) ?? unnamed(schema, nameOf);
}

function unnamed(schema: Schema, nameOf: NameOf): string {
	if (schema.enum) return enumeration(schema, schema.enum, nameOf);
	if ("const" in schema) return JSON.stringify(schema.const);
	// If the schema has a type of its own, the options only narrow it, for example by format.
	if (schema.anyOf && !schema.type) return schema.anyOf.map((option) => print(option, nameOf)).join(" | ");
	if (schema.items) return `(${print(schema.items, nameOf)})[]`;
	if (schema.properties) return object(schema, nameOf);
	if (schema.patternProperties) return record(schema.patternProperties, nameOf);
	return primitive(schema);
}

/** An enumeration that starts with all values of another one is printed as that type's name plus the additional values. */
function enumeration(schema: Schema, values: readonly unknown[], nameOf: NameOf): string {
	for (let length = values.length - 1; length > 1; length--) {
		const name = nameOf({ ...schema, enum: values.slice(0, length) });
		if (name !== undefined) return [name, ...texts(values.slice(length))].join(" | ");
	}
	return texts(values).join(" | ");
}

function texts(values: readonly unknown[]): string[] {
	return values.map((value) => JSON.stringify(value));
}

function object(schema: Schema, nameOf: NameOf): string {
	const alike = valueOfAll(schema);
	if (alike) {
		const names = { enum: Object.keys(schema.properties ?? {}) };
		return `Record<${print(names, nameOf)}, ${print(alike, nameOf)}>`;
	}
	return `{\n${properties(schema, nameOf).join("\n")}\n}`;
}

/** The schema that all properties share, if there are many that differ only in their names. */
function valueOfAll({ properties = {}, required = [] }: Schema): Schema | undefined {
	const [first, ...others] = Object.values(properties);
	if (!first || first.description !== undefined || required.length !== others.length + 1) return undefined;
	return others.length > 2 && others.every((other) => identity(other) === identity(first))
		? first
		: undefined;
}

/** A query parameter may be undefined: it is left out of the URL. */
function properties(schema: Schema, nameOf: NameOf): string[] {
	return Object.entries(schema.properties ?? {}).map(([name, property]) => {
		const isRequired = schema.required?.includes(name) ?? false;
		const type = `${print(property, nameOf)}${schema.isQuery ? " | undefined" : ""}`;
		return `${comment(property)}${name}${isRequired ? "" : "?"}: ${type};`;
	});
}

function record(patterns: Readonly<Record<string, Schema>>, nameOf: NameOf): string {
	const values = Object.values(patterns);
	if (values.length !== 1 || !values[0]) throw new Error(`cannot print ${JSON.stringify(patterns)}`);
	return `Record<string, ${print(values[0], nameOf)}>`;
}

const primitives: Readonly<Record<string, string>> = {
	string: "string",
	number: "number",
	integer: "number",
	boolean: "boolean",
	null: "null",
};

function primitive(schema: Schema): string {
	const printed = primitives[schema.type ?? ""];
	if (printed === undefined) throw new Error(`cannot print ${JSON.stringify(schema)}`);
	return printed;
}

function comment({ description }: Schema): string {
	return description === undefined ? "" : `/** ${description.replaceAll("*/", "*\\/")} */\n`;
}
