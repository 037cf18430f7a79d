import { isBarcode } from "../catalogue/barcode.ts";
import { FIELDS, INFO_FLAGS, NUTRIENTS } from "../catalogue/fields.ts";
import type { MetadataChange } from "../catalogue/metadata-change.ts";
import { BRACHOS, DEPARTMENTS, KOSHER_STATUSES } from "../catalogue/vocabularies.ts";
import {
	type Check,
	filledText,
	flag,
	listOf,
	objectOf,
	oneOfOrNull,
	orNull,
	refusal,
	textOrNull,
} from "./checks.ts";

/**
 * Outcome of one line of an import: a change to apply, or the reason it was rejected. Lines count from 1.
 */
export type MetadataLine = { line: number; change: MetadataChange } | { line: number; reason: string };

const barcode: Check = (value, key) =>
	typeof value === "string" && isBarcode(value) ? null : refusal(key, "a text of 4 to 14 digits", value);

const nutrient = objectOf({ amount: textOrNull, dv: textOrNull });

const scopeChecks = {
	/**
	 * Times are accepted but ignored, so that what was served can be imported again: the service sets them.
	 */
	info: objectOf({
		...each(FIELDS.info, textOrNull),
		...each(INFO_FLAGS, flag),
		bracha: oneOfOrNull([...BRACHOS, ""]),
	}),
	hechshers: listOf(
		objectOf(
			{
				...each(FIELDS.hechshers, textOrNull),
				symbol: filledText,
				dairy_meat_pareve: oneOfOrNull(KOSHER_STATUSES),
			},
			["symbol"],
		),
	),
	nutrition: objectOf({ ...each(FIELDS.nutrition, textOrNull), ...each(NUTRIENTS, nutrient) }),
	ingredients: objectOf({ ...each(FIELDS.ingredients, textOrNull), allergens: listOf(filledText) }),
	catalog_meta: objectOf({
		...each(FIELDS.catalog_meta, textOrNull),
		department: oneOfOrNull(DEPARTMENTS),
		category: textOrNull,
	}),
};

const line = objectOf(
	{
		barcode,
		info: orNull(scopeChecks.info),
		hechshers: orNull(scopeChecks.hechshers),
		nutrition: orNull(scopeChecks.nutrition),
		ingredients: orNull(scopeChecks.ingredients),
		catalog_meta: orNull(scopeChecks.catalog_meta),
	},
	["barcode"],
);

/**
 * Checks one parsed line of an import against its format, strictly: unknown keys, wrong types and unknown
 * values are refused with a reason that names the key and what was expected there.
 */
export function checkMetadata(parsed: unknown): { change: MetadataChange } | { reason: string } {
	const reason = line(parsed, "");
	return reason === null ? { change: parsed as MetadataChange } : { reason };
}

function each(fields: readonly string[], check: Check): Record<string, Check> {
	return Object.fromEntries(fields.map((field) => [field, check]));
}
