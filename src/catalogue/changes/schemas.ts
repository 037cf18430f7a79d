import Type, { type Static } from "typebox";
import { Meta } from "../../api/meta.ts";
import { PRODUCT_META_SCOPES, VARIANTS } from "../fields/scopes.ts";
import { Barcode } from "../listing/listing-schemas.ts";

const EXAMPLE_CURSOR = "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJCrze8SNFZ4kKvN7xI";

/** The parameters of `GET /changes` (SPEC E4). */
export const ChangesQuery = Type.Object({
	cursor: Type.Optional(
		Type.String({
			description: "`next_cursor` of the previous response. Default: changes from now on.",
			examples: [EXAMPLE_CURSOR],
		}),
	),
	limit: Type.Integer({
		minimum: 1,
		maximum: 1000,
		default: 100,
		description: "Maximum number of entries in a response.",
		examples: [100],
	}),
	wait: Type.Integer({
		minimum: 0,
		maximum: 30,
		default: 0,
		description: "Seconds to wait for a change before responding without entries.",
		examples: [0],
	}),
});
export type ChangesQuery = Static<typeof ChangesQuery>;

/** The answer of `GET /changes`. */
export const ChangesAnswer = Type.Object(
	{
		data: Type.Array(
			Type.Object(
				{
					barcode: Barcode,
					changed_at: Type.String({ format: "date-time", description: "When it was changed." }),
					changed: Type.Array(
						Type.Enum([...PRODUCT_META_SCOPES, ...VARIANTS.map((variant) => `images.${variant}`)]),
						{
							description:
								"What changed: scopes, and pictures, including their `image_meta`, as `images.<variant>`. Read the values with `GET /products/{barcode}`. " +
								"Empty if the product was removed, or appeared with nothing that the client may read.",
							examples: [["info", "images.front"]],
						},
					),
					removed: Type.Boolean({ description: "Whether the client can no longer see the product." }),
				},
				{ title: "ProductChange" },
			),
			{
				description:
					"Changes in the order in which they became visible. May be empty while `has_more` is true.",
			},
		),
		next_cursor: Type.String({ description: "Where to continue.", examples: [EXAMPLE_CURSOR] }),
		has_more: Type.Boolean({ description: "Whether more changes are available immediately." }),
		meta: Meta,
	},
	{ title: "Changes" },
);
