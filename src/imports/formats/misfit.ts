import type { TSchema } from "typebox";
import { Check } from "typebox/value";

/** The parts of a schema that describe what is expected. */
export interface Expected {
	readonly type?: string;
	readonly enum?: readonly string[];
	readonly anyOf?: readonly TSchema[];
	readonly properties?: Readonly<Record<string, TSchema>>;
	readonly required?: readonly string[];
	readonly items?: TSchema;
	/** What is expected, in words, where the keywords do not convey it. */
	readonly title?: string;
}

const LONGEST_QUOTED = 40;

/**
 * Explains why a value does not match a schema that refused it: the first wrong key, what was expected there, and what was found. The schema
 * decides; this only finds the place.
 */
export function misfit(schema: TSchema, value: unknown, key = ""): string {
	const { anyOf, ...expected } = schema as Expected;
	const inner = anyOf?.find((option) => (option as Expected).type !== "null");
	if (inner) return misfitOrNull(inner, value, key);
	if (expected.type === "object" && isObject(value)) return misfitInObject(expected, value, key);
	if (expected.type === "array" && Array.isArray(value)) return misfitInList(expected, value, key);
	if (expected.type === "string" && typeof value === "string" && expected.title === undefined) {
		if (value === "") return refusal(key, "a text that is not empty", value);
		return `${key}: expected a text without NUL characters and broken Unicode`;
	}
	return refusal(key, describeSchema(schema), value);
}

/** Inside a list or an object it is irrelevant that the value could have been null. */
function misfitOrNull(schema: TSchema, value: unknown, key: string): string {
	const { type, enum: choices } = schema as Expected;
	if (type === "object" || type === "array") return misfit(schema, value, key);
	if (choices === undefined && typeof value === "string") return misfit(schema, value, key);
	return refusal(key, `${describeSchema(schema)} or null`, value);
}

function misfitInObject(expected: Expected, value: Readonly<Record<string, unknown>>, key: string): string {
	const { properties = {}, required = [] } = expected;
	const pathOf = (name: string) => (key === "" ? name : `${key}.${name}`);
	for (const [name, member] of Object.entries(value)) {
		const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
		if (schema === undefined) return `${quoted(pathOf(name))} is an unknown key`;
		if (!Check(schema, member)) return misfit(schema, member, pathOf(name));
	}
	const missing = required.find((name) => !Object.hasOwn(value, name)) ?? "";
	return `${pathOf(missing)} is missing`;
}

function misfitInList({ items }: Expected, value: readonly unknown[], key: string): string {
	const place = value.findIndex((item) => items && !Check(items, item));
	return items ? misfit(items, value[place], `${key}[${place}]`) : refusal(key, "a list", value);
}

function describeSchema(schema: TSchema): string {
	const { type, title, enum: choices } = schema as Expected;
	if (title !== undefined) return title;
	if (choices) return `one of ${choices.filter((value) => value !== "").join(", ")}`;
	if (type === "boolean") return "true or false";
	if (type === "array") return "a list";
	if (type === "object") return "an object";
	return "a text";
}

/** The message that refuses a value: its key, what was expected, what was found. */
function refusal(key: string, expected: string, found: unknown): string {
	return `${key === "" ? "the line" : key}: expected ${expected}, found ${described(found)}`;
}

/** A text in quotes, truncated, with control characters escaped, safe for a terminal. */
export function quoted(text: string): string {
	return JSON.stringify(text.length > LONGEST_QUOTED ? `${text.slice(0, LONGEST_QUOTED)}…` : text);
}

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function described(value: unknown): string {
	if (typeof value === "string") return quoted(value);
	if (Array.isArray(value)) return "a list";
	if (typeof value === "object" && value !== null) return "an object";
	return String(value);
}
