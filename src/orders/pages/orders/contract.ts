import Type, { type Static } from "typebox";
import { METADATA_SCOPES, VARIANTS } from "../../../catalogue/fields/scopes.ts";
import {
	ClientPath,
	Credits,
	type FeatureRoutes,
	IdempotencyKey,
	orNull,
	ProductBarcode,
	Time,
	tagged,
} from "../../../pages/contract.ts";
import { METADATA_FORMATS } from "../../contents/metadata-formats.ts";
import { MOST_ITEMS, selection } from "../basket/contract.ts";

const textOrNull = orNull(Type.String());
const creditsOrNull = orNull(Credits);

/** What is shown of a product for free; null if there is no value, or it is locked for the key. */
export const ExpiredHechshers = Type.Array(Type.String(), {
	description: "Symbols of the hechshers held whose certificate has ended.",
});

export const Alerts = Type.Array(Type.String(), { description: "Ids of live kosher alerts about it." });

export const card = {
	name: textOrNull,
	brand: textOrNull,
	thumbnail: orNull(Type.String(), "A version of a picture."),
};

export const OrderLine = Type.Object({
	barcode: Type.String(),
	found: Type.Boolean({ description: "Whether it is in the catalogue, as far as the key may see it." }),
	...card,
	scopes: Type.Array(Type.Enum([...METADATA_SCOPES]), { description: "Scopes that have data." }),
	variants: Type.Array(Type.Enum([...VARIANTS]), { description: "Pictures that exist." }),
	credits: Credits,
	alerts: Alerts,
	expired_hechshers: Type.Optional(ExpiredHechshers),
});
export type OrderLine = Static<typeof OrderLine>;

const QuotedLine = Type.Object({
	...OrderLine.properties,
	held: Type.Union(
		[
			Type.Object({
				order_id: Type.String({ description: "The newest of them." }),
				expires_at: Time,
				size: orNull(Type.Integer(), "Pixels of its pictures; null for the full size."),
				scopes: Type.Array(Type.Enum([...METADATA_SCOPES])),
				variants: Type.Array(Type.Enum([...VARIANTS])),
			}),
			Type.Null(),
		],
		{
			description:
				"What this key's orders that can still be downloaded contain of it: it would be charged again.",
		},
	),
});

/** What is delivered with the visible watermark. */
const drawing = {
	pictures: Type.Integer({ description: "Pictures of all lines that exist today." }),
	drawn_pictures: Type.Integer({ description: "Those that this key gets with the visible watermark." }),
};

const wanted = {
	items: Type.Array(Type.Object({ barcode: ProductBarcode, ...selection }), {
		minItems: 1,
		maxItems: MOST_ITEMS,
	}),
	size: Type.Optional(
		Type.String({ maxLength: 20, description: "`full`, or one of the sizes of the installation." }),
	),
};

