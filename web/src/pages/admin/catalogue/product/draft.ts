import type { CatalogueProduct, DeclaredField } from "../../../../api/routes.ts";

export type Scope = keyof CatalogueProduct["values"];

/** Fields of a scope, or of one hechsher. */
export type Fields = Readonly<Record<string, unknown>>;

export type ScopeValue = Fields | readonly Fields[] | null;

export type Draft = Readonly<Partial<Record<Scope, ScopeValue>>>;

export const SCOPES: readonly Scope[] = ["info", "hechshers", "nutrition", "ingredients", "catalog_meta"];

export function draftOf(values: CatalogueProduct["values"]): Draft {
	return Object.fromEntries(SCOPES.map((scope) => [scope, (values[scope] ?? null) as ScopeValue]));
}

/** The initial value of a scope that is added to a product. */
export function emptyScope(scope: Scope): ScopeValue {
	return scope === "hechshers" ? [] : {};
}

export function emptyValue({ kind }: DeclaredField): unknown {
	if (kind === "flag") return false;
	if (kind === "texts") return [];
	return kind === "nutrient" ? { amount: null, dv: null } : null;
}

export function changedScopes(base: Draft, draft: Draft): Scope[] {
	return SCOPES.filter((scope) => !isSame(base[scope], draft[scope]));
}

/** The given scopes of a draft, for sending. */
export function pick(draft: Draft, scopes: readonly Scope[]): Draft {
	return Object.fromEntries(scopes.map((scope) => [scope, draft[scope] ?? null]));
}

/** A field changed by somebody else, or by both. */
export interface Conflict {
	readonly key: string;
	readonly before: string;
	readonly theirs: string;
	/** The draft's value. */
	readonly mine: string;
}

/** What somebody else has changed since editing began. */
export function conflicts(base: Draft, theirs: Draft, mine: Draft): Conflict[] {
	return SCOPES.flatMap((scope) => {
		const [was, is, own] = [base[scope], theirs[scope], mine[scope]].map((value) => fieldsOf(scope, value));
		return [...new Set([...Object.keys(was ?? {}), ...Object.keys(is ?? {})])]
			.filter((key) => !isSame(was?.[key], is?.[key]))
			.map((key) => ({ key, before: words(was?.[key]), theirs: words(is?.[key]), mine: words(own?.[key]) }));
	});
}

/** Applies the draft's own changes on top of what somebody else saved: field by field, hechshers as one. */
export function mergeDrafts(base: Draft, theirs: Draft, mine: Draft): Draft {
	return Object.fromEntries(
		SCOPES.map((scope) => {
			const [was, is, own] = [base[scope] ?? null, theirs[scope] ?? null, mine[scope] ?? null];
			if (isSame(was, own)) return [scope, is];
			if (!isFields(is) || !isFields(own)) return [scope, own];
			const changed = Object.entries(own).filter(
				([key, value]) => !isSame(value, isFields(was) ? was[key] : undefined),
			);
			return [scope, { ...is, ...Object.fromEntries(changed) }];
		}),
	);
}

function fieldsOf(scope: Scope, value: ScopeValue | undefined): Fields {
	if (value === null || value === undefined) return {};
	if (!isFields(value)) return { [scope]: value };
	return Object.fromEntries(Object.entries(value).map(([field, held]) => [`${scope}.${field}`, held]));
}

function isFields(value: ScopeValue): value is Fields {
	return value !== null && !Array.isArray(value);
}

function words(value: unknown): string {
	if (value === null || value === undefined || value === "") return "none";
	if (typeof value === "boolean") return value ? "yes" : "no";
	if (Array.isArray(value))
		return value.map((each) => (typeof each === "object" ? each.symbol : each)).join(", ") || "none";
	if (typeof value === "object") return Object.values(value).filter(Boolean).join(" · ") || "none";
	return String(value);
}

/** An empty field equals a missing one. */
function isSame(one: unknown, other: unknown): boolean {
	return JSON.stringify(plain(one)) === JSON.stringify(plain(other));
}

function plain(value: unknown): unknown {
	if (value === "" || value === undefined || value === null) return null;
	if (Array.isArray(value)) return value.map(plain);
	if (typeof value !== "object") return value;
	return Object.fromEntries(
		Object.entries(value)
			.map(([key, held]): [string, unknown] => [key, plain(held)])
			.filter(([, held]) => held !== null)
			.sort(([a], [b]) => (a < b ? -1 : 1)),
	);
}
