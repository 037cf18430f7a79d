import type { Schema } from "../../web/src/calls/openapi.ts";
import { formatCount } from "../../web/src/format/credits.ts";

/** One parameter, header or member of a body, in words. */
export interface Member {
	readonly name: string;
	/** `string`, `array of objects`, `number or null`. */
	readonly type: string;
	readonly isRequired: boolean;
	readonly description: string;
	/** The allowed values. */
	readonly options: readonly string[];
	/** `default full`, `at most 500 items`. */
	readonly limits: readonly string[];
	readonly members: readonly Member[];
}

export function memberOf(name: string, schema: Schema, isRequired: boolean): Member {
	return {
		name,
		type: typeOf(schema),
		isRequired,
		description: schema.description ?? "",
		options: optionsOf(schema),
		limits: limitsOf(schema),
		members: membersOf(schema),
	};
}

/** The members of an object, of the objects in an array, or of a nullable object. */
export function membersOf(schema: Schema): readonly Member[] {
	const inside = schema.items ?? notNull(schema);
	if (inside !== undefined) return membersOf(inside);
	const { properties = {}, patternProperties = {}, required = [] } = schema;
	return [
		...Object.entries(properties).map(([name, one]) => memberOf(name, one, required.includes(name))),
		...Object.values(patternProperties).map((one) => memberOf("any name", one, false)),
	];
}

/** The non-null alternative of a nullable schema; undefined if it is not nullable. */
function notNull({ anyOf = [] }: Schema): Schema | undefined {
	const others = anyOf.filter(({ type }) => type !== "null");
	return others.length === 1 ? others[0] : undefined;
}

function typeOf(schema: Schema): string {
	const { type, format, anyOf, items, enum: options } = schema;
	if (anyOf) return anyOf.map((one) => typeOf({ ...(type ? { type } : {}), ...one })).join(" or ");
	if (items) return `array of ${plural(typeOf(items))}`;
	if (format !== undefined) return format;
	return type ?? (options ? "string" : schema.const === undefined ? "any" : typeof schema.const);
}

function plural(type: string): string {
	return /^(string|number|integer|boolean|object)$/.test(type) ? `${type}s` : type;
}

function optionsOf(schema: Schema): readonly string[] {
	const { enum: options, items, const: only } = schema;
	if (only !== undefined) return [String(only)];
	if (options) return options.map(String);
	const inside = items ?? notNull(schema);
	return inside ? optionsOf(inside) : [];
}

/** Larger bounds are not informative. */
const TELLING = 1e12;

function limitsOf(schema: Schema): readonly string[] {
	const { minimum, maximum, minLength, maxLength, minItems, maxItems } = { ...notNull(schema), ...schema };
	return [
		schema.default === undefined ? "" : `default ${schema.default}`,
		between(minimum, maximum !== undefined && maximum < TELLING ? maximum : undefined, ""),
		between(minLength, maxLength, " characters"),
		between(minItems === 1 ? undefined : minItems, maxItems, " items"),
		schema["x-excludes"] ? `not together with ${schema["x-excludes"]}` : "",
	].filter(Boolean);
}

function between(least: number | undefined, most: number | undefined, unit: string): string {
	if (least !== undefined && most !== undefined) return `${least} to ${formatCount(most)}${unit}`;
	if (most !== undefined) return `at most ${formatCount(most)}${unit}`;
	return least === undefined ? "" : `at least ${least}${unit}`;
}
