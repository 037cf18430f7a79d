import { at, entriesOf, type Json, shown } from "./json.ts";

/** Lists where a value differs from the expected shape; empty if it matches. */
export type Shape = (value: Json | undefined, where: string) => string[];

const kind =
	(name: string, fits: (value: Json | undefined) => boolean): Shape =>
	(value, where) =>
		fits(value) ? [] : [`${where || "the body"} should be ${name}, not ${shown(value)}`];

export const text = kind("a string", (value) => typeof value === "string");
export const number = kind("a number", (value) => typeof value === "number");
export const integer = kind("an integer", (value) => Number.isInteger(value));
export const boolean = kind("a boolean", (value) => typeof value === "boolean");
export const timestamp = kind(
	"an ISO 8601 time in UTC",
	(value) => typeof value === "string" && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value),
);

export const matching = (pattern: RegExp, name: string): Shape =>
	kind(name, (value) => typeof value === "string" && pattern.test(value));

export const oneOf = (...values: readonly Json[]): Shape =>
	kind(`one of ${values.map(shown).join(", ")}`, (value) => values.includes(value ?? "\u0000"));

export const nullOr =
	(shape: Shape): Shape =>
	(value, where) =>
		value === null ? [] : shape(value, where);

export const listOf =
	(item: Shape): Shape =>
	(value, where) =>
		Array.isArray(value)
			? value.flatMap((each: Json, place) => item(each, `${where}[${place}]`))
			: [`${where} should be an array, not ${shown(value)}`];

/** An object with at least these members. */
export const object =
	(members: Readonly<Record<string, Shape>>): Shape =>
	(value, where) => {
		if (typeof value !== "object" || value === null || Array.isArray(value)) {
			return [`${where || "the body"} should be an object, not ${shown(value)}`];
		}
		return Object.entries(members).flatMap(([name, shape]) =>
			shape(at(value, name), where ? `${where}.${name}` : name),
		);
	};

/** An object with exactly these members. */
export const exactly =
	(members: Readonly<Record<string, Shape>>): Shape =>
	(value, where) => [
		...object(members)(value, where),
		...entriesOf(value)
			.filter(([name]) => !Object.hasOwn(members, name))
			.map(([name]) => `${where}.${name} should not be there`),
	];

/** An object whose members all have one shape. */
export const mapOf =
	(member: Shape): Shape =>
	(value, where) =>
		typeof value === "object" && value !== null && !Array.isArray(value)
			? entriesOf(value).flatMap(([name, each]) => member(each, `${where}.${name}`))
			: [`${where} should be an object, not ${shown(value)}`];

/** An optional member. */
export const optional =
	(shape: Shape): Shape =>
	(value, where) =>
		value === undefined ? [] : shape(value, where);
