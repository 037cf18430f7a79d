import Type, { type TSchema } from "typebox";

export type MaskColumn = "fields_low" | "fields_high" | "fields_extra" | "image_fields" | "variants";

/** The bits of a metadata key in a product's row: the product has the key if any of them is set. */
export interface KeyBits {
	readonly column: MaskColumn;
	readonly mask: number;
}

/** A CSV column that a field is imported from: the suffix after the name of the field, and how to parse a cell. */
export interface Cell {
	readonly suffix: string;
	/** @param separator of a list's items, where somebody said it */
	readonly parse: (cell: string, separator?: string) => unknown;
}

/** The type of a field: everything that schemas, imports, masks and completion need to know about it. */
export interface FieldKind<Served extends TSchema = TSchema, Given extends TSchema = TSchema> {
	readonly kind: "text" | "symbol" | "choice" | "flag" | "time" | "nutrient" | "texts" | "picture";
	/** Schema of served values. */
	readonly served: Served;
	/** Schema of values in an import. */
	readonly given: Given;
	/** Converts an imported value to the served one; for `undefined`, returns the value served for a product without the field. */
	readonly complete: (given: unknown) => unknown;
	/** Whether a served value counts as data. */
	readonly hasValue: (value: unknown) => boolean;
	readonly cells: readonly Cell[];
	readonly values?: readonly string[];
}

/** Excludes what no text has and what neither columns nor clients can hold: control characters other than tabs and line ends, and lone surrogates. */
const STORABLE = "^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f\\p{Cs}]*$";

const storable = Type.String({ pattern: STORABLE });
const storableOrNull = Type.Union([storable, Type.Null()]);
const filled = Type.String({ pattern: STORABLE, minLength: 1 });

const asItIs = [{ suffix: "", parse: (cell: string): unknown => cell }];
const orNull = (given: unknown) => given ?? null;
const holdsText = (value: unknown) => value !== null && value !== undefined && value !== "";
const always = () => true;

/** A text, or null. */
export function text(description: string, example: string) {
	return {
		kind: "text",
		served: nullableText(description, example),
		given: storableOrNull,
		complete: orNull,
		hasValue: holdsText,
		cells: asItIs,
	} as const satisfies FieldKind;
}

/** A text that is required in every item of a list. */
export function symbol(description: string, example: string) {
	return {
		kind: "symbol",
		served: Type.String({ description, examples: [example] }),
		given: filled,
		complete: orNull,
		hasValue: holdsText,
		cells: asItIs,
	} as const satisfies FieldKind;
}

/** One of a list of texts, or null. The empty text may be among them. @param words other words for them in tables, in small letters */
export function choice<Value extends string>(
	values: readonly Value[],
	description: string,
	example: Value,
	words: Readonly<Record<string, Value>> = {},
) {
	return {
		kind: "choice",
		served: Type.Union([Type.Enum([...values]), Type.Null()], { description, examples: [example] }),
		given: Type.Union([Type.Enum([...values]), Type.Null()]),
		values,
		complete: orNull,
		hasValue: holdsText,
		cells: [{ suffix: "", parse: (cell: string): unknown => parseChoice(cell, values, words) }],
	} as const satisfies FieldKind;
}

/** A boolean: false unless given, and always a value if there is a record. */
export function flag(description: string) {
	return {
		kind: "flag",
		served: Type.Boolean({ description, examples: [true] }),
		given: Type.Boolean(),
		complete: (given: unknown) => given ?? false,
		hasValue: always,
		cells: [{ suffix: "", parse: parseFlag }],
	} as const satisfies FieldKind;
}

/** A time maintained by the service itself. An import may contain one, so that served data can be imported again, but it is ignored. */
export function time(description: string) {
	return {
		kind: "time",
		served: Type.Union([Type.String({ format: "date-time" }), Type.Null()], {
			description,
			examples: ["2025-03-04T09:30:00.000Z"],
		}),
		given: storableOrNull,
		complete: () => undefined,
		hasValue: always,
		cells: asItIs,
	} as const satisfies FieldKind;
}

/** A list of texts, never null. */
export function texts(description: string, example: string) {
	return {
		kind: "texts",
		served: Type.Array(Type.String(), { description, examples: [[example]] }),
		given: Type.Array(filled),
		complete: (given: unknown) => given ?? [],
		hasValue: (value: unknown) => Array.isArray(value) && value.length > 0,
		cells: [{ suffix: "", parse: parseNames }],
	} as const satisfies FieldKind;
}

/** An amount of the panel, as printed, or null; tables of some countries have a decimal comma. */
export function amount(description: string, example: string) {
	return { ...text(description, example), cells: [{ suffix: "", parse: withDecimalPoint }] } as const;
}

/** A nutrient of the panel, as printed. */
export const Nutrient = Type.Object(
	{
		amount: nullableText("Amount as printed.", "<1 g"),
		dv: nullableText("Percent of the daily value as printed; null if not printed.", "2%"),
	},
	{ title: "Nutrient" },
);

