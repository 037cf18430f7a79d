import { isoTime } from "../platform/clock.ts";
import { completeCatalogMeta, completeInfo, completeIngredients } from "./complete-scope.ts";
import { membersText } from "./members.ts";
import type { StoredRecord } from "./record.ts";
import { PRODUCT_META_SCOPES, type ProductMetaScope } from "./scopes.ts";

/** What a read needs of a stored record to write `product_meta`. */
export type ServedRecord = Pick<
	StoredRecord,
	"info" | "hechshers" | "nutrition" | "ingredients" | "catalogMeta" | "scannedAtMs" | "updatedAtMs"
>;

/** The fields of each scope that are locked for the client; a scope that is missing is open. */
export type LockedFields = ReadonlyMap<ProductMetaScope, readonly string[]>;

const EMPTY_INFO = membersText(completeInfo({}));
const EMPTY_INGREDIENTS = JSON.stringify(completeIngredients({}));
const EMPTY_CATALOG_META = membersText(completeCatalogMeta({}));
const NONE_LOCKED: LockedFields = new Map();

/**
 * The JSON text of `product_meta` with the scopes asked for, in canonical order; a scope without data comes
 * in its empty shape. Without locks it only joins stored texts; a scope with locked fields is parsed and
 * written again without them. Wholly locked scopes have to be refused beforehand.
 */
export function productMetaText(
	record: ServedRecord,
	scopes: Iterable<ProductMetaScope>,
	lockedFields: LockedFields = NONE_LOCKED,
): string {
	const asked = new Set(scopes);
	const parts = PRODUCT_META_SCOPES.filter((scope) => asked.has(scope)).map((scope) => {
		const members = scopeMembers(record, scope);
		const locked = lockedFields.get(scope);
		return locked === undefined ? members : redact(members, scope, locked);
	});
	// A scope of which every field is redacted leaves no member behind.
	return `{${parts.filter((part) => part !== "").join(",")}}`;
}

/** The members that a scope adds to `product_meta`. */
function scopeMembers(record: ServedRecord, scope: ProductMetaScope): string {
	switch (scope) {
		case "info":
			return `${record.info ?? EMPTY_INFO},${timesText(record)}`;
		case "catalog_meta":
			return record.catalogMeta ?? EMPTY_CATALOG_META;
		case "hechshers":
			return `"hechshers":${record.hechshers ?? "[]"}`;
		case "nutrition":
			return `"nutrition":${record.nutrition ?? "null"}`;
		case "ingredients":
			return `"ingredients":${record.ingredients ?? EMPTY_INGREDIENTS}`;
	}
}

/** The times belong to the `info` record, so without one both are null. */
function timesText(record: ServedRecord): string {
	if (record.info === null) return '"scanned_at":null,"updated_at":null';
	return `"scanned_at":${timeText(record.scannedAtMs)},"updated_at":${timeText(record.updatedAtMs)}`;
}

function timeText(timeMs: number | null): string {
	return timeMs === null ? "null" : `"${isoTime(timeMs)}"`;
}

/**
 * Members of a scope without its locked fields. Those of `info` and `catalog_meta` are members themselves,
 * those of `nutrition` and `ingredients` lie one level deeper. `hechshers` is locked whole or not at all,
 * so it is left as it is.
 */
function redact(members: string, scope: ProductMetaScope, lockedFields: readonly string[]): string {
	const parsed: Record<string, Record<string, unknown> | null> = JSON.parse(`{${members}}`);
	const holder = scope === "nutrition" || scope === "ingredients" ? parsed[scope] : parsed;
	if (scope === "hechshers" || holder === null || holder === undefined) return members;
	for (const field of lockedFields) delete holder[field];
	return membersText(parsed);
}
