import { isBarcode } from "../../../catalogue/barcodes/barcode.ts";
import { checkMetadata } from "../metadata-line.ts";
import { quoted } from "../mismatch.ts";
import { nutritionOf } from "./nutrition.ts";

/** A record of Open Food Facts: fields by name, including those of `nutriments`. From CSV, all values are strings. */
export type ForeignRecord = Readonly<Record<string, unknown>>;

/**
 * A product in import format, or why it is left out. What a record does not have is absent, so that the catalogue keeps its own;
 * hechshers are never taken: a label that somebody typed is not a certificate.
 */
export function productOf(record: ForeignRecord): ReturnType<typeof checkMetadata> {
	const barcode = textOf(record, "code") ?? "";
	if (!isBarcode(barcode)) return { reason: `the code ${quoted(barcode)} is no barcode of 4 to 14 digits` };
	const scopes = {
		info: infoOf(record),
		nutrition: nutritionOf((name) => numberOf(record, name), textOf(record, "serving_size")),
		ingredients: ingredientsOf(record),
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

function ingredientsOf(record: ForeignRecord): Record<string, unknown> {
	const traces = namesOf(record, "traces");
	const allergens = namesOf(record, "allergens");
	return present({
		// Underscores mark allergens in their text.
		ingredients_text: textOf(record, "ingredients_text")?.replaceAll("_", ""),
		may_contain_statement: traces.length > 0 ? `May contain: ${traces.join(", ")}` : undefined,
		allergens: allergens.length > 0 ? allergens : undefined,
	});
}

/** The English names among tags such as `en:soybeans`; in the CSV export they are in the field without `_tags`. */
function namesOf(record: ForeignRecord, field: string): string[] {
	const tags = tagsOf(record, `${field}_tags`);
	const english = (tags.length > 0 ? tags : tagsOf(record, field)).filter((tag) => tag.startsWith("en:"));
	return [...new Set(english.map((tag) => withoutLanguage(tag) ?? ""))].filter((name) => name !== "");
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
	return text.replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES.get(name) ?? entity);
}

function numberOf(record: ForeignRecord, field: string): number | undefined {
	const text = textOf(record, field);
	const number = text === undefined ? Number.NaN : Number(text);
	return Number.isFinite(number) && number >= 0 ? number : undefined;
}

function present(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
