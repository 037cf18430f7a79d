import type { RouteQuery } from "../../../src/routes.ts";
import { formatCount } from "../format/credits.ts";

export type QuoteQuery = RouteQuery<"GET /keys/{client_id}/quote">;

/** Entered values by field name: a text, or the chosen items of a list. */
export type Values = Readonly<Record<string, string | readonly string[] | undefined>>;

/** `items` are products of an order, entered as barcodes. */
export type FieldKind = "barcode" | "barcodes" | "items" | "list" | "choice" | "text" | "number" | "date";

export interface Field {
	readonly name: string;
	readonly place: "path" | "query" | "body";
	readonly kind: FieldKind;
	/** For lists and choices. */
	readonly options?: readonly string[];
	/** For choices between true and false. */
	readonly isBoolean?: boolean;
	readonly isRequired?: boolean;
	readonly hint?: string;
	/** Maximum number of items. */
	readonly most?: number;
	readonly example?: string | readonly string[];
}

/** What a call returns: JSON, only headers, or a file with this name. */
export type Returned = "json" | "nothing" | { readonly fileName: string };

/** One endpoint of `/api/v1`. */
export interface Endpoint {
	/** Its `operationId`. */
	readonly id: string;
	readonly group: string;
	readonly method: string;
	/** Below `/api/v1`; names in braces are filled in. */
	readonly path: string;
	readonly name: string;
	readonly fields: readonly Field[];
	readonly returns: Returned;
	readonly isBilled: boolean;
	/** The free endpoint that prices this one: it takes the same fields. */
	readonly quotedBy?: string;
	/** Needs no access token. */
	readonly isPublic: boolean;
	/** Why it cannot be run from a page. */
	readonly runsElsewhere?: string;
}

export type Sdk = (values: Values) => SdkCall;

export interface SdkCall {
	/** Lines after the creation of the client. */
	readonly lines: readonly string[];
	/** Imports of Node.js modules that they use. */
	readonly imports?: readonly string[];
}

/** The values of an endpoint's own fields: values entered for another one stay in the form but are not sent. */
export function ownValues(endpoint: Endpoint, values: Values): Values {
	return Object.fromEntries(endpoint.fields.map(({ name }) => [name, values[name]]));
}

/** Values for an example call: its required fields, and those that make it informative. */
export function exampleValues({ fields }: Endpoint): Values {
	const shown = fields.filter(({ name, isRequired }) => isRequired || TELLING.has(name));
	return Object.fromEntries(shown.map(({ name, example, options }) => [name, example ?? options?.[0]]));
}

const TELLING: ReadonlySet<string> = new Set(["include", "max_credits", "has", "missing"]);

export function textOf(values: Values, name: string): string {
	const value = values[name];
	return typeof value === "string" ? value.trim() : "";
}

/** The items of a list field, or of a text that has them one per line or separated by commas and blanks. */
export function itemsOf(values: Values, name: string): readonly string[] {
	const value = values[name];
	if (typeof value !== "string") return value ?? [];
	return value.split(/[\s,;]+/).filter((item) => item !== "");
}

export function isListed({ kind }: Field): boolean {
	return kind === "barcodes" || kind === "items" || kind === "list";
}

const MOST_BARCODES = 500;

export function problemOf(field: Field, values: Values): string | undefined {
	const { name, kind, isRequired, most = MOST_BARCODES } = field;
	if (kind === "barcode" || kind === "barcodes" || kind === "items") {
		const given = kind === "barcode" ? [textOf(values, name)].filter(Boolean) : itemsOf(values, name);
		if (given.length === 0)
			return kind === "barcode"
				? "Enter a barcode of 4 to 14 digits."
				: `Enter 1 to ${formatCount(most)} barcodes.`;
		if (given.length > most)
			return `Enter 1 to ${formatCount(most)} barcodes, not ${formatCount(given.length)}.`;
		const wrong = given.find((barcode) => !/^[0-9]{4,14}$/.test(barcode));
		return wrong === undefined ? undefined : `A barcode is 4 to 14 digits, not “${wrong}”.`;
	}
	if (kind === "number" && !/^(\d{1,15}(\.\d{1,4})?)?$/.test(textOf(values, name)))
		return "Enter a number of 0 or more, with at most four decimals.";
	if (!isRequired || textOf(values, name) !== "") return undefined;
	return kind === "choice" ? "Choose one." : "This cannot be empty.";
}

export function isComplete(endpoint: Endpoint, values: Values): boolean {
	return endpoint.fields.every((field) => problemOf(field, values) === undefined);
}
