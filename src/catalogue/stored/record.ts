import { fittingLinks, givenHechshers, linksOf } from "../certificates/links.ts";
import { hasKey, type Masks, NO_DATA, replaceScope, setKey } from "../fields/masks.ts";
import { membersText, parseMembers } from "../fields/members.ts";
import type { CatalogMeta } from "../fields/schemas.ts";
import { PRODUCT_META_SCOPES, type ProductMetaScope } from "../fields/scopes.ts";
import { textNumber } from "../fields/text-number.ts";
import { completeFields, type FieldValues, valueMasks } from "../fields/values.ts";
import type { ProductRow } from "../tables.ts";
import { isWithheld, withheldRules } from "../withholding/withheld.ts";
import type { MetadataChange } from "../writing/metadata-change.ts";
import { overriddenInfo } from "./info-overrides.ts";

/** The metadata of a product as it is stored (../tables.ts). */
export type StoredRecord = Masks &
	Pick<
		ProductRow,
		| "info"
		| "hechshers"
		| "nutrition"
		| "ingredients"
		| "catalog_meta"
		| "hechshers_as_given"
		| "withheld"
		| "info_as_given"
		| "category_override"
		| "brand"
		| "department"
		| "brand_number"
		| "department_number"
		| "scanned_at"
		| "updated_at"
		| "certificates"
	>;

const NO_TEXT = textNumber("");

/** A product without metadata. */
export const EMPTY_RECORD: Readonly<StoredRecord> = {
	info: null,
	hechshers: null,
	nutrition: null,
	ingredients: null,
	catalog_meta: null,
	hechshers_as_given: null,
	withheld: null,
	info_as_given: null,
	category_override: null,
	brand: null,
	department: null,
	brand_number: NO_TEXT,
	department_number: NO_TEXT,
	scanned_at: null,
	updated_at: null,
	certificates: null,
	...NO_DATA,
};

/** Applies a change to the stored record: absent scopes stay, null removes, a given scope is replaced; a repetition changes nothing, times included. */
export function mergeRecord<Row extends StoredRecord>(
	before: Row,
	change: MetadataChange,
	nowMs: number,
): { record: Row; changed: boolean } {
	const record = { ...before };
	const wholeValuesChanged = WHOLE_VALUES.map((scope) => setScope(record, scope, change[scope])).includes(
		true,
	);
	const catalogMetaChanged = setCatalogMeta(record, change.catalog_meta);
	const infoChanged = setInfo(record, change.info, nowMs);
	if (catalogMetaChanged || infoChanged) applyOverrides(record);
	if (!wholeValuesChanged && !catalogMetaChanged && !infoChanged) return { record: before, changed: false };
	const hechshers = givenHechshers(record);
	if (hechshers !== givenHechshers(before)) record.certificates = fittingLinks(hechshers, linksOf(before));
	record.updated_at = nowMs;
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
	const stored = given === null ? NOTHING : storedValue(scope, given);
	if (stored.text === givenText(record, scope)) return false;
	store(record, scope, stored);
	return true;
}

function givenText(record: StoredRecord, scope: (typeof WHOLE_VALUES)[number]): string | null {
	return scope === "hechshers" ? givenHechshers(record) : record[scope];
}

function store(record: StoredRecord, scope: (typeof WHOLE_VALUES)[number], stored: StoredScope): void {
	if (scope === "hechshers") serveHechshers(record, stored);
	else {
		record[scope] = stored.text;
		setMasks(record, scope, stored.masks);
	}
}

/** Serves what was given, but for what live alerts withhold: the only place that decides it (SPEC E12). */
function serveHechshers(record: StoredRecord, { text, masks }: StoredScope): void {
	const rules = withheldRules(record.withheld);
	const given: readonly FieldValues[] = rules.length === 0 || text === null ? [] : JSON.parse(text);
	const open = given.filter((hechsher) => !isWithheld(rules, hechsher));
	const isWhole = open.length === given.length;
	record.hechshers = isWhole ? text : JSON.stringify(open);
	record.hechshers_as_given = isWhole ? null : text;
	setMasks(record, "hechshers", isWhole ? masks : valueMasks("hechshers", open));
}

