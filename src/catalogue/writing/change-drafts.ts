import type { Tx } from "../../platform/db/tx.ts";
import { filledUp, otherForms } from "../barcodes/same-product.ts";
import { draftGiven, givenCertificates, linkChanges } from "../certificates/given-in-change.ts";
import type { CertificateDrafts } from "../certificates/write-certificates.ts";
import type { ProductMetaScope } from "../fields/scopes.ts";
import type { FieldValues } from "../fields/values.ts";
import { createdSince } from "../history/created-since.ts";
import { type EditedFields, editedField, editedFields, type FieldEdit } from "../history/edited-fields.ts";
import { givenMetadata } from "../stored/given-metadata.ts";
import { newProduct } from "../stored/new-product.ts";
import { mergeRecord, type StoredRecord } from "../stored/record.ts";
import type { ProductRow } from "../tables.ts";
import { changeInMode, type ImportMode } from "./import-mode.ts";
import type { MetadataChange } from "./metadata-change.ts";
import { type ValueChange, valueChanges } from "./value-changes.ts";

export interface ChangeRules {
	/** Skip products that are not in the catalogue. */
	readonly existingOnly: boolean;
	readonly mode: ImportMode;
	/**
	 * The newest row of `product_history` when the import began: a barcode that the catalogue does not have then also means a product that existed by
	 * then under another form of it. Null: barcodes are taken literally.
	 */
	readonly since: number | null;
	/** Whether the barcodes lost their leading zeros: a new product gets them back. */
	readonly fillsUp: boolean;
	/** Barcodes that this import filled up, among those that the changes may mean: forms given in full join them, new as they are. */
	readonly filled: ReadonlySet<string>;
	/** What happens to values that a person edited; null where nobody needs to know of them. */
	readonly edited: "replace" | "keep" | null;
}

/** What a change did, or would do. */
export interface AppliedChange {
	readonly outcome: "created" | "updated" | "unchanged" | "unknown" | "refused";
	/** Why it was refused. */
	readonly reason?: string;
	/** The product that its barcode resolves to, as the catalogue has it. */
	readonly barcode: string;
	/** Stored values that were erased or replaced. */
	readonly values: readonly ValueChange[];
	/** Those that a person had edited, replaced or kept. */
	readonly edited: readonly EditedValue[];
	/** Whether an alert withholds hechshers of the product, which the change may have brought: they are stored, and not served (SPEC E12). */
	readonly withheld: boolean;
	/** For a created product: another one that is as new, in another form of its barcode. */
	readonly otherForm: string | null;
	/** The certificates that are new or say something else by it. */
	readonly certificates: readonly string[];
}

/** A value that a person edited, and what it becomes or would have become. */
export interface EditedValue extends ValueChange {
	readonly edit: FieldEdit;
}

/** A product while a list of changes is being applied: before and after. */
export interface Draft {
	before: ProductRow | undefined;
	/** Undefined while nothing has changed. */
	after: ProductRow | undefined;
	/** Whether it was created after the import began. */
	isNew: boolean;
	/** What persons edited of it; undefined if nobody did or nobody needs to know. */
	edits?: EditedFields | undefined;
}

/** The products that a list of changes may mean, by barcode. */
export type Drafts = Map<string, Draft>;

/** The further barcodes under which the catalogue may hold what a barcode means. */
export function formsToLookUp(barcode: string, { since, fillsUp }: ChangeRules): string[] {
	if (since === null) return [];
	const filled = fillsUp ? filledUp(barcode) : undefined;
	return [...otherForms(barcode), ...(filled === undefined ? [] : [filled])];
}

/** Reads the products that changes may mean, including those with other forms of their barcodes. */
export async function openDrafts(
	tx: Tx,
	changes: readonly MetadataChange[],
	rules: ChangeRules,
): Promise<Drafts> {
	const { since } = rules;
	const drafts: Drafts = new Map();
	const read = async (barcodes: readonly string[]) => {
		if (barcodes.length === 0) return;
		const rows = await tx.selectFrom("product").selectAll().where("barcode", "in", barcodes).execute();
		for (const row of rows) drafts.set(row.barcode, { before: row, after: undefined, isNew: false });
	};
	const given = new Set(changes.map(({ barcode }) => barcode));
	await read([...given]);
	if (since !== null) await readOtherForms(tx, drafts, { given, read, rules });
	if (rules.edited === null) return drafts;
	const products = [...drafts.values()].flatMap(({ before }) => (before ? [before] : []));
	for (const [barcode, edits] of await editedFields(tx, products)) {
		const draft = drafts.get(barcode);
		if (draft) draft.edits = edits;
	}
	return drafts;
}

interface OtherForms {
	readonly given: ReadonlySet<string>;
	readonly read: (barcodes: readonly string[]) => Promise<void>;
	readonly rules: ChangeRules;
}

