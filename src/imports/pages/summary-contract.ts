import Type, { type Static } from "typebox";
import { VARIANTS } from "../../catalogue/fields/scopes.ts";
import { orNull, Time } from "../../pages/contract.ts";

const Counts = Type.Object({
	created: Type.Integer(),
	updated: Type.Integer(),
	unchanged: Type.Integer(),
});

const Values = (description: string) =>
	Type.Object(
		{
			count: Type.Integer(),
			examples: Type.Array(
				Type.Object({
					barcode: Type.String(),
					thumbnail: orNull(
						Type.String(),
						"Of the product: the version of a picture, for `GET /thumbnails/{thumbnail}`; null in lists of imports.",
					),
					field: Type.String({ examples: ["info.brand"] }),
					before: Type.String(),
					after: orNull(Type.String()),
				}),
			),
		},
		{ description },
	);

const Forms = (description: string) =>
	Type.Object(
		{
			count: Type.Integer(),
			examples: Type.Array(
				Type.Object({
					source: Type.String(),
					line: orNull(Type.Integer()),
					barcode: Type.String({ description: "As the file has it." }),
					product: Type.String({ description: "As the catalogue has it." }),
				}),
			),
		},
		{ description },
	);

const Barcodes = (description: string) =>
	Type.Object(
		{
			count: Type.Integer(),
			examples: Type.Array(
				Type.Object({ source: Type.String(), line: orNull(Type.Integer()), barcode: Type.String() }),
			),
		},
		{ description },
	);

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
	values_lost: Values("Stored values that are erased, with the first of them."),
	values_changed: Values("Stored values that are replaced by others, with the first of them."),
	values_edited: Type.Object(
		{
			count: Type.Integer(),
			examples: Type.Array(
				Type.Object({
					barcode: Type.String(),
					field: Type.String({ examples: ["info.brand"] }),
					before: Type.String(),
					after: orNull(Type.String()),
					edited_by: orNull(Type.String(), "E-mail address or name of who edited it."),
					edited_at: Time,
				}),
			),
		},
		{
			description:
				"Stored values that a person had edited, which are replaced or kept, with the first of them.",
		},
	),
	absent: Type.Object(
		{
			count: Type.Integer(),
			examples: Type.Array(Type.Object({ barcode: Type.String(), delivered_at: Time })),
		},
		{
			description:
				"Products that an earlier delivery of the same mapping had and this one lacks, with the first of them.",
		},
	),
	pictures: Type.Object(
		{
			count: Type.Integer(),
			examples: Type.Array(
				Type.Object({
					source: Type.String(),
					barcode: Type.String(),
					variant: Type.Enum([...VARIANTS]),
					replaces: orNull(Type.String(), "The version of a picture, for `GET /thumbnails/{thumbnail}`."),
					thumbnail: Type.String({ description: "A WebP file of at most 128 pixels, as a `data:` URL." }),
				}),
			),
		},
		{
			description:
				"Pictures that a dry run would add or replace, with the first of them; lists of imports show none.",
		},
	),
	matched: Forms(
		"Lines and pictures that mean a product whose barcode is another form of theirs, with the first of them.",
	),
	new_forms: Forms(
		"New products whose GTIN is also in the import in another form, with the first of them: they are not joined.",
	),
	filled_up: Forms(
		"Barcodes of tables that got back the leading zeros that a spreadsheet took, with the first of them.",
	),
	looks_shortened: Forms(
		"Barcodes that may have lost leading zeros and stayed as they are, with the first of them; `product` is what they would be.",
	),
	wrong_check_digits: Barcodes("Barcodes with a wrong check digit, with the first of them."),
	new_products: Barcodes("Products that are created, with the first of them."),
	foreseen: Type.Array(
		Type.Object({
			barcode: Type.String(),
			product_meta: Type.Record(Type.String(), Type.Unknown()),
		}),
		{ description: "The first products as they would be served after it; none of an import that is done." },
	),
	only_pictured: Barcodes("Products that are created with nothing but a picture, with the first of them."),
	took_ms: Type.Integer(),
});
export type ImportSummaryAnswer = Static<typeof Summary>;
