import Type, { type Static } from "typebox";
import { METADATA_SCOPES, VARIANTS } from "../../catalogue/fields/scopes.ts";
import { MOST_ITEMS, ProductBarcode, selection } from "./basket.ts";
import { ClientPath, Credits, IdempotencyKey, Time } from "./common.ts";

const textOrNull = Type.Union([Type.String(), Type.Null()]);
const creditsOrNull = Type.Union([Credits, Type.Null()]);

/** What is shown of a product for free; null if there is no value, or it is locked for the key. */
export const card = {
	name: textOrNull,
	brand: textOrNull,
	thumbnail: Type.Union([Type.String(), Type.Null()], { description: "A version of a picture." }),
};
export type Card = Static<typeof ProductCard>;
export const ProductCard = Type.Object(card);

export const OrderLine = Type.Object({
	barcode: Type.String(),
	found: Type.Boolean({ description: "Whether it is in the catalogue, as far as the key may see it." }),
	...card,
	scopes: Type.Array(Type.Enum([...METADATA_SCOPES]), { description: "Scopes that have data." }),
	variants: Type.Array(Type.Enum([...VARIANTS]), { description: "Pictures that exist." }),
	credits: Credits,
});
export type OrderLine = Static<typeof OrderLine>;

const wanted = {
	items: Type.Array(Type.Object({ barcode: ProductBarcode, ...selection }), {
		minItems: 1,
		maxItems: MOST_ITEMS,
	}),
	size: Type.Optional(
		Type.String({ maxLength: 20, description: "`full`, or one of the sizes of the installation." }),
	),
};

export const OrderQuoteRequest = Type.Object(wanted);

export const OrderQuote = Type.Object({
	lines: Type.Array(OrderLine),
	credits: Credits,
	balance: Credits,
	balance_after: Type.Number({ description: "Negative if the balance is not sufficient." }),
	left_of_daily_cap: Type.Union([Credits, Type.Null()], { description: "Null for a key without a cap." }),
	is_affordable: Type.Boolean({ description: "By the balance and by the daily cap." }),
	sizes: Type.Array(Type.Integer(), {
		description: "Sizes in which pictures can be ordered, besides full size.",
	}),
	days: Type.Integer({ description: "Days for which the purchase can be fetched again." }),
});

export const NewOrder = Type.Object({
	...wanted,
	name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
	max_credits: Type.Optional(
		Type.Number({
			minimum: 0,
			maximum: 1_000_000_000,
			description: "The price that was shown: the order is refused if it costs more.",
		}),
	),
	idempotency_key: IdempotencyKey,
});

const orderFields = {
	order_id: Type.String(),
	created_at: Time,
	expires_at: Time,
	name: textOrNull,
	credits: Credits,
	size: Type.Union([Type.Integer(), Type.Null()], { description: "Pixels; null for the full size." }),
	line_count: Type.Integer(),
	found_count: Type.Integer(),
};

export const OrderSummary = Type.Object(orderFields);
export type OrderSummary = Static<typeof OrderSummary>;

export const Order = Type.Object({ ...orderFields, lines: Type.Array(OrderLine) });

export const PlacedOrder = Type.Object({
	...orderFields,
	balance: creditsOrNull,
	is_repeat: Type.Boolean({ description: "Whether it was already bought with the same key." }),
});

export const OrderQuery = Type.Object({
	cursor: Type.Optional(Type.String({ maxLength: 1000 })),
	per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
});

export const OrderList = Type.Object({
	data: Type.Array(OrderSummary, { description: "Orders that can still be fetched, newest first." }),
	next_cursor: textOrNull,
});

export const OrderPath = Type.Object({
	...ClientPath.properties,
	order_id: Type.String({ examples: ["ord_01JV9Y3Q6ZP0W8M4N2K7T5R1XS"] }),
});

export const MetadataQuery = Type.Object({ format: Type.Enum(["csv", "xlsx", "ndjson"]) });

export const ArchiveRequest = Type.Object({
	names: Type.Optional(
		Type.Enum(["barcode", "gs1"], { description: "How pictures are named.", default: "barcode" }),
	),
});

export const PictureRequest = Type.Object({
	barcode: ProductBarcode,
	variant: Type.Enum([...VARIANTS]),
});

export const SignedUrl = Type.Object({
	url: Type.String({ description: "Works once, from the address of this request." }),
	expires_at: Type.Union([Time, Type.Null()]),
});
