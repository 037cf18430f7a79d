import { completeFields } from "../fields/complete-scope.ts";
import { hasKey, type Masks, NO_DATA, replaceScope, setKey } from "../fields/masks.ts";
import { membersText, parseMembers } from "../fields/members.ts";
import type { CatalogMeta } from "../fields/schemas.ts";
import { PRODUCT_META_SCOPES, type ProductMetaScope } from "../fields/scopes.ts";
import { type FieldValues, valueMasks } from "../fields/value-masks.ts";
import type { MetadataChange } from "../writing/metadata-change.ts";
import { overriddenInfo } from "./info-overrides.ts";

/**
 * The stored metadata of a product. A scope is stored as the text that will be served, so that a read only joins texts; null if the product does not
 * have the scope. `info` and `catalogMeta` are the members of an object without its braces, because their fields are keys of `product_meta` itself;
 * the others are complete values. The two times served with `info` are stored as numbers and added on reading: a change to any scope updates
 * `updated_at` without rewriting the text.
 */
export interface StoredRecord extends Masks {
	info: string | null;
	hechshers: string | null;
	nutrition: string | null;
	ingredients: string | null;
	catalogMeta: string | null;
	/** Members of `info` as given, stored while an override hides some of them; null if `info` is what was given. */
	infoAsGiven: string | null;
	/** The category given with `catalog_meta`, which is served instead of that of `info`. */
	categoryOverride: string | null;
	brand: string | null;
	department: string | null;
	/** When the `info` record was created, epoch milliseconds; null if there is none. */
	scannedAtMs: number | null;
	/** When any scope last changed, epoch milliseconds; null if none was ever given. */
	updatedAtMs: number | null;
}

/** A product without metadata. */
export const EMPTY_RECORD: Readonly<StoredRecord> = {
	info: null,
	hechshers: null,
	nutrition: null,
	ingredients: null,
	catalogMeta: null,
	infoAsGiven: null,
	categoryOverride: null,
	brand: null,
	department: null,
	scannedAtMs: null,
	updatedAtMs: null,
	...NO_DATA,
};

/**
 * Applies a change to the stored record: absent scopes stay, null removes, a given scope is replaced completely. A change that repeats what is stored
 * leaves the record unchanged, including its times.
 */
export function mergeRecord(
	existing: StoredRecord | undefined,
	change: MetadataChange,
	nowMs: number,
): { record: StoredRecord; changed: boolean } {
	const before = existing ?? EMPTY_RECORD;
	const record: StoredRecord = { ...before };
	const wholeValuesChanged = WHOLE_VALUES.map((scope) => setScope(record, scope, change[scope])).includes(
		true,
	);
	const catalogMetaChanged = setCatalogMeta(record, change.catalog_meta);
	const infoChanged = setInfo(record, change.info, nowMs);
	if (catalogMetaChanged || infoChanged) applyOverrides(record);
	if (!wholeValuesChanged && !catalogMetaChanged && !infoChanged) return { record: before, changed: false };
	record.updatedAtMs = nowMs;
	noteUpdatedAt(record);
	return { record, changed: true };
}

/** The scopes that are served as a single value each, a list or an object. */
const WHOLE_VALUES = ["hechshers", "nutrition", "ingredients"] as const;

type Given = FieldValues | readonly FieldValues[];

function setScope(
	record: StoredRecord,
	scope: (typeof WHOLE_VALUES)[number],
	given: Given | null | undefined,
): boolean {
	if (given === undefined) return false;
	const { text, masks } = given === null ? NOTHING : storedValue(scope, given);
	if (text === record[scope]) return false;
	record[scope] = text;
	setMasks(record, scope, masks);
	return true;
}

/** A scope's text as it is stored, and its bits. */
interface StoredScope {
	readonly text: string | null;
	readonly masks: Masks;
}

const NOTHING: StoredScope = { text: null, masks: NO_DATA };

/** A panel without any value is no panel (SPEC D20); ingredients keep the empty text of a product that is not food (SPEC 2.5). */
function storedValue(scope: (typeof WHOLE_VALUES)[number], given: Given): StoredScope {
	const value = completeValue(scope, given);
	const masks = valueMasks(scope, value);
	if (scope === "nutrition" && !hasKey(masks, scope)) return NOTHING;
	return { text: JSON.stringify(value), masks };
}