/** A line of the nutrition panel with an amount and a percentage. */
export function nutrient() {
	return {
		kind: "nutrient",
		served: Nutrient,
		given: Type.Object(
			{ amount: Type.Optional(storableOrNull), dv: Type.Optional(storableOrNull) },
			{ additionalProperties: false },
		),
		complete: (given: unknown) => {
			const { amount, dv } = (given ?? {}) as { amount?: string | null; dv?: string | null };
			return { amount: amount ?? null, dv: dv ?? null };
		},
		hasValue: (value: unknown) => {
			const { amount, dv } = value as { amount: unknown; dv: unknown };
			return holdsText(amount) || holdsText(dv);
		},
		cells: [
			{ suffix: ".amount", parse: withDecimalPoint },
			{ suffix: ".dv", parse: withDecimalPoint },
		],
	} as const satisfies FieldKind;
}

/** Something that the service determines from a picture by itself; imports cannot give it. */
export function ofPicture<Served extends TSchema>(served: Served) {
	return {
		kind: "picture",
		served,
		given: Type.Never(),
		complete: orNull,
		hasValue: holdsText,
		cells: [],
	} as const satisfies FieldKind;
}

/** The schema of a text that may be null. */
export function nullableText(description: string, example: string) {
	return Type.Union([Type.String(), Type.Null()], { description, examples: [example] });
}

const TRUE = new Set(["true", "1", "yes", "y", "x", "✓", "✔", "ja", "j", "wahr", "כן"]);
const FALSE = new Set(["false", "0", "no", "n", "nein", "falsch", "לא"]);

/** A cell that is not a boolean is left as text, so that validation rejects the line. */
function parseFlag(cell: string): boolean | string {
	const word = cell.trim().toLowerCase();
	if (TRUE.has(word)) return true;
	return FALSE.has(word) ? false : cell;
}

/** The value that a cell means, in capitals or not, or by another word for it; anything else is left as it is, and rejected. */
function parseChoice(
	cell: string,
	values: readonly string[],
	words: Readonly<Record<string, string>>,
): string {
	const word = cell.trim().toLowerCase();
	return (
		values.find((value) => value.toLowerCase() === word) ??
		(Object.hasOwn(words, word) ? (words[word] ?? cell) : cell)
	);
}

/** The items of a cell that contains a list: `OU;OK`. */
export function parseList(cell: string, separator = ";"): string[] {
	return cell
		.split(separator)
		.map((item) => item.trim())
		.filter((item) => !isNothing(item));
}

/** Between names, outside brackets; `and` only between two words or before the last of several names. */
const BETWEEN_NAMES = /[;,/|،；、\n\r]+(?![^()[\]]*[)\]])/u;
const AND = /^(?:and|und|et|y|e|&)\s+|\s+(?:and|und|et|&)\s+/iu;

/** The names in a cell that contains a list, each once: `milk, eggs and soy`. */
function parseNames(cell: string, separator?: string): string[] {
	if (isNothing(cell)) return [];
	const names = new Map<string, string>();
	for (const item of separator === undefined ? nameTexts(cell) : parseList(cell, separator)) {
		const name = item.trim();
		if (!isNothing(name) && !names.has(name.toLowerCase())) names.set(name.toLowerCase(), name);
	}
	return [...names.values()];
}

function nameTexts(cell: string): string[] {
	const list = cell.replace(/^\s*contains\s*:?\s+|[.\s]+$/giu, "").replace(/\bn\/a\b/giu, "");
	return list
		.split(BETWEEN_NAMES)
		.map((item) => item.trim())
		.flatMap((item) => (item.split(/\s+/).length <= 3 ? item.split(AND) : [item]));
}

const NOTHING = new Set(
	"none|no|nil|null|n/a|na|n.a|n.a.|not applicable|none known|no known|unknown|no allergens|allergen free|keine|keines|kein|nein|k.a|k.a.|entfällt|keine allergene|aucun|aucune|néant|ninguno|ninguna|nessuno|geen|нет|אין|ללא|לא|לא ידוע|ללא אלרגנים|אין אלרגנים".split(
		"|",
	),
);

/** Whether an item of a list says that there is none: `none`, `n/a`, `-`, `[]`. */
export function isNothing(item: string): boolean {
	const word = item.trim().toLowerCase();
	return /^[-–—−.*/[\]{}()\s]*$/u.test(word) || NOTHING.has(word);
}

/** A number with a comma that can only be a decimal sign, and perhaps a unit. `1,500` may be a thousand and a half, or one and a half. */
const DECIMAL_COMMA =
	/^([<>≤≥~≈]?\s*-?(?:0|[1-9]\d*)),(\d{1,2}|(?<=^\D*0,)\d+|\d{4,})(\s*(?:%|[\p{L}µ]{1,10}\.?))?$/u;

/** Whether a cell has a decimal comma, which is read as a point. */
export function hasDecimalComma(cell: string): boolean {
	return DECIMAL_COMMA.test(cell.trim());
}

/** The same number with a decimal point; any other text as it is. */
export function withDecimalPoint(cell: string): string {
	return cell.trim().replace(DECIMAL_COMMA, "$1.$2$3");
}
