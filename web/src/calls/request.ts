import { queryText } from "../api/request-line.ts";
import {
	type Endpoint,
	type Field,
	isListed,
	itemsOf,
	type QuoteQuery,
	textOf,
	type Values,
} from "./endpoint.ts";

/** A call of `/api/v1` as sent over the wire. */
export interface ApiRequest {
	readonly method: string;
	/** From `/api/v1` on, with the query string. */
	readonly path: string;
	/** JSON. */
	readonly body: string | undefined;
	readonly isPublic: boolean;
}

export const API_PATH = "/api/v1";

export function apiRequest(endpoint: Endpoint, values: Values): ApiRequest {
	const { method, isPublic } = endpoint;
	const query = queryText(queryOf(endpoint, values));
	const body = bodyOf(endpoint, values);
	return {
		method,
		path: `${API_PATH}${pathOf(endpoint, values)}${query === "" ? "" : `?${query}`}`,
		body: body && JSON.stringify(body),
		isPublic,
	};
}

/** The path below `/api/v1`, filled in. */
export function pathOf({ path }: Endpoint, values: Values): string {
	return path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(textOf(values, name)));
}

/** The parameters of the query that were given. */
export function queryOf(endpoint: Endpoint, values: Values): Readonly<Record<string, string>> {
	return Object.fromEntries(
		given(endpoint, values, "query").map(([{ name }, value]) => [name, String(value)]),
	);
}

/** The JSON body; undefined for a call without one. Secrets are placeholders: they are never in a page. */
export function bodyOf(endpoint: Endpoint, values: Values): object | undefined {
	const fields = endpoint.fields.filter(({ place }) => place === "body");
	if (fields.length === 0) return undefined;
	if (endpoint.runsElsewhere !== undefined) {
		return Object.fromEntries(fields.map(({ name }) => [name, `<${name.toUpperCase()}>`]));
	}
	const members = given(endpoint, values, "body").map(([field, value]) => [field.name, jsonOf(field, value)]);
	return Object.fromEntries(members);
}

/** The query for pricing a call: its own parameters. Undefined for free calls, and for those that another endpoint prices. */
export function quoteQuery(endpoint: Endpoint, values: Values): QuoteQuery | undefined {
	if (!endpoint.isBilled || endpoint.quotedBy !== undefined) return undefined;
	const parameters = given(endpoint, values).map(([{ name }, value]) => [name, String(value)]);
	return { operation: endpoint.id, ...Object.fromEntries(parameters) };
}

type Given = readonly [field: Field, value: string | readonly string[]];

function given(endpoint: Endpoint, values: Values, place?: Field["place"]): readonly Given[] {
	return endpoint.fields
		.filter((field) => place === undefined || field.place === place)
		.map(
			(field): Given => [field, isListed(field) ? itemsOf(values, field.name) : textOf(values, field.name)],
		)
		.filter(([, value]) => value.length > 0);
}

function jsonOf({ kind, isBoolean }: Field, value: string | readonly string[]): unknown {
	if (kind === "items" && typeof value === "object") return value.map((barcode) => ({ barcode }));
	if (isBoolean) return value === "true";
	return kind === "number" ? Number(value) : value;
}
