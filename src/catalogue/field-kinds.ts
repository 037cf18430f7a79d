import Type, { type TSchema } from "typebox";

/** The columns of a product that say what it has. */
export type MaskColumn = "fields_low" | "fields_high" | "fields_extra" | "image_fields" | "variants";

/** Where a product's row answers a metadata key: it has the key when any of these bits is set. */
export interface KeyBits {
	readonly column: MaskColumn;
	readonly mask: number;
}

/** A column of a CSV file that a field is imported from: what follows the name of the field, and how a cell is read. */
export interface Cell {
	readonly suffix: string;
	readonly parse: (cell: string) => unknown;
}

/** What a field holds: everything that shapes, imports, masks and completion have to know of it. */
export interface FieldKind<Served extends TSchema = TSchema, Given extends TSchema = TSchema> {
	readonly kind: "text" | "symbol" | "choice" | "flag" | "time" | "nutrient" | "texts" | "picture";
	/** How it is served. */
	readonly served: Served;
	/** How an import may give it. */
	readonly given: Given;
	/** What is served when an import gave this; of nothing it makes what a product without the field is served with. */
	readonly complete: (given: unknown) => unknown;
	/** Whether a served value counts as data. */
	readonly hasValue: (value: unknown) => boolean;
	readonly cells: readonly Cell[];
}

/** Neither column nor client can hold these: NUL (PostgreSQL refuses it) and halves of surrogate pairs. */
const STORABLE = "^[^\\0\\p{Cs}]*$";

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

/** A text that every item of a list has to have. */
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

/** One of a list of texts, or null. The empty text may be among them. */
export function choice<Value extends string>(values: readonly Value[], description: string, example: Value) {
	return {
		kind: "choice",
		served: Type.Union([Type.Enum([...values]), Type.Null()], { description, examples: [example] }),
		given: Type.Union([Type.Enum([...values]), Type.Null()]),
		complete: orNull,
		hasValue: holdsText,
		cells: asItIs,
	} as const satisfies FieldKind;
}

/** A real boolean: false unless given, and a value wherever there is a record. */
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

/**
 * A time that the service keeps and serves by itself. An import may hold one, so that what was served can be imported again; it is never
 * taken.
 */
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
		cells: [{ suffix: "", parse: parseList }],
	} as const satisfies FieldKind;
}

/** A nutrient of the panel, as printed. */
export const Nutrient = Type.Object({
	amount: nullableText("Amount as printed.", "<1 g"),
	dv: nullableText("Percent of the daily value as printed; null when not printed.", "2%"),
});

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
			{ suffix: ".amount", parse: (cell: string): unknown => cell },
			{ suffix: ".dv", parse: (cell: string): unknown => cell },
		],
	} as const satisfies FieldKind;
}

/** What the service knows of a picture by itself; no import gives it. */
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

/** The shape of a text that may be null. */
export function nullableText(description: string, example: string) {
	return Type.Union([Type.String(), Type.Null()], { description, examples: [example] });
}

/** A cell that is no boolean stays a text, so that the check of the line refuses it. */
function parseFlag(cell: string): boolean | string {
	switch (cell.toLowerCase()) {
		case "true":
		case "1":
			return true;
		case "false":
		case "0":
			return false;
		default:
			return cell;
	}
}

/** The items of a cell that lists some: `milk;wheat`. */
export function parseList(cell: string): string[] {
	return cell
		.split(";")
		.map((item) => item.trim())
		.filter((item) => item !== "");
}
