import fc from "fast-check";
import { FIELDS, INFO_FLAGS, INFO_TIMES, NUTRIENTS, PANEL_TEXTS } from "./fields.ts";
import type { MetadataChange } from "./metadata-change.ts";
import { BRACHOS, DEPARTMENTS, KOSHER_STATUSES } from "./vocabularies.ts";

/** Texts that an import may contain: awkward ones included, but neither NUL nor lone surrogates. */
export const importableText = fc
	.string({ unit: "binary", maxLength: 12 })
	.map((text) => text.replaceAll("\0", ""));

const text = fc.oneof(fc.constant(null), fc.constant(""), importableText);
const nonEmptyText = importableText.map((given) => given || "x");

function anyOf(
	fields: readonly string[],
	value: fc.Arbitrary<unknown>,
): Record<string, fc.Arbitrary<unknown>> {
	return Object.fromEntries(fields.map((field) => [field, value]));
}

const special: readonly string[] = [...INFO_FLAGS, ...INFO_TIMES, "bracha"];

const info = fc.record(
	{
		...anyOf(
			FIELDS.info.filter((field) => !special.includes(field)),
			text,
		),
		...anyOf(INFO_FLAGS, fc.boolean()),
		bracha: fc.constantFrom(...BRACHOS, "", null),
	},
	{ requiredKeys: [] },
);

const hechsher = fc.record(
	{
		...anyOf(["org", "logo", "additional_designation"], text),
		symbol: nonEmptyText,
		dairy_meat_pareve: fc.constantFrom(...KOSHER_STATUSES, null),
	},
	{ requiredKeys: ["symbol"] },
);

const nutrient = fc.record({ amount: text, dv: text }, { requiredKeys: [] });
const nutrition = fc.record(
	{ ...anyOf(PANEL_TEXTS, text), ...anyOf(NUTRIENTS, nutrient) },
	{ requiredKeys: [] },
);

const ingredients = fc.record(
	{
		...anyOf(["ingredients_text", "contains_statement", "may_contain_statement"], text),
		allergens: fc.array(nonEmptyText, { maxLength: 3 }),
	},
	{ requiredKeys: [] },
);

const catalogMeta = fc.record(
	{
		...anyOf(["subcategory", "web_description", "variety", "category"], text),
		department: fc.constantFrom(...DEPARTMENTS, null),
	},
	{ requiredKeys: [] },
);

const orNull = (arbitrary: fc.Arbitrary<unknown>) => fc.option(arbitrary, { freq: 4 });

/** Any valid change of one product's metadata. */
export const metadataChange = fc.record(
	{
		barcode: fc.stringMatching(/^[0-9]{4,14}$/),
		info: orNull(info),
		hechshers: orNull(fc.array(hechsher, { maxLength: 3 })),
		nutrition: orNull(nutrition),
		ingredients: orNull(ingredients),
		catalog_meta: orNull(catalogMeta),
	},
	{ requiredKeys: ["barcode"] },
) as fc.Arbitrary<MetadataChange>;
