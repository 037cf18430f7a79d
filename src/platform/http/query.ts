import type { TSchema } from "typebox";
import { badRequest } from "./http-error.ts";

interface QueryValueSchema {
	readonly type?: string;
	readonly minimum?: number;
	readonly maximum?: number;
	readonly maxLength?: number;
	readonly maxItems?: number;
	readonly format?: string;
	readonly enum?: readonly string[];
	readonly default?: unknown;
	readonly items?: QueryValueSchema;
	readonly anyOf?: readonly { readonly const?: string; readonly format?: string }[];
	readonly examples?: readonly unknown[];
	/** Name of a parameter that this one cannot be combined with. */
	readonly "x-excludes"?: string;
}

/** Integers that every number type holds exactly. */
const LARGEST_INTEGER = 999_999_999_999_999;

/**
 * Reads a query string by its schema and the rules of SPEC D6: unknown parameters are ignored, repeated ones rejected, values out of range rejected
 * and never clamped. Arrays are comma-separated lists: items are trimmed, duplicates count once, empty items are rejected. A schema with
 * `additionalProperties` accepts all other parameters as texts.
 * @throws HttpError 400 that names the parameter.
 */
export function readQuery(
	schema: TSchema,
	raw: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, unknown> {
	const {
		properties = {},
		required = [],
		additionalProperties,
	} = schema as {
		properties?: Record<string, QueryValueSchema>;
		required?: readonly string[];
		additionalProperties?: unknown;
	};
	refuseBrackets(properties, raw);
	refuseTogether(properties, raw);
	const values: Record<string, unknown> = {};
	if (typeof additionalProperties === "object") Object.assign(values, singleTexts(raw));
	for (const [name, valueSchema] of Object.entries(properties)) {
		const text = Object.hasOwn(raw, name) ? raw[name] : undefined;
		if (Array.isArray(text)) throw badRequest(`${name} is given more than once.`);
		if (text !== undefined) values[name] = readValue(name, text, valueSchema);
		else if (valueSchema.default !== undefined) values[name] = valueSchema.default;
		else if (required.includes(name)) throw badRequest(`${name} is required.`);
	}
	return values;
}

/** Other services accept `include[]=…`; ignoring it here would silently drop the parameter. */
function refuseBrackets(properties: Readonly<Record<string, QueryValueSchema>>, raw: object): void {
	for (const given of Object.keys(raw)) {
		const name = given.slice(0, Math.max(0, given.indexOf("[")));
		const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
		if (schema) throw badRequest(`${name} is written without brackets: ${name}=${exampleOf(schema)}.`);
	}
}

function refuseTogether(properties: Readonly<Record<string, QueryValueSchema>>, raw: object): void {
	for (const [name, { "x-excludes": other }] of Object.entries(properties)) {
		if (other === undefined || !Object.hasOwn(raw, name) || !Object.hasOwn(raw, other)) continue;
		throw badRequest(`${name} and ${other} cannot be given together.`);
	}
}

function exampleOf({ examples, type }: QueryValueSchema): string {
	const [example = type === "array" ? "one,another" : "…"] = examples ?? [];
	return String(example);
}

/** Every parameter as received. @throws HttpError 400 if one is repeated. */
function singleTexts(raw: Readonly<Record<string, string | string[] | undefined>>): Record<string, unknown> {
	const repeated = Object.keys(raw).find((name) => Array.isArray(raw[name]));
	if (repeated !== undefined) throw badRequest(`${repeated} is given more than once.`);
	return raw;
}

function readValue(name: string, text: string, schema: QueryValueSchema): unknown {
	if (schema.type === "integer") return readInteger(name, text, schema);
	if (schema.type === "boolean") return readBoolean(name, text);
	if (schema.type === "array") return readList(name, text, schema);
	return readText(name, text, schema);
}

function readInteger(
	name: string,
	text: string,
	{ minimum = 0, maximum = LARGEST_INTEGER }: QueryValueSchema,
): number {
	const value = /^-?[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN;
	if (value >= minimum && value <= maximum) return value;
	throw badRequest(`${name} must be a whole number of at least ${minimum} and at most ${maximum}.`);
}

function readBoolean(name: string, text: string): boolean {
	if (text === "true" || text === "1") return true;
	if (text === "false" || text === "0") return false;
	throw badRequest(`${name} must be true, false, 1 or 0.`);
}

function readList(
	name: string,
	text: string,
	{ items = {}, maxItems = Number.POSITIVE_INFINITY }: QueryValueSchema,
): string[] {
	const list = new Set<string>();
	for (const part of text.split(",")) {
		const item = part.trim();
		if (item === "") throw badRequest(`${name} has an empty item.`);
		readText(name, item, items);
		list.add(item);
	}
	if (list.size > maxItems) throw badRequest(`${name} may have at most ${maxItems} items.`);
	return [...list];
}

function readText(name: string, text: string, schema: QueryValueSchema): string {
	const choices = schema.enum ?? schema.anyOf?.flatMap((choice) => choice.const ?? []);
	if (choices && choices.length > 0 && !choices.includes(text)) {
		throw badRequest(`${name} must be one of ${choices.join(", ")}.`);
	}
	if (schema.maxLength !== undefined && text.length > schema.maxLength) {
		throw badRequest(`${name} may have at most ${schema.maxLength} characters.`);
	}
	if (schema.format === "date" && parseDate(text) === undefined) {
		throw badRequest(`${name} must be a date, YYYY-MM-DD.`);
	}
	if (takesTimes(schema) && parseTime(text) === undefined) {
		throw badRequest(`${name} must be a date or a date-time, such as 2026-01-31T08:00:00Z.`);
	}
	return text;
}

/** Whether a parameter is a date-time, or either a date or a date-time; a date then means midnight. */
function takesTimes({ format, anyOf }: QueryValueSchema): boolean {
	return format === "date-time" || (anyOf?.some((choice) => choice.format === "date-time") ?? false);
}

/** `YYYY-MM-DD` as UTC midnight in milliseconds; `undefined` if it is not a calendar date. */
export function parseDate(text: string): number | undefined {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return undefined;
	const time = Date.parse(`${text}T00:00:00Z`);
	return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== text ? undefined : time;
}

const DATE_TIME = /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2})(:\d{2}(?:\.\d{1,9})?)?(Z|z|[+\- ]\d{2}:?\d{2})?$/;

/** A date, or a date-time with or without offset (then UTC), in milliseconds (SPEC D33). */
export function parseTime(text: string): number | undefined {
	const date = parseDate(text);
	if (date !== undefined) return date;
	const match = DATE_TIME.exec(text);
	if (!match?.[1] || parseDate(match[1]) === undefined) return undefined;
	const [, day, minutes, seconds = ":00", offset = "Z"] = match;
	// An unencoded `+` arrives as a space.
	const zone = offset
		.toUpperCase()
		.replace(" ", "+")
		.replace(/^([+-]\d{2})(\d{2})$/, "$1:$2");
	const time = Date.parse(`${day}T${minutes}${seconds.slice(0, 7)}${zone}`);
	return Number.isNaN(time) ? undefined : time;
}