/** The record with other rules of what is withheld. @param withheld as written by withholding/withheld.ts. */
export function withWithheld<Row extends StoredRecord>(
	before: Row,
	withheld: string | null,
	nowMs: number,
): Row {
	if (withheld === before.withheld) return before;
	const record = { ...before, withheld };
	const given = givenHechshers(before);
	serveHechshers(record, given === null ? NOTHING : storedValue("hechshers", JSON.parse(given)));
	if (record.hechshers !== before.hechshers) record.updated_at = nowMs;
	noteUpdatedAt(record);
	return record;
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
	if (text === record.catalog_meta && categoryOverride === record.category_override) return false;
	record.catalog_meta = text;
	record.category_override = categoryOverride;
	record.department = given?.department ?? null;
	record.department_number = textNumber(record.department ?? "");
	setMasks(record, "catalog_meta", masks);
	return true;
}

function setInfo(record: StoredRecord, given: MetadataChange["info"], nowMs: number): boolean {
	if (given === undefined) return false;
	const text = given === null ? null : membersText(completeFields("info", given));
	if (text === givenInfo(record)) return false;
	record.info = text;
	record.info_as_given = null;
	record.brand = given?.brand ?? null;
	record.brand_number = textNumber(record.brand ?? "");
	record.scanned_at = text === null ? null : (record.scanned_at ?? nowMs);
	return true;
}

/** Applies the catalogue's web description and category to `info` (SPEC 2.5), starting from the values given on either side. */
function applyOverrides(record: StoredRecord): void {
	const givenText = givenInfo(record);
	const catalogMeta = record.catalog_meta === null ? null : parseMembers<CatalogMeta>(record.catalog_meta);
	const served = overriddenInfo(givenText === null ? null : parseMembers<FieldValues>(givenText), {
		webDescription: catalogMeta?.web_description ?? null,
		category: record.category_override,
	});
	record.info = served && membersText(served.values);
	record.info_as_given = record.info === givenText ? null : givenText;
	setMasks(record, "info", served?.masks ?? NO_DATA);
}

/** Members of the `info` record as given; null if there is none, even if overrides are served instead. */
export function givenInfo(record: StoredRecord): string | null {
	return record.scanned_at === null ? null : (record.info_as_given ?? record.info);
}

/** `updated_at` is set whenever there is any metadata (SPEC D20). */
function noteUpdatedAt(record: StoredRecord): void {
	const exists = PRODUCT_META_SCOPES.some((scope) => hasKey(record, scope));
	setKey(record, "info.updated_at", exists);
}

/** The stored data, rewritten by the current fields and rules. A new field is treated as never given; times are kept. */
export function rewrittenRecord<Row extends StoredRecord>(before: Row): Row {
	const record = { ...before, ...NO_DATA };
	for (const scope of WHOLE_VALUES) {
		const text = givenText(before, scope);
		if (text !== null) store(record, scope, storedValue(scope, JSON.parse(text) as Given));
	}
	if (before.catalog_meta !== null) {
		const stored = storedCatalogMeta(parseMembers<FieldValues>(before.catalog_meta));
		record.catalog_meta = stored.text;
		setMasks(record, "catalog_meta", stored.masks);
	}
	const info = givenInfo(before);
	record.info = info === null ? null : membersText(completeFields("info", parseMembers<FieldValues>(info)));
	record.info_as_given = null;
	applyOverrides(record);
	noteUpdatedAt(record);
	return record;
}

function setMasks(record: StoredRecord, scope: ProductMetaScope, masks: Masks): void {
	Object.assign(record, replaceScope(record, scope, masks));
}
