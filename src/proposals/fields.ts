import { DECLARED, type DeclaredField } from "../catalogue/fields/declared-fields.ts";
import { PRODUCT_META_SCOPES, type ProductMetaScope } from "../catalogue/fields/scopes.ts";
import { completed, type GivenMetadata } from "../catalogue/stored/given-metadata.ts";
import type { MetadataChange } from "../catalogue/writing/metadata-change.ts";
import { checkMetadata } from "../imports/formats/metadata-line.ts";
import { badRequest } from "../platform/http/http-error.ts";
import { plainTextProblem } from "../platform/plain-text.ts";

/** Fields by scope, in import format; none of them is empty. */
export type ProposedFields = Omit<MetadataChange, "barcode">;

const LONGEST_TEXT = 10_000;

/** The fields that can be proposed: all that an import accepts, except for the times, which the service maintains itself. */
export const PROPOSABLE = PRODUCT_META_SCOPES.flatMap((scope) =>
	Object.entries<DeclaredField>(DECLARED[scope])
		.filter(([, { kind }]) => kind !== "time")
		.map(([field, declared]) => ({ scope, field, declared })),
);

const known: ReadonlySet<string> = new Set(PROPOSABLE.map(({ scope, field }) => `${scope}.${field}`));

export function proposableFields() {
	return PROPOSABLE.map(({ scope, field, declared: { kind, served, given } }) => {
		const { description = "", examples = [] } = served as { description?: string; examples?: unknown[] };
		return { scope, field, kind, choices: choicesOf(given), description, example: String(examples[0] ?? "") };
	});
}

/** The values that a field takes; none for any text. */
export function choicesOf(given: object): string[] {
	const { anyOf = [] } = given as { anyOf?: readonly { enum?: readonly string[] }[] };
	return anyOf.flatMap((option) => option.enum ?? []).filter((choice) => choice !== "");
}

/** Validates a proposal as an import does a line, and drops empty fields. @throws HttpError 400 with the field's path: `fields.info.bracha: …` */
export function requireProposed(barcode: string, given: unknown): ProposedFields {
	const fields = withoutEmpty(given ?? {}) ?? {};
	const checked = checkMetadata({ ...fields, barcode });
	if ("reason" in checked) throw badRequest(`fields.${checked.reason}.`);
	const { barcode: _barcode, ...change } = checked.change;
	for (const [scope, value] of Object.entries(change)) {
		requireKnown(scope, value);
		requireReadable(scope, value);
	}
	return change;
}

function withoutEmpty(value: unknown): unknown {
	if (value === null || value === "") return undefined;
	if (typeof value !== "object") return value;
	if (Array.isArray(value)) {
		const items = value.map(withoutEmpty).filter((item) => item !== undefined);
		return items.length > 0 ? items : undefined;
	}
	const members = Object.entries(value)
		.map(([name, member]) => [name, withoutEmpty(member)] as const)
		.filter(([, member]) => member !== undefined);
	return members.length > 0 ? Object.fromEntries(members) : undefined;
}

function requireKnown(scope: string, value: unknown): void {
	for (const item of Array.isArray(value) ? value : [value]) {
		const strange = Object.keys(item as object).find((field) => !known.has(`${scope}.${field}`));
		if (strange !== undefined) throw badRequest(`fields.${scope}.${strange}: this is not proposed.`);
	}
}

/** Text from strangers is shown to reviewers: it must not contain characters that affect how other text is displayed. */
function requireReadable(place: string, value: unknown): void {
	if (typeof value === "object" && value !== null) {
		const isList = Array.isArray(value);
		for (const [name, member] of Object.entries(value)) {
			requireReadable(isList ? `${place}[${name}]` : `${place}.${name}`, member);
		}
		return;
	}
	if (typeof value !== "string") return;
	if (value.length > LONGEST_TEXT) throw badRequest(`fields.${place}: more than ${LONGEST_TEXT} characters.`);
	const problem = plainTextProblem(value, { multiline: true });
	if (problem !== undefined) throw badRequest(`fields.${place}: ${problem}.`);
}

/** Each proposed field by its key, in serving order; hechshers count as one. */
export function entriesOf(fields: ProposedFields): { readonly key: string; readonly value: unknown }[] {
	return PRODUCT_META_SCOPES.flatMap((scope) => {
		const { [scope]: given } = fields;
		if (given === undefined || given === null) return [];
		const value = completed(scope, given);
		if (Array.isArray(value)) return [{ key: scope, value }];
		return PROPOSABLE.filter((each) => each.scope === scope && each.field in given).map(({ field }) => ({
			key: `${scope}.${field}`,
			value: (value as Record<string, unknown>)[field],
		}));
	});
}

/** A product's value for a key; null if it has none. */
export function valueAt(given: GivenMetadata, key: string): unknown {
	const [scope = "", field] = key.split(".");
	const { [scope as ProductMetaScope]: value } = given;
	if (field === undefined || value === null) return value;
	return (value as Readonly<Record<string, unknown>>)[field] ?? null;
}
