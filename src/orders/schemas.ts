import Type, { type Static } from "typebox";
import { Meta } from "../api/meta.ts";
import { ImageMetaByVariant, ProductMeta } from "../catalogue/fields/schemas.ts";
import { CursorPagination, VariantName } from "../catalogue/listing/listing-schemas.ts";
import { MetadataScopeName } from "../catalogue/reading/availability-schemas.ts";
import { ProductAnswer } from "../catalogue/reading/product-answer.ts";

const EXAMPLE_ID = "ord_01JV9Y3Q6ZP0W8M4N2K7T5R1XS";

const line = {
	barcode: Type.String({ description: "The barcode as it was ordered.", examples: ["0725272730706"] }),
	found: Type.Boolean({
		description: "Whether the product is in the catalogue and visible to the client.",
	}),
	scopes: Type.Array(MetadataScopeName, {
		description: "Scopes that have data.",
		examples: [["info"]],
	}),
	variants: Type.Array(VariantName, {
		description: "Pictures that exist.",
		examples: [["front"]],
	}),
	credits: Type.Number({ description: "Cost of the line.", examples: [0.35] }),
	alerts: Type.Array(Type.String(), {
		description: "Ids of live kosher alerts about the product; `GET /kosher-alerts/{alert_id}` has them.",
		examples: [[]],
	}),
};

const size = Type.String({
	description: "The longer edge of its pictures in pixels, or `full`.",
	examples: ["full"],
});

const held = Type.Object(
	{
		order_id: Type.String({ description: "Id of the order.", examples: [EXAMPLE_ID] }),
		expires_at: Type.String({
			format: "date-time",
			description: "Time until which it can be fetched again.",
		}),
		scopes: Type.Array(MetadataScopeName, { description: "Scopes of the product that it bought." }),
		variants: Type.Array(VariantName, { description: "Pictures of the product that it bought." }),
		size,
	},
	{ title: "HeldByOrder" },
);

const quotedLine = {
	...line,
	held: Type.Union([held, Type.Null()], {
		description: "The newest order that can be fetched and holds the product, or null.",
	}),
	drawn: Type.Array(VariantName, {
		description: "Those of `variants` that the client would get with the visible watermark.",
		examples: [["front"]],
	}),
};

const EACH_ONCE = { description: "One for each distinct barcode, in the order in which they were given." };
const lines = Type.Array(Type.Object(line, { title: "OrderLine" }), EACH_ONCE);
const quotedLines = Type.Array(Type.Object(quotedLine, { title: "QuotedLine" }), EACH_ONCE);

const cost = {
	name: Type.Union([Type.String(), Type.Null()], {
		description: "The name given in the order.",
		examples: ["Autumn flyer"],
	}),
	credits: Type.Number({ description: "Total cost of all lines.", examples: [12.4] }),
};

const identity = {
	order_id: Type.String({ description: "Id of the order.", examples: [EXAMPLE_ID] }),
	created_at: Type.String({ format: "date-time", description: "When it was bought." }),
	expires_at: Type.String({ format: "date-time", description: "Time until which it can be fetched again." }),
};

/** The answer of `POST /orders` and `GET /orders/{order_id}` (SPEC E8). */
export const OrderAnswer = Type.Object({ ...identity, ...cost, lines, meta: Meta }, { title: "Order" });

export const QuoteAnswer = Type.Object({ ...cost, lines: quotedLines, meta: Meta }, { title: "OrderQuote" });

export const OrdersAnswer = Type.Object(
	{
		data: Type.Array(
			Type.Object(
				{
					...identity,
					...cost,
					size,
					line_count: Type.Integer({ description: "Number of distinct barcodes.", examples: [40] }),
					found_count: Type.Integer({ description: "Number of them that were found.", examples: [38] }),
				},
				{ title: "ListedOrder" },
			),
			{ description: "Orders that can still be fetched, newest first." },
		),
		pagination: CursorPagination,
		meta: Meta,
	},
	{ title: "OrderList" },
);

const { meta: productMeta, ...product } = ProductAnswer.properties;
const REMOVED = { description: "Null with `metadata=today` for a product that was removed." };
const orderedProduct = {
	...product,
	image_meta: Type.Optional(Type.Union([ImageMetaByVariant, Type.Null()], REMOVED)),
	product_meta: Type.Optional(Type.Union([ProductMeta, Type.Null()], REMOVED)),
};

export const OrderProductsAnswer = Type.Object(
	{
		data: Type.Array(Type.Object(orderedProduct, { title: "OrderedProduct" }), {
			description: "The products that were found, as a read returns them.",
		}),
		pagination: CursorPagination,
		meta: productMeta,
	},
	{ title: "OrderProducts" },
);

const cursorQuery = {
	cursor: Type.Optional(
		Type.String({
			description: "Where to continue: `next_cursor` of the previous page. Empty: the first page.",
		}),
	),
	per_page: Type.Integer({
		minimum: 1,
		maximum: 100,
		default: 50,
		description: "Entries per page.",
		examples: [50],
	}),
};

export const CursorQuery = Type.Object(cursorQuery);
export type CursorQuery = Static<typeof CursorQuery>;

export const OrderProductsQuery = Type.Object({
	...cursorQuery,
	metadata: Type.Optional(
		Type.Enum(["today"], {
			description: "`today`: the values that the bought scopes have today, instead of those at the purchase.",
		}),
	),
	barcodes: Type.Optional(
		Type.Array(Type.String({ maxLength: 14 }), {
			maxItems: 100,
			description: "Only these lines: 1 to 100 barcodes as they were ordered, separated by commas.",
			examples: [["0725272730706", "4011"]],
		}),
	),
});
export type OrderProductsQuery = Static<typeof OrderProductsQuery>;

export const OrderPath = Type.Object({
	order_id: Type.String({ description: "Id of an order.", examples: [EXAMPLE_ID] }),
});
export type OrderPath = Static<typeof OrderPath>;
