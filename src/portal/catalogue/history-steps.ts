import { changedNames } from "../../catalogue/changes/change-bits.ts";
import type { ReadChange } from "../../catalogue/history/read-history.ts";
import { overlaps, standingChanges } from "../../catalogue/history/standing.ts";
import {
	changedVariants,
	type PictureVersions,
	type ValuesBefore,
} from "../../catalogue/history/values-before.ts";
import { PRODUCT_META_SCOPES, type ProductMetaScope, type Variant } from "../../catalogue/scopes.ts";

/** What a product has now, or had at some moment. */
export interface ProductState {
	readonly values: Readonly<Partial<Record<ProductMetaScope, unknown>>>;
	readonly pictures: PictureVersions;
}

export interface ChangedField {
	/** `info.brand`, `hechshers`, `nutrition.sodium`. */
	readonly key: string;
	readonly before: string | null;
	readonly after: string | null;
}

/** A change with what was before and after. */
export interface HistoryStep {
	readonly change: ReadChange;
	readonly fields: readonly ChangedField[];
	readonly pictures: readonly { variant: Variant; before: string | null; after: string | null }[];
	readonly undo: "possible" | "undone" | "newer";
}

/**
 * The changes of a product with what they changed. What a change was made to is what the next one was made from, so they are gone through
 * from what there is now backwards.
 * @param changes newest first.
 */
export function historySteps(changes: readonly ReadChange[], now: ProductState): HistoryStep[] {
	let values: Partial<Record<ProductMetaScope, unknown>> = { ...now.values };
	let versions: PictureVersions = { ...now.pictures };
	return changes.map((change, place) => {
		const before: ValuesBefore = JSON.parse(change.values_before ?? "{}");
		const scopes = scopesOf(change.changed);
		const fields = scopes.flatMap((scope) => changedFields(scope, before[scope], values[scope]));
		const variants = changedVariants(change.changed);
		const pictures = variants.map((variant) => ({
			variant,
			before: before.images?.[variant] ?? null,
			after: versions[variant] ?? null,
		}));
		values = { ...values, ...Object.fromEntries(scopes.map((scope) => [scope, before[scope] ?? null])) };
		versions = { ...versions, ...Object.fromEntries(pictures.map((each) => [each.variant, each.before])) };
		return { change, fields, pictures, undo: undoOf(change, changes.slice(0, place + 1)) };
	});
}

/** @param since all from this change on, newest first. */
function undoOf(change: ReadChange, since: readonly ReadChange[]): HistoryStep["undo"] {
	const standing = standingChanges(since);
	if (!standing.some(({ id }) => Number(id) === Number(change.id))) return "undone";
	const isCovered = standing.some((other) => Number(other.id) > Number(change.id) && overlaps(change, other));
	return isCovered ? "newer" : "possible";
}

/** The scopes of `product_meta` that a change names. */
function scopesOf(changed: number): ProductMetaScope[] {
	const names = changedNames(changed);
	return PRODUCT_META_SCOPES.filter((scope) => names.includes(scope));
}

/** The fields that differ, as people read them; `hechshers` is one. */
function changedFields(scope: ProductMetaScope, before: unknown, after: unknown): ChangedField[] {
	const [left, right] = [fieldTexts(scope, before), fieldTexts(scope, after)];
	return [...new Set([...left.keys(), ...right.keys()])]
		.map((key) => ({ key, before: left.get(key) ?? null, after: right.get(key) ?? null }))
		.filter((field) => field.before !== field.after);
}

function fieldTexts(scope: ProductMetaScope, value: unknown): Map<string, string | null> {
	if (value === null || value === undefined) return new Map();
	if (scope === "hechshers")
		return new Map([[scope, (value as Hechsher[]).map(hechsherText).join("; ") || null]]);
	return new Map(
		Object.entries(value as Record<string, unknown>).map(([field, held]) => [
			`${scope}.${field}`,
			valueText(held),
		]),
	);
}

interface Hechsher {
	readonly symbol: string;
	readonly [field: string]: string | null;
}

function hechsherText({
	symbol,
	org,
	dairy_meat_pareve: status,
	additional_designation: more,
	logo,
}: Hechsher): string {
	const details = [status, more, org, logo].filter(Boolean).join(", ");
	return details === "" ? symbol : `${symbol} (${details})`;
}

function valueText(held: unknown): string | null {
	if (held === null || held === undefined || held === "") return null;
	if (typeof held === "boolean") return held ? "yes" : "no";
	if (Array.isArray(held)) return held.join(", ") || null;
	if (typeof held === "object") {
		const { amount, dv } = held as { amount?: string | null; dv?: string | null };
		return [amount, dv].filter(Boolean).join(" · ") || null;
	}
	return String(held);
}
