import fc from "fast-check";
import { CATEGORY_OVERRIDE, DECLARED } from "../fields/declared-fields.ts";
import type { FieldKind } from "../fields/field-kinds.ts";
import type { MetadataScope } from "../fields/scopes.ts";
import type { MetadataChange } from "./metadata-change.ts";

/** Texts that an import may contain, including awkward ones, but without control characters or lone surrogates. */
export const importableText = fc
	.string({ unit: "binary", maxLength: 12 })
	.map((text) => text.replace(/(?![\t\n\r])\p{Cc}/gu, ""));

const text = fc.oneof(fc.constant(null), fc.constant(""), importableText);
const nonEmptyText = importableText.map((given) => given || "x");

const nutrient = fc.record({ amount: text, dv: text }, { requiredKeys: [] });

/** Arbitrary values that an import may give for a field, by its declared kind. */
function given({ kind, values = [] }: FieldKind): fc.Arbitrary<unknown> | undefined {
	if (kind === "text") return text;
	if (kind === "symbol") return nonEmptyText;
	if (kind === "choice") return fc.constantFrom(...values, null);
	if (kind === "flag") return fc.boolean();
	if (kind === "texts") return fc.array(nonEmptyText, { maxLength: 3 });
	return kind === "nutrient" ? nutrient : undefined;
}

function anyOf(fields: Readonly<Record<string, FieldKind>>, requiredKeys: readonly string[] = []) {
	const arbitraries = Object.entries(fields).flatMap(([field, declared]) => {
		const arbitrary = given(declared);
		return arbitrary ? [[field, arbitrary] as const] : [];
	});
	return fc.record(Object.fromEntries(arbitraries), { requiredKeys: [...requiredKeys] });
}

/** The fields of a scope that are of a given kind. */
export function fieldsOfKind(scope: MetadataScope, kind: FieldKind["kind"]): string[] {
	const fields: [string, FieldKind][] = Object.entries(DECLARED[scope]);
	return fields.filter(([, declared]) => declared.kind === kind).map(([field]) => field);
}

const orNull = (arbitrary: fc.Arbitrary<unknown>) => fc.option(arbitrary, { freq: 4 });

/** Any valid change of one product's metadata. */
export const metadataChange = fc.record(
	{
		barcode: fc.stringMatching(/^[0-9]{4,14}$/),
		info: orNull(anyOf(DECLARED.info)),
		hechshers: orNull(fc.array(anyOf(DECLARED.hechshers, ["symbol"]), { maxLength: 3 })),
		nutrition: orNull(anyOf(DECLARED.nutrition)),
		ingredients: orNull(anyOf(DECLARED.ingredients)),
		catalog_meta: orNull(anyOf({ ...DECLARED.catalog_meta, category: CATEGORY_OVERRIDE })),
	},
	{ requiredKeys: ["barcode"] },
) as fc.Arbitrary<MetadataChange>;