async function readOtherForms(tx: Tx, drafts: Drafts, { given, read, rules }: OtherForms): Promise<void> {
	const { since, filled } = rules;
	const missing = [...given].filter((barcode) => !drafts.has(barcode));
	const others = new Set(missing.flatMap((barcode) => formsToLookUp(barcode, rules)));
	await read([...others].filter((barcode) => !drafts.has(barcode)));
	const forms = [...others].filter((barcode) => drafts.has(barcode));
	for (const barcode of await createdSince(tx, forms, since ?? 0)) {
		const draft = drafts.get(barcode);
		if (draft && !filled.has(barcode)) draft.isNew = true;
	}
}

/** Applies a change to the drafts; nothing is written. */
export function applyToDrafts(
	drafts: Drafts,
	change: MetadataChange,
	rules: ChangeRules,
	stampMs: number,
	certificates: CertificateDrafts,
): AppliedChange {
	const { barcode, otherForm } = resolvedProduct(drafts, change.barcode, rules);
	const draft = drafts.get(barcode) ?? {
		before: undefined,
		after: undefined,
		isNew: barcode === change.barcode,
	};
	const row = draft.after ?? draft.before;
	const result = { barcode, values: [], edited: [], withheld: false, otherForm: null, certificates: [] };
	// No hechsher of a new product could rest on a certificate.
	const isAbsent = change.certificate !== undefined && !change.hechshers?.length;
	if (!row && (rules.existingOnly || isAbsent)) return { ...result, outcome: "unknown" };
	const before = row ?? newProduct(barcode, stampMs);
	const { given, scopes } = givenCertificates(change, rules.mode);
	const wanted = changeInMode(rules.mode, () => givenMetadata(before), { ...scopes, barcode });
	const edited = editedValues(before, wanted, draft.edits, stampMs);
	const resolved = rules.edited === "keep" && draft.edits ? kept(before, wanted, draft.edits) : wanted;
	const { record, changed } = mergeRecord(before, resolved, stampMs);
	const linked = draftGiven(certificates, record, given);
	if ("reason" in linked) return { ...result, outcome: "refused", reason: linked.reason };
	const withheld = change.hechshers !== undefined && record.hechshers_as_given !== null;
	const { links, changed: certified, values } = linked;
	const noted = { ...result, edited, withheld, certificates: certified, values };
	if (row && !changed && links === record.certificates) return { ...noted, outcome: "unchanged" };
	const changedAtMs = record.updated_at ?? record.changed_at;
	draft.after = {
		...record,
		certificates: links,
		changed_at: changed ? changedAtMs : record.changed_at,
	};
	drafts.set(barcode, draft);
	if (!row) return { ...noted, edited: [], outcome: "created", otherForm };
	const lost = [...valuesBetween(before, record, resolved), ...linkChanges(before.certificates, links)];
	return { ...noted, outcome: "updated", values: [...lost, ...values] };
}

function valuesBetween(before: ProductRow, after: StoredRecord, change: MetadataChange): ValueChange[] {
	const { barcode: _, ...scopes } = change;
	const names = Object.keys(scopes) as ProductMetaScope[];
	return valueChanges(givenMetadata(before), givenMetadata(after), names);
}

/** The values that a person edited and a change would erase or replace. */
function editedValues(
	before: ProductRow,
	change: MetadataChange,
	edits: EditedFields | undefined,
	stampMs: number,
): EditedValue[] {
	if (!edits) return [];
	const { record } = mergeRecord(before, change, stampMs);
	return valuesBetween(before, record, change).flatMap((value) => {
		const edit = edits.get(editedField(value.field));
		return edit ? [{ ...value, edit }] : [];
	});
}

/** A change without what it says about fields that a person edited. */
function kept(before: ProductRow, change: MetadataChange, edits: EditedFields): MetadataChange {
	const stored = givenMetadata(before);
	const { barcode, ...scopes } = change;
	const left: Partial<Record<ProductMetaScope, unknown>> = {};
	for (const [name, given] of Object.entries(scopes)) {
		const scope = name as ProductMetaScope;
		if (edits.has(scope)) continue;
		const values = (stored[scope] ?? {}) as FieldValues;
		const fields = [...edits.keys()].filter((key) => key.startsWith(`${scope}.`));
		const own = fields
			.map((key) => key.slice(scope.length + 1))
			.map((field) => [field, values[field] ?? null]);
		left[scope] = own.length === 0 ? given : { ...given, ...Object.fromEntries(own) };
	}
	return { barcode, ...(left as Omit<MetadataChange, "barcode">) };
}

/**
 * The very text first, then a product in another form that is not as new; `otherForm` is one that is. A barcode that lost its zeros means a product in
 * any form, and else gets them back.
 */
function resolvedProduct(
	drafts: Drafts,
	barcode: string,
	{ since, fillsUp }: ChangeRules,
): { readonly barcode: string; readonly otherForm: string | null } {
	if (since === null || drafts.has(barcode)) return { barcode, otherForm: null };
	const others = otherForms(barcode).filter((other) => drafts.has(other));
	const filled = fillsUp ? filledUp(barcode) : undefined;
	if (filled !== undefined) return { barcode: others[0] ?? filled, otherForm: null };
	const known = others.find((other) => drafts.get(other)?.isNew === false);
	return { barcode: known ?? barcode, otherForm: others[0] ?? null };
}
