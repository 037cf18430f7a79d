import { productWord } from "./products.ts";

/** Fields whose texts need several lines. */
export const LONG_FIELDS: ReadonlySet<string> = new Set([
	"ingredients_text",
	"web_description",
	"product_description",
	"notes",
	"manufacturer",
	"distributor",
	"contains_statement",
	"may_contain_statement",
]);

/** Of a flag that is not set: it says what a package says, and silence is no denial. */
export const NOT_STATED = "Not stated";

/** The display name of a metadata key: `nutrition.total_fat` as `Total fat`, `hechshers` as `Hechshers`. */
export function fieldName(key: string): string {
	return productWord(key.split(".").at(-1) ?? key);
}

/** A scope, or a field of one, by the names that pages give it: `nutrition.total_fat` as `Nutrition: Total fat`, `info` as `Product facts`. */
export function metadataName(key: string): string {
	return key.split(".").map(productWord).join(": ");
}

/** Why a line was refused, with the name that pages give its field; `null`, which means nothing to people, is left out of what was expected. */
export function reasonInWords(reason: string): string {
	return reason
		.replace(/^[a-z_]+(\.[a-z_]+)+(?=: )/, metadataName)
		.replace(/, (\S+) or null(?=, found|$)/, " or $1");
}

/** A metadata value for display; null if there is none. */
export function fieldText(value: unknown): string | null {
	if (value === null || value === undefined || value === "") return null;
	if (typeof value === "boolean") return value ? "Yes" : NOT_STATED;
	if (Array.isArray(value)) return listText(value);
	if (typeof value === "object") return partsText(value);
	return String(value);
}

function listText(items: readonly unknown[]): string | null {
	const texts = items.map(fieldText).filter((text) => text !== null);
	if (texts.length === 0) return null;
	return texts.join(typeof items[0] === "object" ? "\n" : ", ");
}

function partsText(value: object): string | null {
	const texts = Object.values(value)
		.map(fieldText)
		.filter((text) => text !== null);
	return texts.length > 0 ? texts.join(" · ") : null;
}
