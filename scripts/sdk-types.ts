import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { OpenApiDocument } from "../src/platform/http/openapi.ts";

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

type Places = Readonly<Record<string, string>>;

/**
 * The SDK's types by file, and the path of each schema in the document: `operationId`, then `answer` or `query`, then names of
 * properties, `[]` for the items of an array, `{}` for the values of a map, `!` for the non-null part of a nullable one, numbers for one of several
 * alternatives.
 */
const FILES: Readonly<Record<string, Places>> = {
	"api-types.ts": {
		ErrorBody: "Error",
		ErrorCode: "Error error",
		Meta: "getBalance.answer meta",
		Balance: "getBalance.answer",
		Account: "getAccount.answer",
		Usage: "getUsage.answer",
		UsageQuery: "getUsage.query",
		UsagePeriod: "getUsage.answer series []",
		Pricing: "getPricing.answer",
		Health: "getHealth.answer",
		TokenSet: "createToken.answer",
	},
	"catalogue-types.ts": {
		ProductList: "listProducts.answer",
		ProductListQuery: "listProducts.query",
		ProductRow: "listProducts.answer data []",
		Pagination: "listProducts.answer pagination 0",
		CursorPagination: "listProducts.answer pagination 1",
		ProductCheck: "bulkCheckProducts.answer",
		CheckedProduct: "bulkCheckProducts.answer results {}",
		ResolvedBarcodes: "resolveBarcodes.answer",
		ResolvedBarcode: "resolveBarcodes.answer results {}",
		BarcodeKind: "resolveBarcodes.answer results {} kind",
		Changes: "listChanges.answer",
		ChangesQuery: "listChanges.query",
		ProductChange: "listChanges.answer data []",
		MetadataScope: "listMetadataFields.answer scopes [] scope",
		DataScope: "getMetadataAvailability.answer worth_requesting []",
		AvailableScopes: "getMetadataAvailability.answer metadata",
		AvailableFields: "getMetadataAvailability.answer metadata_fields",
		MetadataAvailability: "getMetadataAvailability.answer",
		MetadataCheck: "bulkCheckMetadata.answer",
		CheckedMetadata: "bulkCheckMetadata.answer results {}",
		MetadataList: "listProductsByMetadata.answer",
		MetadataListQuery: "listProductsByMetadata.query",
		MetadataRow: "listProductsByMetadata.answer data []",
		MetadataFields: "listMetadataFields.answer",
		MetadataFieldsQuery: "listMetadataFields.query",
	},
	"order-types.ts": {
		Order: "createOrder.answer",
		OrderLine: "createOrder.answer lines []",
		OrderQuote: "quoteOrder.answer",
		OrderList: "listOrders.answer",
		ListedOrder: "listOrders.answer data []",
		OrderProducts: "listOrderProducts.answer",
		OrderedProduct: "listOrderProducts.answer data []",
	},
	"product-types.ts": {
		Product: "getProduct.answer",
		ProductQuery: "getProduct.query",
		Scope: "getProduct.query include []",
		Variant: "getProduct.query variants []",
		ProductMeta: "getProduct.answer product_meta",
		Hechsher: "getProduct.answer product_meta hechshers []",
		Nutrition: "getProduct.answer product_meta nutrition !",
		Nutrient: "getProduct.answer product_meta nutrition ! sodium",
		Ingredients: "getProduct.answer product_meta ingredients",
		ImageMeta: "getProduct.answer image_meta front !",
		ImageUrls: "getProduct.answer images",
	},
};

/** Enumerations that the SDK needs at run time, with the name of their list. */
const LISTS: Readonly<Record<string, string>> = { ErrorCode: "ERROR_CODES" };

/** Types that are another type without some of its members. */
const PARTS: Readonly<Record<string, { readonly of: string; readonly without: readonly string[] }>> = {
	OrderQuote: { of: "Order", without: ["order_id", "created_at", "expires_at"] },
	OrderedProduct: { of: "Product", without: ["meta"] },
};

/**
 * The text of each generated file of the SDK, formatted like the rest. A shape that recurs inside others is printed by name.
 * @throws Error for a path that does not exist and for schemas that it cannot print.
 */
