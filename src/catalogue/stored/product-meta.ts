import { isoTime } from "../../platform/time/clock.ts";
import { hasKey, type Masks } from "../fields/masks.ts";
import { membersText } from "../fields/members.ts";
import { PRODUCT_META_SCOPES, type ProductMetaScope, type Scope } from "../fields/scopes.ts";
import { completeFields } from "../fields/values.ts";
import type { StoredRecord } from "./record.ts";

/** The part of a stored record that a read needs to write `product_meta`. */
export type ServedRecord = Pick<
	StoredRecord,
	"info" | "hechshers" | "nutrition" | "ingredients" | "catalog_meta" | "scanned_at" | "updated_at"
> &
	Masks;

/** The fields of each scope that are locked for the client; a scope that is missing has none. */
export type LockedFields = ReadonlyMap<ProductMetaScope, readonly string[]>;

const EMPTY_INFO = membersText(completeFields("info", {}));
/** The texts of scopes without data. */
export const EMPTY_SCOPES = {
	hechshers: "[]",
	nutrition: "null",
	ingredients: JSON.stringify(completeFields("ingredients", {})),
	catalog_meta: membersText(completeFields("catalog_meta", {})),
};
const NONE_LOCKED: LockedFields = new Map();

/** What each scope contributes to `product_meta` if nothing in it is locked: the JSON text of its members. */
export type MetaMembers = Readonly<Record<ProductMetaScope, string>>;

/** The members of a stored record; a scope without data is represented by its empty form. */
export function metaMembers(record: ServedRecord): MetaMembers {
	return {
		info: `${record.info ?? EMPTY_INFO},${timesText(record)}`,
		hechshers: `"hechshers":${record.hechshers ?? EMPTY_SCOPES.hechshers}`,
		nutrition: `"nutrition":${record.nutrition ?? EMPTY_SCOPES.nutrition}`,
		ingredients: `"ingredients":${record.ingredients ?? EMPTY_SCOPES.ingredients}`,
		catalog_meta: record.catalog_meta ?? EMPTY_SCOPES.catalog_meta,
	};
}

/**
 * The JSON text of `product_meta` with the requested scopes, in canonical order. Without locks, this only joins texts; a scope with locked fields is
 * parsed and serialised again without them. Completely locked scopes must have been rejected before.
 * @param members of at least the requested scopes.
 */
export function productMetaText(
	members: Partial<MetaMembers>,
	scopes: ReadonlySet<Scope>,
	lockedFields: LockedFields = NONE_LOCKED,
): string {
	let text = "";
	for (const scope of PRODUCT_META_SCOPES) {
		const member = members[scope];
		if (!scopes.has(scope) || member === undefined) continue;
		const locked = lockedFields.get(scope);
		const part = locked === undefined ? member : redact(member, scope, locked);
		// A scope with all fields redacted contributes no member.
		if (part !== "") text += text === "" ? part : `,${part}`;
	}
	return `{${text}}`;
}

/** `scanned_at` belongs to the `info` record; `updated_at` is set whenever there is any metadata (SPEC D20). */
function timesText(record: ServedRecord): string {
	const updatedAtMs = hasKey(record, "info.updated_at") ? record.updated_at : null;
	return `"scanned_at":${timeText(record.scanned_at)},"updated_at":${timeText(updatedAtMs)}`;
}

function timeText(timeMs: number | null): string {
	return timeMs === null ? "null" : `"${isoTime(timeMs)}"`;
}

/**
 * Members of a scope without its locked fields. The fields of `info` and `catalog_meta` are members themselves; those of `nutrition` and
 * `ingredients` are one level deeper. `hechshers` can only be locked completely, so it is left unchanged.
 */
function redact(members: string, scope: ProductMetaScope, lockedFields: readonly string[]): string {
	const parsed: Record<string, Record<string, unknown> | null> = JSON.parse(`{${members}}`);
	const holder = scope === "nutrition" || scope === "ingredients" ? parsed[scope] : parsed;
	if (scope === "hechshers" || holder === null || holder === undefined) return members;
	for (const field of lockedFields) delete holder[field];
	return membersText(parsed);
}
