import type { ProductMetaScope } from "../fields/scopes.ts";
import type { FieldValues } from "../fields/values.ts";
import type { GivenMetadata } from "../stored/given-metadata.ts";
import type { MetadataChange } from "./metadata-change.ts";

/**
 * How given metadata and a product's own are combined. `replace`: a given scope is replaced completely, null removes it. `merge`: given values win,
 * the others stay. `fill`: given values are used only where the product has none.
 */
export const IMPORT_MODES = ["replace", "merge", "fill"] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];
/** What a scope becomes; undefined if it stays as it is. */
type Combine = (scope: ProductMetaScope, before: Before, given: Before) => unknown;
type Before = FieldValues | readonly FieldValues[] | null;

/** The change that replaces scopes with the same result. @param stored returns the metadata of the product; all null for a new one. */
export function changeInMode(
	mode: ImportMode,
	stored: () => GivenMetadata,
	change: MetadataChange,
): MetadataChange {
	if (mode === "replace") return change;
	const before = stored();
	const { barcode, ...scopes } = change;
	const combine = mode === "merge" ? merged : filled;
	const combined = Object.entries(scopes).flatMap(([name, given]) => {
		const scope = name as ProductMetaScope;
		const value = combine(scope, before[scope], given);
		return value === undefined ? [] : [[scope, value]];
	});
	return { barcode, ...(Object.fromEntries(combined) as Omit<MetadataChange, "barcode">) };
}

/** Whether a value is no data: null, an empty text or list, or an object of nothing but these (SPEC D20). A boolean is always data. */
export function isEmpty(value: unknown): boolean {
	if (value === null || value === undefined || value === "") return true;
	if (Array.isArray(value)) return value.length === 0;
	return typeof value === "object" && Object.values(value).every(isEmpty);
}

const merged: Combine = (_scope, before, given) => {
	if (isList(given)) return given.length === 0 ? undefined : mergedItems(isList(before) ? before : [], given);
	return overlaid(before, valuesIn(given));
};

/** An item of a symbol that the product has keeps the fields that are not given. */
function mergedItems(before: readonly FieldValues[], given: readonly FieldValues[]): FieldValues[] {
	const rest = [...before];
	return given.map((item) => {
		const at = rest.findIndex(({ symbol }) => symbol === item.symbol);
		const [old = {}] = at === -1 ? [] : rest.splice(at, 1);
		return { ...old, ...Object.fromEntries(valuesIn(item)) } as FieldValues;
	});
}

const filled: Combine = (scope, before, given) => {
	if (scope === "info" || scope === "catalog_meta") {
		const isMissing = (field: string, value: unknown) =>
			typeof value === "boolean" ? before === null : isEmpty((before as FieldValues | null)?.[field]);
		return overlaid(
			before,
			valuesIn(given).filter(([field, value]) => isMissing(field, value)),
		);
	}
	return isEmpty(before) && !isEmpty(given) ? given : undefined;
};

/** The fields laid over those before, nutrients by amount and percentage; undefined if there are none. */
function overlaid(before: Before, fields: readonly [string, unknown][]): FieldValues | undefined {
	if (fields.length === 0) return undefined;
	const old = (before ?? {}) as FieldValues;
	const over = fields.map(([field, value]) => [
		field,
		isObject(value) ? { ...(old[field] as FieldValues), ...Object.fromEntries(valuesIn(value)) } : value,
	]);
	return { ...old, ...Object.fromEntries(over) };
}

function valuesIn(given: Before): [string, unknown][] {
	return Object.entries((given ?? {}) as FieldValues).filter(([, value]) => !isEmpty(value));
}

function isList(value: Before): value is readonly FieldValues[] {
	return Array.isArray(value);
}

function isObject(value: unknown): value is FieldValues {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