export function sdkTypeFiles(document: OpenApiDocument): ReadonlyMap<string, string> {
	const names = new Map(
		Object.values(FILES)
			.flatMap((places) => Object.entries(places))
			.map(([name, place]) => [identity(find(document, place)), name]),
	);
	return new Map(
		Object.entries(FILES).map(([file, places]) => [file, format(printFile(document, places, names))]),
	);
}

function format(text: string): string {
	const formatter = spawnSync("node_modules/.bin/biome", ["format", "--stdin-file-path=types.ts"], {
		cwd: fileURLToPath(new URL("..", import.meta.url)),
		input: text,
		encoding: "utf8",
	});
	if (formatter.status !== 0) throw new Error(`cannot format: ${formatter.stderr}`);
	return formatter.stdout;
}

function printFile(
	document: OpenApiDocument,
	places: Places,
	byIdentity: ReadonlyMap<string, string>,
): string {
	const used = new Set<string>();
	const nameOf = (schema: Schema) => {
		const name = byIdentity.get(identity(schema));
		if (name !== undefined) used.add(name);
		return name;
	};
	const declarations = Object.entries(places).map(([name, place]) =>
		PARTS[name] ? partDeclaration(document, name, nameOf) : declaration(name, find(document, place), nameOf),
	);
	const head = "// Written by scripts/write-sdk-types.ts from docs/openapi.json.";
	return [head, imports(used, places), ...declarations].join("\n\n");
}

function imports(used: ReadonlySet<string>, own: Places): string {
	return Object.entries(FILES)
		.map(
			([file, places]) =>
				[file, Object.keys(places).filter((name) => used.has(name) && !(name in own))] as const,
		)
		.filter(([, names]) => names.length > 0)
		.map(([file, names]) => `import type { ${names.sort().join(", ")} } from "./${file}";`)
		.join("\n");
}

/** Returns the type name of a schema, if its shape has one. */
type NameOf = (schema: Schema) => string | undefined;

function find(document: OpenApiDocument, place: string): Schema {
	const [root = "", ...steps] = place.split(" ");
	const found = steps.reduce<Schema | undefined>(
		(schema, step) => enter(schema, step),
		rootOf(document, root),
	);
	if (!found) throw new Error(`nothing in the document at ${place}`);
	return found;
}

function rootOf(document: OpenApiDocument, root: string): Schema | undefined {
	const [id, part] = root.split(".");
	if (part === undefined) return document.components.schemas?.[root] as Schema | undefined;
	const operation = Object.values(document.paths)
		.flatMap((operations) => Object.values(operations))
		.find(({ operationId }) => operationId === id);
	if (part === "query") return querySchema((operation?.parameters ?? []) as readonly Parameter[]);
	const { 200: found, 201: made } = operation?.responses ?? {};
	const answer = (found ?? made)?.content?.["application/json"];
	return (answer as { readonly schema?: Schema } | undefined)?.schema;
}

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

function enter(schema: Schema | undefined, step: string): Schema | undefined {
	if (step === "!") return schema?.anyOf?.find(({ type }) => type !== "null");
	if (/^\d$/.test(step)) return schema?.anyOf?.[Number(step)];
	if (step === "[]") return schema?.items;
	if (step === "{}") return Object.values(schema?.patternProperties ?? {})[0];
	return schema?.properties?.[step];
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

/** @throws Error when a type is no longer the other type minus those members. */
function partDeclaration(document: OpenApiDocument, name: string, nameOf: NameOf): string {
	const placeOf = (type: string) => Object.values(FILES).flatMap((places) => places[type] ?? [])[0] ?? "";
	const { of, without } = PARTS[name] ?? { of: "", without: [] };
	const [whole, part] = [find(document, placeOf(of)), find(document, placeOf(name))];
	const isLeft = (member: string) => !without.includes(member);
	const left = Object.entries(whole.properties ?? {}).filter(([member]) => isLeft(member));
	const required = whole.required?.filter(isLeft) ?? [];
	if (identity({ ...whole, properties: Object.fromEntries(left), required }) !== identity(part))
		throw new Error(`${name} is not ${of} without ${without.join(", ")}`);
	return `${comment(part)}export type ${name} = Omit<${nameOf(whole)}, ${texts(without).join(" | ")}>;`;
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
