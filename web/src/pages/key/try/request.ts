import { queryText } from "../../../api/request-line.ts";
import { type Endpoint, itemsOf, type QuoteQuery, textOf, type Values } from "./endpoint.ts";

/** A call of `/api/v1` as it goes over the wire. */
export interface ApiRequest {
	readonly method: string;
	/** From `/api/v1` on, with the query string. */
	readonly path: string;
	readonly body: string | undefined;
	readonly isPublic: boolean;
}

export function apiRequest(endpoint: Endpoint, values: Values): ApiRequest {
	const { method, path, isPublic } = endpoint;
	const parameters = parametersOf(endpoint, values);
	const filled = path.replace("{barcode}", encodeURIComponent(textOf(values, "barcode")));
	const query = method === "POST" ? "" : queryText(parameters);
	return {
		method,
		path: `/api/v1${filled}${query === "" ? "" : `?${query}`}`,
		body: method === "POST" ? JSON.stringify(bodyOf(endpoint, parameters)) : undefined,
		isPublic,
	};
}

/** What the service is asked to price: the call's own parameters. Undefined for what is free. */
export function quoteQuery(endpoint: Endpoint, values: Values): QuoteQuery | undefined {
	if (!endpoint.isBilled) return undefined;
	const given = endpoint.fields
		.map(({ name }) => [name, parameterOf(name, endpoint, values)] as const)
		.filter(([, value]) => value.length > 0)
		.map(([name, value]) => [name, String(value)]);
	return { operation: endpoint.id, ...Object.fromEntries(given) };
}

/** The parameters beside the path that were given. */
function parametersOf(endpoint: Endpoint, values: Values): Record<string, unknown> {
	const given = endpoint.fields.flatMap(({ name, kind }) => {
		const value = parameterOf(name, endpoint, values);
		return kind === "barcode" || value.length === 0 ? [] : [[name, value] as const];
	});
	return Object.fromEntries(given);
}

function parameterOf(name: string, { fields }: Endpoint, values: Values): string | readonly string[] {
	const kind = fields.find((field) => field.name === name)?.kind;
	return kind === "barcodes" || kind === "list" ? itemsOf(values, name) : textOf(values, name);
}

/** Secrets stand as what one fills in: they are never in a page. */
function bodyOf({ bodyNames, runsElsewhere }: Endpoint, parameters: Record<string, unknown>): object {
	if (runsElsewhere !== undefined) {
		return Object.fromEntries(bodyNames.map((name) => [name, `<${name.toUpperCase()}>`]));
	}
	return Object.fromEntries(
		Object.entries(parameters).map(([name, value]) => [
			name,
			value === "true" || value === "false" ? value === "true" : value,
		]),
	);
}