export const OrderQuote = Type.Object({
	lines: Type.Array(QuotedLine),
	...drawing,
	credits: Credits,
	balance: Credits,
	balance_after: Type.Number({ description: "Negative if the balance is not sufficient." }),
	left_of_caps: orNull(
		Credits,
		"The smaller of what its daily and its monthly cap leave; null for a key without a cap.",
	),
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
	size: orNull(Type.Integer(), "Pixels; null for the full size."),
	line_count: Type.Integer(),
	found_count: Type.Integer(),
};

export const OrderSummary = Type.Object(orderFields);
export type OrderSummary = Static<typeof OrderSummary>;

export const OrderPath = Type.Object({
	...ClientPath.properties,
	order_id: Type.String({ examples: ["ord_01JV9Y3Q6ZP0W8M4N2K7T5R1XS"] }),
});

export const MetadataQuery = Type.Object({
	format: Type.Enum([...METADATA_FORMATS], {
		description: "A table of the data, or a file with which a shop imports new products.",
	}),
	image_base_url: Type.Optional(
		Type.String({
			maxLength: 2000,
			description:
				"Where the shop will serve the pictures, or the address of one of them. Shopify and Google Merchant Center need it.",
		}),
	),
	with_other_orders: Type.Optional(
		Type.Boolean({
			description: "Adds, to a file for a shop, what the orders in `completed_by` have of the products.",
		}),
	),
});

export const SignedUrl = Type.Object({
	url: Type.String({ description: "Works once, from the address of this request." }),
	expires_at: orNull(Time),
});

/** As for orders through the API: 1,000 items with everything that can be specified for each. */
const BODY_BYTES = 256 * 1024;

const FETCHED = ["key_not_active", "client_ip_not_allowed", "upstream_error"] as const;

/** Buying with a key, and downloading what was bought. A revoked key's orders are closed. */
export const orderRoutes = tagged("Orders", "buyer", {
	"POST /keys/{client_id}/orders/quote": {
		summary: "What an order would cost, line by line",
		access: "member",
		path: ClientPath,
		body: Type.Object(wanted),
		bodyLimitBytes: BODY_BYTES,
		answer: OrderQuote,
		errors: ["invalid_barcode", "key_not_active", "scope_forbidden"],
	},
	"POST /keys/{client_id}/orders": {
		summary: "Buy an order, once",
		status: 201,
		path: ClientPath,
		body: NewOrder,
		bodyLimitBytes: BODY_BYTES,
		answer: Type.Object({
			...orderFields,
			balance: creditsOrNull,
			is_repeat: Type.Boolean({ description: "Whether it was already bought with the same key." }),
		}),
		errors: [
			"invalid_barcode",
			"key_not_active",
			"client_ip_not_allowed",
			"scope_forbidden",
			"insufficient_credits",
			"max_credits_exceeded",
			"idempotency_key_mismatch",
			"upstream_error",
		],
	},
	"GET /keys/{client_id}/orders": {
		summary: "Orders that can be fetched, newest first",
		access: "member",
		path: ClientPath,
		query: Type.Object({
			cursor: Type.Optional(Type.String({ maxLength: 1000 })),
			per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 25 })),
		}),
		answer: Type.Object({
			data: Type.Array(OrderSummary, { description: "Orders that can still be fetched, newest first." }),
			next_cursor: textOrNull,
		}),
		errors: ["key_not_active"],
	},
	"GET /keys/{client_id}/orders/{order_id}": {
		summary: "One order with its lines",
		access: "member",
		path: OrderPath,
		answer: Type.Object({
			...orderFields,
			...drawing,
			lines: Type.Array(OrderLine),
			completed_by: Type.Array(
				Type.Object({
					order_id: Type.String(),
					name: textOrNull,
					bought_at: Time,
					facts_of: Type.Array(Type.String(), { description: "Products of which it adds the facts." }),
					has_more_pictures: Type.Boolean(),
				}),
				{
					description:
						"Other orders that can be downloaded and have more of these products, newest first, at most 20.",
				},
			),
		}),
		errors: ["key_not_active", "upstream_error"],
	},
	"GET /keys/{client_id}/orders/{order_id}/metadata": {
		summary: "The metadata of an order as a file",
		description: "As it was bought, without what is locked today. Free, 20 per minute.",
		path: OrderPath,
		query: MetadataQuery,
		media: [
			"text/csv",
			"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
			"application/x-ndjson",
			"text/tab-separated-values",
		],
		answerText: "The file.",
		errors: [...FETCHED, "bad_request"],
	},
	"POST /keys/{client_id}/orders/{order_id}/archive": {
		summary: "A URL of the order's ZIP: one use, from this address, for 15 minutes",
		path: OrderPath,
		body: Type.Object({
			names: Type.Optional(
				Type.Enum(["barcode", "gs1", "shop"], { description: "How pictures are named.", default: "barcode" }),
			),
		}),
		answer: SignedUrl,
		errors: FETCHED,
	},
	"POST /keys/{client_id}/orders/{order_id}/picture": {
		summary: "A URL of one bought picture: one use, from this address",
		path: OrderPath,
		body: Type.Object({
			barcode: ProductBarcode,
			variant: Type.Enum([...VARIANTS]),
		}),
		answer: SignedUrl,
		errors: [...FETCHED, "invalid_barcode", "variant_not_available"],
	},
} as const satisfies FeatureRoutes);
