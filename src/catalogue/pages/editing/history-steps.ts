import { type CertificateContent, FACTS } from "../../certificates/given.ts";
import { linksOf } from "../../certificates/links.ts";
import { changedNames } from "../../changes/change-bits.ts";
import { PRODUCT_META_SCOPES, type ProductMetaScope, type Variant } from "../../fields/scopes.ts";
import { changesInEffect, overlaps } from "../../history/in-effect.ts";
import type { ChangeBefore, ChangeOutline, ReadChange } from "../../history/read-history.ts";
import { changedVariants, type PictureVersions, type ValuesBefore } from "../../history/values-before.ts";

export interface ProductState {
	readonly values: Readonly<Partial<Record<ProductMetaScope, unknown>>>;
	readonly pictures: PictureVersions;
	/** What its hechshers rest on, as stored, and what each certificate says. */
	readonly certificates: readonly unknown[] | null;
	readonly contents: Readonly<Record<string, CertificateContent>>;
}

export interface ChangedField {
	/** `info.brand`, `hechshers`, `nutrition.sodium`. */
	readonly key: string;
	readonly before: string | null;
	readonly after: string | null;
}

/** A change with the values before and after. */
export interface HistoryStep {
	readonly change: ReadChange;
	readonly fields: readonly ChangedField[];
	readonly pictures: readonly { variant: Variant; before: string | null; after: string | null }[];
	readonly undo: "possible" | "undone" | "newer";
}

/**
 * Steps through consecutive changes of a product and determines what each one changed. Since each change records only the values before it, they are
 * processed backwards, starting from the values after them.
 * @param changes newest first.
 * @param after the state after the newest of them.
 * @param newer all changes of the product after them, newest first.
 */
export function historySteps(
	changes: readonly ReadChange[],
	after: ProductState,
	newer: readonly ChangeOutline[],
): HistoryStep[] {
	let state = after;
	return changes.map((change, place) => {
		const left = state;
		const before = valuesBefore(change);
		state = stateBefore(change, left);
		return {
			change,
			fields: [
				...scopesOf(change.changed).flatMap((scope) =>
					changedFields(scope, before[scope], left.values[scope]),
				),
				...changedCertificates(before, left),
			],
			pictures: changedVariants(change.changed).map((variant) => ({
				variant,
				before: before.images?.[variant] ?? null,
				after: left.pictures[variant] ?? null,
			})),
			undo: undoOf(change, [...newer, ...changes.slice(0, place + 1)]),
		};
	});
}

/** The state of a product before a change, given the state after it. */
export function stateBefore(change: ChangeBefore, state: ProductState): ProductState {
	const before = valuesBefore(change);
	const scopes = scopesOf(change.changed).map((scope) => [scope, before[scope] ?? null]);
	const versions = changedVariants(change.changed).map((variant) => [
		variant,
		before.images?.[variant] ?? null,
	]);
	const { certificates = state.certificates, content } = before;
	return {
		values: { ...state.values, ...Object.fromEntries(scopes) },
		pictures: { ...state.pictures, ...Object.fromEntries(versions) },
		certificates,
		contents: content ? { ...state.contents, [content.certificate_id]: content } : state.contents,
	};
}

/** The certificates of which changes have what they said before. */
export function namedContents(changes: readonly ChangeBefore[]): string[] {
	return changes.flatMap((change) => valuesBefore(change).content?.certificate_id ?? []);
}

/** What hechshers rest on, and what changed in what a certificate says. */
function changedCertificates({ certificates, content }: ValuesBefore, after: ProductState): ChangedField[] {
	const links = {
		key: "certificate",
		before: linksInWords(certificates),
		after: linksInWords(after.certificates),
	};
	const fields = certificates === undefined || links.before === links.after ? [] : [links];
	const now = content && after.contents[content.certificate_id];
	if (!content || !now) return fields;
	const facts = FACTS.map((fact) => ({
		key: `certificate.${fact}`,
		before: content[fact],
		after: now[fact],
	}));
	return [...fields, ...facts.filter(({ before, after }) => before !== after)];
}

function linksInWords(stored: readonly unknown[] | null | undefined): string | null {
	if (!stored) return null;
	const links = linksOf({ certificates: JSON.stringify(stored) });
	return links
		.map(
			({ symbol, designation, certificateId }) =>
				`${[symbol, designation].filter(Boolean).join(" ")}: ${certificateId}`,
		)
		.join("; ");
}

function valuesBefore({ values_before }: ChangeBefore): ValuesBefore {
	return JSON.parse(values_before ?? "{}");
}

/** @param since all changes from this one on, newest first. */
function undoOf(change: ReadChange, since: readonly ChangeOutline[]): HistoryStep["undo"] {
	const inEffect = changesInEffect(since);
	if (!inEffect.some(({ id }) => Number(id) === Number(change.id))) return "undone";
	const isCovered = inEffect.some((other) => Number(other.id) > Number(change.id) && overlaps(change, other));
	return isCovered ? "newer" : "possible";
}

/** The scopes of `product_meta` that a change affects. */
function scopesOf(changed: number): ProductMetaScope[] {
	const names = changedNames(changed);
	return PRODUCT_META_SCOPES.filter((scope) => names.includes(scope));
}

/** The fields that differ, in readable form; `hechshers` counts as one. */
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
