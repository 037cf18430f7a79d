import type { TSchema } from "typebox";
import { Check } from "typebox/value";

/** The parts of a schema that describe what is expected. */
interface Expected {
	readonly type?: string;
	readonly enum?: readonly string[];
	readonly anyOf?: readonly TSchema[];
	readonly properties?: Readonly<Record<string, TSchema>>;
	readonly required?: readonly string[];
	readonly items?: TSchema;
	/** What is expected, in words, where the keywords do not convey it. */
	readonly title?: string;
}

/** Where a value does not match, and why. */
export interface Mismatch {
	/** `info.bracha`, `hechshers[1].symbol`; empty for the value itself. */
	readonly key: string;
	readonly reason: string;
}

const UNKNOWN = "is an unknown key";
const MISSING = "is missing";

/**
 * Finds why a value does not match a schema that refused it: each wrong key, what was expected there, and what was found. The schema decides; this only
 * finds the places.
 */
export function* mismatches(schema: TSchema, value: unknown, key = ""): Generator<Mismatch> {
	const { anyOf, type, title, items } = schema as Expected;
	const inner = anyOf?.find((option) => (option as Expected).type !== "null");
	if (inner && isDescribedBy(inner, value)) yield* mismatches(inner, value, key);
	else if (inner) yield refusal(key, `${describeSchema(inner)} or null`, value);
	else if (type === "object" && isObject(value)) yield* mismatchesInObject(schema, value, key);
	else if (type === "array" && items && Array.isArray(value)) {
		for (const [place, item] of value.entries())
			if (!Check(items, item)) yield* mismatches(items, item, `${key}[${place}]`);
	} else if (type === "string" && title === undefined && value === "") {
		yield refusal(key, "a text that is not empty", value);
	} else if (type === "string" && title === undefined && typeof value === "string") {
		yield { key, reason: "expected a text without control characters and broken Unicode" };
	} else yield refusal(key, describeSchema(schema), value);
}

/** Inside a list, an object or a text it is irrelevant that the value could have been null. */
function isDescribedBy(schema: TSchema, value: unknown): boolean {
	const { type, enum: choices } = schema as Expected;
	return type === "object" || type === "array" || (choices === undefined && typeof value === "string");
}

function* mismatchesInObject(
	schema: TSchema,
	value: Readonly<Record<string, unknown>>,
	key: string,
): Generator<Mismatch> {
	const { properties = {}, required = [] } = schema as Expected;
	const pathOf = (name: string) => (key === "" ? name : `${key}.${name}`);
	for (const [name, member] of Object.entries(value)) {
		const expected = Object.hasOwn(properties, name) ? properties[name] : undefined;
		if (expected === undefined) yield { key: pathOf(name), reason: UNKNOWN };
		else if (!Check(expected, member)) yield* mismatches(expected, member, pathOf(name));
	}
	for (const name of required) if (!Object.hasOwn(value, name)) yield { key: pathOf(name), reason: MISSING };
}

/** The first mismatch in words. */
export function mismatch(schema: TSchema, value: unknown): string {
	const [first = { key: "", reason: MISSING }] = mismatches(schema, value);
	const { key, reason } = first;
	if (reason === UNKNOWN) return `${quoted(key)} ${reason}`;
	return reason === MISSING ? `${key} ${reason}` : `${key === "" ? "the line" : key}: ${reason}`;
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

function refusal(key: string, expected: string, found: unknown): Mismatch {
	return { key, reason: `expected ${expected}, found ${described(found)}` };
}

function described(value: unknown): string {
	if (typeof value === "string") return quoted(value);
	if (Array.isArray(value)) return "a list";
	return isObject(value) ? "an object" : String(value);
}

const LONGEST_QUOTED = 40;

/** A text in quotes, truncated, with control characters escaped, safe for a terminal. */
export function quoted(text: string): string {
	return JSON.stringify(text.length > LONGEST_QUOTED ? `${text.slice(0, LONGEST_QUOTED)}…` : text);
}

export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
