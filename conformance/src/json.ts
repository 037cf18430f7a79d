/** Any JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** The value at a path of keys and indexes; `undefined` if there is none. */
export function at(json: Json | undefined, ...path: readonly (string | number)[]): Json | undefined {
	let value = json;
	for (const step of path) {
		if (typeof value !== "object" || value === null) return undefined;
		value = (value as Record<string | number, Json>)[step];
	}
	return value;
}

/** The entries of an object; empty for anything else. */
export function entriesOf(json: Json | undefined): [string, Json][] {
	return typeof json === "object" && json !== null && !Array.isArray(json) ? Object.entries(json) : [];
}

/** The names of an object's members, sorted; empty for anything else. */
export function keysOf(json: Json | undefined): string[] {
	return entriesOf(json)
		.map(([key]) => key)
		.sort();
}

/** The items of an array; empty for anything else. */
export function itemsOf(json: Json | undefined): readonly Json[] {
	return Array.isArray(json) ? (json as readonly Json[]) : [];
}

export function parsed(text: string): Json | undefined {
	try {
		return JSON.parse(text) as Json;
	} catch {
		return undefined;
	}
}

/** Shortened to fit on a line of a report. */
export function shown(value: Json | undefined): string {
	const text = value === undefined ? "nothing" : JSON.stringify(value);
	return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
