import Type, { type Static } from "typebox";

/** A column with more to say than its field. */
export const MappedTo = Type.Object(
	{
		field: Type.String({ description: "A column of our own tables.", examples: ["info.brand"] }),
		values: Type.Optional(
			Type.Record(Type.String(), Type.Union([Type.String(), Type.Boolean(), Type.Number(), Type.Null()]), {
				description: "What cells mean, by their text; an empty meaning leaves the field out.",
			}),
		),
		unit: Type.Optional(Type.String({ maxLength: 20, description: "Added to a number that stands alone." })),
		separator: Type.Optional(
			Type.String({ minLength: 1, maxLength: 5, description: "What separates the items of a list." }),
		),
	},
	{ additionalProperties: false },
);

/** A file of `--mapping`, parsed: a table's own column names, and what each holds. Columns that are not named are ignored. */
export const ColumnMapping = Type.Record(
	Type.String({ maxLength: 1000 }),
	Type.Union([Type.String(), MappedTo]),
	{ maxProperties: 300, title: "ColumnMapping" },
);
export type ColumnMapping = Static<typeof ColumnMapping>;
