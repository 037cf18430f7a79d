import type { TSchema } from "typebox";
import { Check } from "typebox/value";
import { type Expected, isObject, misfit } from "./misfit.ts";

/** Where a value does not match, and why. */
export interface Misfit {
	/** `info.bracha`, `hechshers[1].symbol`; empty for the value itself. */
	readonly key: string;
	readonly reason: string;
}

/** Every mismatch between a value and a schema, for a form that shows each one beside its field. */
export function misfits(schema: TSchema, value: unknown, key = ""): Misfit[] {
	if (Check(schema, value)) return [];
	const inner = (schema as Expected).anyOf?.find((option) => isContainer(option, value));
	if (inner) return misfits(inner, value, key);
	const { type, items } = schema as Expected;
	if (type === "object" && isObject(value)) return misfitsInObject(schema as Expected, value, key);
	if (type === "array" && items !== undefined && Array.isArray(value)) {
		const list: readonly unknown[] = value;
		return list.flatMap((item, place) => misfits(items, item, `${key}[${place}]`));
	}
	return [{ key, reason: misfit(schema, value).replace(/^(the line)?: /, "") }];
}

function misfitsInObject(
	{ properties = {}, required = [] }: Expected,
	value: Readonly<Record<string, unknown>>,
	key: string,
): Misfit[] {
	const pathOf = (name: string) => (key === "" ? name : `${key}.${name}`);
	const missing = required
		.filter((name) => !Object.hasOwn(value, name))
		.map((name) => ({ key: pathOf(name), reason: "is missing" }));
	const wrong = Object.entries(value).flatMap(([name, member]) => {
		const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
		if (known === undefined) return [{ key: pathOf(name), reason: "is an unknown key" }];
		return misfits(known, member, pathOf(name));
	});
	return [...missing, ...wrong];
}

/** Whether the mismatch lies inside the value. */
function isContainer(schema: TSchema, value: unknown): boolean {
	const { type } = schema as Expected;
	return (type === "object" && isObject(value)) || (type === "array" && Array.isArray(value));
}