function completeValue(scope: ProductMetaScope, given: Given): Given {
	if (Array.isArray(given)) return given.map((item) => completeFields(scope, item));
	return completeFields(scope, given as FieldValues);
}

/** Catalogue fields that are all empty are served as null (SPEC D20). */
function storedCatalogMeta(given: FieldValues): StoredScope {
	const values = completeFields("catalog_meta", given);
	const masks = valueMasks("catalog_meta", values);
	const served = hasKey(masks, "catalog_meta") ? values : completeFields("catalog_meta", {});
	return { text: membersText(served), masks };
}

function setCatalogMeta(record: StoredRecord, given: MetadataChange["catalog_meta"]): boolean {
	if (given === undefined) return false;
	const { text, masks } = given === null ? NOTHING : storedCatalogMeta(given);
	const categoryOverride = given?.category || null;
	if (text === record.catalogMeta && categoryOverride === record.categoryOverride) return false;
	record.catalogMeta = text;
	record.categoryOverride = categoryOverride;
	record.department = given?.department ?? null;
	setMasks(record, "catalog_meta", masks);
	return true;
}

function setInfo(record: StoredRecord, given: MetadataChange["info"], nowMs: number): boolean {
	if (given === undefined) return false;
	const text = given === null ? null : membersText(completeFields("info", given));
	if (text === givenInfo(record)) return false;
	record.info = text;
	record.infoAsGiven = null;
	record.brand = given?.brand ?? null;
	record.scannedAtMs = text === null ? null : (record.scannedAtMs ?? nowMs);
	return true;
}

/** Applies the catalogue's web description and category to `info` (SPEC 2.5), starting from the values given on either side. */
function applyOverrides(record: StoredRecord): void {
	const givenText = givenInfo(record);
	const catalogMeta = record.catalogMeta === null ? null : parseMembers<CatalogMeta>(record.catalogMeta);
	const served = overriddenInfo(givenText === null ? null : parseMembers<FieldValues>(givenText), {
		webDescription: catalogMeta?.web_description ?? null,
		category: record.categoryOverride,
	});
	record.info = served && membersText(served.values);
	record.infoAsGiven = record.info === givenText ? null : givenText;
	setMasks(record, "info", served?.masks ?? NO_DATA);
}

/** Members of the `info` record as given; null if there is none, even if overrides are served instead. */
export function givenInfo(record: StoredRecord): string | null {
	return record.scannedAtMs === null ? null : (record.infoAsGiven ?? record.info);
}

/** `updated_at` is set whenever there is any metadata (SPEC D20). */
function noteUpdatedAt(record: StoredRecord): void {
	const exists = PRODUCT_META_SCOPES.some((scope) => hasKey(record, scope));
	setKey(record, "info.updated_at", exists);
}

/** The stored data, rewritten by the current fields and rules. A new field is treated as never given; times are kept. */
export function rewrittenRecord(before: StoredRecord): StoredRecord {
	const record: StoredRecord = { ...before, ...NO_DATA };
	for (const scope of WHOLE_VALUES) {
		const text = before[scope];
		if (text === null) continue;
		const stored = storedValue(scope, JSON.parse(text) as Given);
		record[scope] = stored.text;
		setMasks(record, scope, stored.masks);
	}
	if (before.catalogMeta !== null) {
		const stored = storedCatalogMeta(parseMembers<FieldValues>(before.catalogMeta));
		record.catalogMeta = stored.text;
		setMasks(record, "catalog_meta", stored.masks);
	}
	const info = givenInfo(before);
	record.info = info === null ? null : membersText(completeFields("info", parseMembers<FieldValues>(info)));
	record.infoAsGiven = null;
	applyOverrides(record);
	noteUpdatedAt(record);
	return record;
}

function setMasks(record: StoredRecord, scope: ProductMetaScope, masks: Masks): void {
	Object.assign(record, replaceScope(record, scope, masks));
}
