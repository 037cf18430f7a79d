import type { TSchema } from "typebox";
import { badRequest, type ErrorCatalogue, HttpError } from "./http-error.ts";

/** Where a value does not match its schema. */
interface Violation {
	/** JSON pointers into the value and into the schema. */
	readonly instancePath: string;
	readonly schemaPath: string;
	readonly keyword: string;
	readonly params: object;
	readonly message: string;
}

const LONGEST_SHOWN = 40;

/**
 * The error for a body that does not match its schema; the message names the place, such as `items[3]`. A schema with `x-error` yields that error of
 * the catalogue, and the message includes the value.
 */
export function schemaError(
	schema: TSchema,
	data: unknown,
	violation: Violation | undefined,
	errors: ErrorCatalogue,
): HttpError {
	const place = placeOf(violation?.instancePath ?? "");
	const code = at(schema, violation?.schemaPath.slice(1) ?? "")?.["x-error"];
	const kind = typeof code === "string" ? errors[code] : undefined;
	const value = at(data, violation?.instancePath ?? "");
	if (typeof code === "string" && kind && typeof value === "string") {
		return new HttpError(code, kind, { message: `${place} is ${shown(value)}. ${kind.message}` });
	}
	return badRequest(`${place}: ${violation ? wordsOf(violation) : "not as described"}.`);
}

const LONGEST_LIST = 200;

/** What is wrong, in words that say what would fit. */
function wordsOf({ keyword, params, message }: Violation): string {
	// Of a member that an object may not have, its schema is `false`.
	if (keyword === "boolean") return "is not known here";
	if (!("allowedValues" in params) || !Array.isArray(params.allowedValues)) return message;
	const allowed = params.allowedValues.map((value) => JSON.stringify(value)).join(", ");
	return allowed.length > LONGEST_LIST ? message : `must be one of ${allowed}`;
}

/** `/items/3` → `items[3]` */
function placeOf(pointer: string): string {
	const place = pointer.replace(/\/(\d+)(?=\/|$)/g, "[$1]").replaceAll("/", ".");
	return place.replace(/^\./, "") || "the body";
}

function shown(text: string): string {
	return JSON.stringify(text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text);
}

// biome-ignore lint/suspicious/noExplicitAny: a walk along a pointer through values of any shape
function at(root: any, pointer: string): any {
	return pointer
		.split("/")
		.filter(Boolean)
		.reduce((value, name) => value?.[name], root);
}
