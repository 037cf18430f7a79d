import type { KeyBits } from "../fields/field-kinds.ts";
import { FIELDS } from "../fields/fields.ts";
import { bitsOfKey, hasBits, type MaskedRow } from "../fields/masks.ts";
import { METADATA_SCOPES, type Scope, variantsOf } from "../fields/scopes.ts";

/** A JSON member that says whether something exists: its name including the colon, and the bits that determine its value. */
interface Flag {
	readonly label: string;
	readonly bits: KeyBits;
}

const SCOPE_FLAGS = METADATA_SCOPES.map((scope) => flag(scope, scope));
const FIELD_FLAGS = METADATA_SCOPES.map((scope) => ({
	label: `"${scope}":`,
	flags: FIELDS[scope].map((field) => flag(field, `${scope}.${field}`)),
}));

function flag(name: string, key: string): Flag {
	const bits = bitsOfKey(key);
	if (!bits) throw new Error(`${key} is no metadata key`);
	return { label: `"${name}":`, bits };
}

/** The JSON text of `metadata` (SPEC 2.9): for each scope whether the product has data under it. */
export function metadataText(row: MaskedRow): string {
	return flagsText(row, SCOPE_FLAGS);
}

/** The JSON text of `metadata_fields` (SPEC 2.9): for each scope and field whether the product has a value. */
export function metadataFieldsText(row: MaskedRow): string {
	return `{${FIELD_FLAGS.map(({ label, flags }) => label + flagsText(row, flags)).join(",")}}`;
}

function flagsText(row: MaskedRow, flags: readonly Flag[]): string {
	return `{${flags.map(({ label, bits }) => label + hasBits(row, bits)).join(",")}}`;
}

/** The `include` scopes that a read of the product would return data for (SPEC 4.3). */
export function worthRequesting(row: MaskedRow): Scope[] {
	const scopes = METADATA_SCOPES.filter((_, place) => {
		const scope = SCOPE_FLAGS[place];
		return scope !== undefined && hasBits(row, scope.bits);
	});
	return row.variants === 0 ? scopes : [...scopes, "images"];
}

const VARIANTS_TEXTS = Array.from({ length: 16 }, (_, mask) => JSON.stringify(variantsOf(mask)));

/** The JSON text of a list of variants. */
export function variantsText(mask: number): string {
	return VARIANTS_TEXTS[mask] ?? "[]";
}
