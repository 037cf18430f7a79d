import type { ProductMetaScope } from "../fields/scopes.ts";
import type { FieldValues } from "../fields/values.ts";
import type { GivenMetadata } from "../stored/given-metadata.ts";
import { isEmpty } from "./import-mode.ts";

/** A stored value that a change erases or replaces by another one. */
export interface ValueChange {
	/** As `info.brand`, `nutrition.sodium.amount`, `hechshers.symbol`. */
	readonly field: string;
	readonly before: string;
	/** Null if it is erased. */
	readonly after: string | null;
}

/** The stored values that a change erases, or replaces by others, in the order of the fields. What is merely added is not among them. */
export function valueChanges(
	before: GivenMetadata,
	after: GivenMetadata,
	scopes: readonly ProductMetaScope[],
): ValueChange[] {
	return scopes.flatMap((scope) => {
		const now = new Map(valuesOf(scope, after[scope]).map(({ place, text }) => [place, text]));
		return valuesOf(scope, before[scope]).flatMap(({ place, field, text }) => {
			const next = now.get(place) ?? null;
			return next === text ? [] : [{ field, before: text, after: next }];
		});
	});
}

interface Value {
	/** Where it is: hechshers are distinguished by their symbol, whatever their order. */
	readonly place: string;
	readonly field: string;
	readonly text: string;
}

function valuesOf(scope: string, given: unknown): Value[] {
	if (!Array.isArray(given)) return leaves(scope, scope, given);
	const seen = new Map<unknown, number>();
	return (given as FieldValues[]).flatMap((item) => {
		const number = (seen.get(item.symbol) ?? 0) + 1;
		seen.set(item.symbol, number);
		return leaves(`${scope} ${number} ${item.symbol}`, scope, item);
	});
}

/** A list of texts is one value. A flag has a value if it is set: `false` is what it is without one. */
function leaves(place: string, field: string, value: unknown): Value[] {
	if (isEmpty(value) || value === false) return [];
	if (Array.isArray(value)) return [{ place, field, text: value.join("; ") }];
	if (typeof value !== "object") return [{ place, field, text: String(value) }];
	return Object.entries(value as FieldValues).flatMap(([name, member]) =>
		leaves(`${place}.${name}`, `${field}.${name}`, member),
	);
}
