import { isDeepStrictEqual } from "node:util";
import type { Tx } from "../../platform/db/tx.ts";
import { PRODUCT_META_SCOPES, type ProductMetaScope } from "../fields/scopes.ts";
import type { ProductRow } from "../tables.ts";
import type { ChangeKind } from "./change-set.ts";
import "./tables.ts";
import { givenValues, type ValuesBefore } from "./values-before.ts";

/** Who edited a field, and when. */
export interface FieldEdit {
	/** Null for the command line. */
	readonly accountId: string | null;
	readonly byName: string | null;
	readonly atMs: number;
}

/** The fields of a product that a person gave their present values, as `info.brand`, `nutrition.sodium`; hechshers count as one. */
export type EditedFields = ReadonlyMap<string, FieldEdit>;

/** Changes that persons made, one product at a time. */
const BY_PERSONS: readonly ChangeKind[] = ["edit", "review", "alert"];

/** The edited fields of those of the products that have any, as far as the history goes back. */
export async function editedFields(
	tx: Tx,
	products: readonly ProductRow[],
): Promise<ReadonlyMap<string, EditedFields>> {
	const barcodes = products.map(({ barcode }) => barcode);
	if (barcodes.length === 0) return new Map();
	const touched = await tx
		.selectFrom("product_history")
		.innerJoin("change_set", "change_set.id", "product_history.change_set")
		.select("barcode")
		.distinct()
		.where("barcode", "in", barcodes)
		.where("change_set.kind", "in", BY_PERSONS)
		.execute();
	const edited = new Map<string, EditedFields>();
	for (const { barcode } of touched) {
		const product = products.find((row) => row.barcode === barcode);
		if (product) edited.set(barcode, editsIn(await changesOf(tx, barcode), givenValues(product)));
	}
	return edited;
}

type Change = Awaited<ReturnType<typeof changesOf>>[number];

/** Newest first. */
function changesOf(tx: Tx, barcode: string) {
	return tx
		.selectFrom("product_history")
		.leftJoin("change_set", "change_set.id", "product_history.change_set")
		.select(["product_history.at", "product_history.values_before", "change_set.kind as source"])
		.select(["change_set.account_id", "change_set.by_name"])
		.where("barcode", "=", barcode)
		.orderBy("product_history.id", "desc")
		.execute();
}

/** The last change of each field, if a person made it. */
function editsIn(changes: readonly Change[], after: ValuesBefore): EditedFields {
	const state: Partial<Record<ProductMetaScope, unknown>> = { ...after };
	const last = new Map<string, FieldEdit | null>();
	for (const change of changes) {
		const before: ValuesBefore = JSON.parse(change.values_before ?? "{}");
		const isNew = change.values_before === null;
		for (const scope of PRODUCT_META_SCOPES.filter((each) => isNew || each in before)) {
			for (const key of differing(scope, before[scope], state[scope]))
				if (!last.has(key)) last.set(key, editOf(change));
			state[scope] = before[scope];
		}
	}
	return new Map([...last].flatMap(([key, edit]) => (edit ? [[key, edit] as const] : [])));
}

function editOf({ source, account_id: accountId, by_name: byName, at }: Change): FieldEdit | null {
	const isPerson = BY_PERSONS.some((kind) => kind === source);
	return isPerson ? { accountId, byName, atMs: Number(at) } : null;
}

function differing(scope: ProductMetaScope, before: unknown, after: unknown): string[] {
	const [left, right] = [fieldsOf(scope, before), fieldsOf(scope, after)];
	return [...new Set([...left.keys(), ...right.keys()])].filter(
		(key) => !isDeepStrictEqual(left.get(key) ?? null, right.get(key) ?? null),
	);
}

function fieldsOf(scope: ProductMetaScope, value: unknown): Map<string, unknown> {
	if (value === null || value === undefined) return new Map();
	if (Array.isArray(value)) return new Map([[scope, value]]);
	return new Map(Object.entries(value).map(([field, held]) => [`${scope}.${field}`, held]));
}

/** The edited field that a value belongs to: `nutrition.sodium` for `nutrition.sodium.amount`. */
export function editedField(value: string): string {
	const [scope = "", field] = value.split(".");
	return scope === "hechshers" || field === undefined ? scope : `${scope}.${field}`;
}
