import { isBarcode } from "../../../catalogue/barcodes/barcode.ts";
import { isNothing } from "../../../catalogue/fields/field-kinds.ts";
import { checkMetadata } from "../metadata-line.ts";
import { quoted } from "../mismatch.ts";
import { type ForeignValue, nutritionOf } from "./nutrition.ts";

/**
 * A record of Open Food Facts: fields by name, including those of `nutriments`, beside which `fat_modifier` and `fat_source` may say more. From CSV, all values are
 * strings.
 */
export type ForeignRecord = Readonly<Record<string, unknown>>;

/**
 * A product in import format, or why it is left out. What a record does not have is absent, so that the catalogue keeps its own;
 * hechshers are never taken: a label that somebody typed is not a certificate.
 * @param remark called with what is left out of the record or converted
 */
export function productOf(
	record: ForeignRecord,
	remark: (text: string) => void,
): ReturnType<typeof checkMetadata> {
	const barcode = textOf(record, "code") ?? "";
	if (!isBarcode(barcode)) return { reason: `the code ${quoted(barcode)} is no barcode of 4 to 14 digits` };
	const scopes = {
		info: infoOf(record),
		nutrition: nutritionOf((name) => nutrientValue(record, name), servingOf(record), remark),
		ingredients: ingredientsOf(record, remark),
	};
	const filled = Object.entries(scopes).filter(([, scope]) => scope && Object.keys(scope).length > 0);
	if (filled.length === 0)
		return { reason: `the record of ${barcode} has none of the fields that are taken` };
	return checkMetadata({ barcode, ...Object.fromEntries(filled) });
}

function infoOf(record: ForeignRecord): Record<string, unknown> {
	const labels = new Set(tagsOf(record, "labels_tags"));
	return present({
		brand: listOf(record, "brands")[0],
		product_name: textOf(record, "product_name"),
		product_description: textOf(record, "generic_name"),
		net_weight: textOf(record, "quantity"),
		category: withoutLanguage(categoryOf(record)),
		country_of_origin: textOf(record, "origins"),
		gluten_free: labels.has("en:gluten-free") || labels.has("en:no-gluten") || undefined,
		vegan: labels.has("en:vegan") || undefined,
		organic: labels.has("en:organic") || undefined,
	});
}

/** The most specific category. Where the text is missing, tags name it; the lists in order of the taxonomy are gone from schema 1004 on. */
function categoryOf(record: ForeignRecord): string | undefined {
	return (listOf(record, "categories").at(-1) ?? tagsOf(record, "categories_tags").at(-1)) || undefined;
}

function ingredientsOf(record: ForeignRecord, remark: (text: string) => void): Record<string, unknown> {
	const traces = namesOf(record, "traces", remark);
	const allergens = namesOf(record, "allergens", remark);
	return present({
		// Underscores mark allergens in their text.
		ingredients_text: textOf(record, "ingredients_text")?.replaceAll("_", ""),
		may_contain_statement: traces.length > 0 ? `May contain: ${traces.join(", ")}` : undefined,
		allergens: allergens.length > 0 ? allergens : undefined,
	});
}

/** The English names among tags such as `en:soybeans`; in the CSV export they are in the field without `_tags`. */
function namesOf(
	record: ForeignRecord,
	field: "allergens" | "traces",
	remark: (text: string) => void,
): string[] {
	const tags = tagsOf(record, `${field}_tags`);
	const all = tags.length > 0 ? tags : tagsOf(record, field);
	const english = all.filter((tag) => tag.startsWith("en:"));
	for (const _ of all.slice(english.length)) remark(`${field} without an English name, left out`);
	const names = new Set(english.map((tag) => withoutLanguage(tag) ?? ""));
	return [...names].filter((name) => !isNothing(name));
}

function tagsOf(record: ForeignRecord, field: string): string[] {
	const value = record[field];
	return Array.isArray(value) ? value.filter((tag) => typeof tag === "string") : listOf(record, field);
}

function listOf(record: ForeignRecord, field: string): string[] {
	const items = textOf(record, field)?.split(",") ?? [];
	return items.map((item) => item.trim()).filter((item) => item !== "");
}

/** `en:plant-milks` becomes `plant milks`; a tag without a language stays as it is. */
function withoutLanguage(tag: string | undefined): string | undefined {
	return tag && /^[a-z]{2}:/.test(tag) ? tag.slice(3).replaceAll("-", " ") : tag;
}

/** A text that can be stored; undefined if there is none. */
function textOf(record: ForeignRecord, field: string): string | undefined {
	const value = record[field];
	const text = typeof value === "number" ? String(value) : typeof value === "string" ? unescaped(value) : "";
	return text.trim() !== "" ? text.trim() : undefined;
}

const ENTITIES: ReadonlyMap<string, string> = new Map(
	Object.entries({
		quot: '"',
		amp: "&",
		lt: "<",
		gt: ">",
		apos: "'",
		"#39": "'",
		"#039": "'",
		nbsp: " ",
	}),
);

/** Their database stores user input as HTML, and their exports contain it unchanged. */
function unescaped(text: string): string {
	return text.replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES.get(name) ?? numbered(name) ?? entity);
}

/** The character of `#233` or `#xE9`. */
function numbered(name: string): string | undefined {
	const [, hexadecimal, decimal] = /^#(?:x([\da-f]{1,6})|(\d{1,7}))$/i.exec(name) ?? [];
	if (hexadecimal === undefined && decimal === undefined) return undefined;
	const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
	return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

function servingOf(record: ForeignRecord) {
	return { servingSize: textOf(record, "serving_size"), servingQuantity: record.serving_quantity };
}

/** The value of a nutrient per 100 g, with what stands beside it; undefined if there is none. */
function nutrientValue(record: ForeignRecord, nutrient: string): ForeignValue | undefined {
	const value = record[`${nutrient}_100g`];
	if (textOf(record, `${nutrient}_100g`) === undefined) return undefined;
	return { value, modifier: record[`${nutrient}_modifier`], source: record[`${nutrient}_source`] };
}

function present(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
