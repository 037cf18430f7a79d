import type { RouteQuery } from "../../../../../src/portal/contract/routes.ts";

export type QuoteQuery = RouteQuery<"GET /keys/{client_id}/quote">;

/** What was entered, by the name of the field: a text, or the chosen items of a list. */
export type Values = Readonly<Record<string, string | readonly string[] | undefined>>;

export type FieldKind = "barcode" | "barcodes" | "list" | "choice" | "text" | "number" | "date";

/** One parameter of an endpoint, as the form asks for it. */
export interface Field {
	readonly name: string;
	readonly kind: FieldKind;
	/** Of lists and choices. */
	readonly options?: readonly string[];
	readonly isRequired?: boolean;
	readonly hint?: string;
}

/** One endpoint of `/api/v1`. */
export interface Endpoint {
	/** Its `operationId`. */
	readonly id: string;
	readonly group: string;
	readonly method: string;
	/** Below `/api/v1`; `{barcode}` is filled in. */
	readonly path: string;
	readonly name: string;
	readonly fields: readonly Field[];
	/** Members of the JSON body, also those that the form does not ask for. */
	readonly bodyNames: readonly string[];
	readonly isBilled: boolean;
	/** Needs no access token. */
	readonly isPublic: boolean;
	/** Why it cannot be run from here: it takes a secret, which has no business in a page. */
	readonly runsElsewhere?: string;
}

/** A call in the SDK, given its parameters. */
export type Sdk = (values: Values) => SdkCall;

export interface SdkCall {
	/** Lines after the client was made. */
	readonly lines: readonly string[];
}

/** The values of an endpoint's own fields: what was entered for another one stays in the form and out of the call. */
export function ownValues(endpoint: Endpoint, values: Values): Values {
	return Object.fromEntries(endpoint.fields.map(({ name }) => [name, values[name]]));
}

export function textOf(values: Values, name: string): string {
	const value = values[name];
	return typeof value === "string" ? value.trim() : "";
}

/** The items of a list field, or of a text in which they stand one to a line or between commas and blanks. */
export function itemsOf(values: Values, name: string): readonly string[] {
	const value = values[name];
	if (typeof value !== "string") return value ?? [];
	return value.split(/[\s,;]+/).filter((item) => item !== "");
}

/** What prevents the call, for the field it concerns; undefined if nothing does. */
export function problemOf(field: Field, values: Values): string | undefined {
	if (field.kind === "barcode" || field.kind === "barcodes") {
		const given =
			field.kind === "barcode" ? [textOf(values, field.name)].filter(Boolean) : itemsOf(values, field.name);
		if (given.length === 0)
			return field.kind === "barcode" ? "Give a barcode." : "Give at least one barcode.";
		if (given.length > 500) return "At most 500 barcodes.";
		const wrong = given.find((barcode) => !/^[0-9]{4,14}$/.test(barcode));
		return wrong === undefined ? undefined : `A barcode is 4 to 14 digits, not “${wrong}”.`;
	}
	return field.isRequired && textOf(values, field.name) === "" ? "Choose one." : undefined;
}

export function isComplete(endpoint: Endpoint, values: Values): boolean {
	return endpoint.fields.every((field) => problemOf(field, values) === undefined);
}
