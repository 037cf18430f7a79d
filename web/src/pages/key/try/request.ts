import { queryText } from "../../../api/request-line.ts";
import { type Endpoint, itemsOf, ownValues, type QuoteQuery, textOf, type Values } from "./endpoint.ts";

/** A call of `/api/v1` as it goes over the wire. */
export interface ApiRequest {
	readonly method: Endpoint["method"];
	/** From `/api/v1` on, with the query string. */
	readonly path: string;
	readonly body: string | undefined;
	readonly isPublic: boolean;
}

export function apiRequest(endpoint: Endpoint, values: Values): ApiRequest {
	const { method, path, isPublic = false } = endpoint;
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

/** What the service is asked to price; undefined for what is free. */
export function quoteQuery(endpoint: Endpoint, entered: Values): QuoteQuery | undefined {
	const { quotedAs } = endpoint;
	if (quotedAs === undefined) return undefined;
	const values = ownValues(endpoint, entered);
	const barcode = textOf(values, "barcode");
	const barcodes = [...itemsOf(values, "barcodes")];
	const include = [...itemsOf(values, "include")];
	const variants = [...itemsOf(values, "variants")];
	const variant = textOf(values, "variant");
	// What the lists hold was chosen from the service's own names.
	return {
		operation: quotedAs,
		...(barcode ? { barcode } : {}),
		...(barcodes.length > 0 ? { barcodes } : {}),
		...(include.length > 0 ? { include } : {}),
		...(variants.length > 0 ? { variants } : {}),
		...(variant ? { variant } : {}),
		...(textOf(values, "fields") === "true" ? { fields: true } : {}),
	} as QuoteQuery;
}

/** The parameters beside the path that were given. */
function parametersOf(endpoint: Endpoint, values: Values): Record<string, unknown> {
	const given = endpoint.fields.flatMap(({ name, kind }) => {
		if (kind === "barcode") return [];
		const isList = kind === "barcodes" || kind === "list" || kind === "keys";
		const value = isList ? itemsOf(values, name) : textOf(values, name);
		return value.length === 0 ? [] : [[name, value] as const];
	});
	return Object.fromEntries(given);
}

/** Secrets stand as what one fills in: they are never in a page. */
function bodyOf({ id }: Endpoint, parameters: Record<string, unknown>): object {
	if (id === "createToken") return { client_id: "<CLIENT_ID>", api_key: "<API_KEY>" };
	if (id === "refreshToken") return { refresh_token: "<REFRESH_TOKEN>" };
	const { fields, ...rest } = parameters;
	return fields === undefined ? rest : { ...rest, fields: fields === "true" };
}
