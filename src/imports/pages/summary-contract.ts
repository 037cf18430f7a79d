import Type, { type Static } from "typebox";
import { VARIANTS } from "../../catalogue/fields/scopes.ts";
import { orNull, Time } from "../../pages/contract.ts";

const Counts = Type.Object({
	created: Type.Integer(),
	updated: Type.Integer(),
	unchanged: Type.Integer(),
});

/** How many there are, and the first of them. */
const listed = <Example extends Type.TSchema>(example: Example, description: string) =>
	Type.Object({ count: Type.Integer(), examples: Type.Array(example) }, { description });

const change = {
	barcode: Type.String(),
	field: Type.String({ examples: ["info.brand"] }),
	before: Type.String(),
	after: orNull(Type.String()),
};
const Value = Type.Object({
	...change,
	thumbnail: orNull(
		Type.String(),
		"Of the product: the version of a picture, for `GET /thumbnails/{thumbnail}`; null in lists of imports.",
	),
});

const place = { source: Type.String(), line: orNull(Type.Integer()) };
const Form = Type.Object({
	...place,
	barcode: Type.String({ description: "As the file has it." }),
	product: Type.String({ description: "As the catalogue has it." }),
});
const Barcode = Type.Object({ ...place, barcode: Type.String() });

/** What a dry run, or an import, reports. */
export const Summary = Type.Object({
	products: Counts,
	images: Counts,
	refused: Type.Integer(),
	causes: Type.Array(Type.Object({ cause: Type.String(), count: Type.Integer() }), {
		description: "Most frequent first.",
	}),
	products_refused: Type.Integer({ description: "Products of which a line was refused." }),
	unfetched: Type.Integer({
		description: "Pictures whose address a table gives, and which are not fetched.",
	}),
	has_refused_rows: Type.Boolean({
		description: "Whether the refused rows of its table can be saved as a table.",
	}),
	unmarkable: Type.Integer({
		description:
			"Pictures too small or flat for the invisible mark; 0 in a dry run, which does not check this.",
	}),
	noted: Type.Integer({ description: "Pictures imported anyway, with a note on their quality." }),
	ignored: Type.Integer({ description: "Files that are clearly not product files." }),
	tables: Type.Array(
		Type.Object({
			source: Type.String(),
			read_as: Type.String({ examples: ["Windows-1255 (Hebrew), guessed; semicolons; header in line 3"] }),
		}),
		{ description: "What the first tables were taken for." },
	),
	remarks: Type.Array(
		Type.Object({
			text: Type.String({ examples: ["decimal commas read as points"] }),
			count: Type.Integer(),
			source: Type.String({ description: "Where it was first done." }),
			line: Type.Integer(),
		}),
		{ description: "What was left out of the files or read as something else, most frequent first." },
	),
	from: orNull(
		Type.Enum(["openfoodfacts"], {
			description: "The database that the file is an export of; null for our own formats.",
		}),
	),
	values_lost: listed(Value, "Stored values that are erased, with the first of them."),
	values_changed: listed(Value, "Stored values that are replaced by others, with the first of them."),
	values_edited: listed(
		Type.Object({
			...change,
			edited_by: orNull(Type.String(), "E-mail address or name of who edited it."),
			edited_at: Time,
		}),
		"Stored values that a person had edited, which are replaced or kept, with the first of them.",
	),
	absent: listed(
		Type.Object({ barcode: Type.String(), delivered_at: Time }),
		"Products that an earlier delivery of the same mapping had and this one lacks, with the first of them.",
	),
	pictures: listed(
		Type.Object({
			source: Type.String(),
			barcode: Type.String(),
			variant: Type.Enum([...VARIANTS]),
			replaces: orNull(Type.String(), "The version of a picture, for `GET /thumbnails/{thumbnail}`."),
			thumbnail: Type.String({ description: "A WebP file of at most 128 pixels, as a `data:` URL." }),
		}),
		"Pictures that a dry run would add or replace, with the first of them; lists of imports show none.",
	),
	matched: listed(
		Form,
		"Lines and pictures that mean a product whose barcode is another form of theirs, with the first of them.",
	),
	new_forms: listed(
		Form,
		"New products whose GTIN is also in the import in another form, with the first of them: they are not joined.",
	),
	filled_up: listed(
		Form,
		"Barcodes of tables that got back the leading zeros that a spreadsheet took, with the first of them.",
	),
	looks_shortened: listed(
		Form,
		"Barcodes that may have lost leading zeros and stayed as they are, with the first of them; `product` is what they would be.",
	),
	wrong_check_digits: listed(Barcode, "Barcodes with a wrong check digit, with the first of them."),
	new_products: listed(Barcode, "Products that are created, with the first of them."),
	foreseen: Type.Array(
		Type.Object({
			barcode: Type.String(),
			product_meta: Type.Record(Type.String(), Type.Unknown()),
		}),
		{ description: "The first products as they would be served after it; none of an import that is done." },
	),
	only_pictured: listed(
		Barcode,
		"Products that are created with nothing but a picture, with the first of them.",
	),
	took_ms: Type.Integer(),
});
export type ImportSummaryAnswer = Static<typeof Summary>;
