import Type, { type Static } from "typebox";
import { RESOLVED_KINDS } from "../../../catalogue/barcodes/resolve-barcodes.ts";
import { METADATA_SCOPES, SCOPES, VARIANTS } from "../../../catalogue/fields/scopes.ts";
import { KINDS } from "../../../catalogue/withholding/alert-schema.ts";
import {
	ClientPath,
	Credits,
	type FeatureRoutes,
	orNull,
	ProductBarcode,
	Time,
	tagged,
} from "../../../pages/contract.ts";
import { selection } from "../basket/contract.ts";
import { Alerts, card, ExpiredHechshers } from "../orders/contract.ts";

const textOrNull = orNull(Type.String());

/** Maximum number of barcodes per list, and of lists per account. */
export const MOST_BARCODES = 5000;
export const MOST_LISTS = 50;

/** What is known about one text in a list. */
export const CheckedBarcode = Type.Object({
	text: Type.String({ description: "The text as given." }),
	barcode: orNull(
		Type.String(),
		"The product's barcode as written in the catalogue; null if there is no such product.",
	),
	kind: Type.Enum([...RESOLVED_KINDS]),
	check_digit_valid: orNull(Type.Boolean()),
	unit: orNull(Type.String(), "For a case: the item inside."),
	suggestion: orNull(Type.String(), "The product that is meant if the check digit was wrong or left off."),
	...card,
	scopes: Type.Array(Type.Enum([...METADATA_SCOPES])),
	variants: Type.Array(Type.Enum([...VARIANTS])),
	credits: Credits,
	alerts: Alerts,
	held: Type.Union(
		[
			Type.Object({
				scopes: Type.Array(Type.Enum([...SCOPES])),
				variants: Type.Array(Type.Enum([...VARIANTS])),
			}),
			Type.Null(),
		],
		{ description: "What this key's orders that can still be downloaded contain of it." },
	),
});
export type CheckedBarcode = Static<typeof CheckedBarcode>;

export const ListCheck = Type.Object({
	results: Type.Array(CheckedBarcode, { description: "One for each distinct text, in the given order." }),
	prices: Type.Object(
		{
			scopes: Type.Array(Type.Object({ scope: Type.Enum([...METADATA_SCOPES]), price: Credits })),
			picture: Credits,
		},
		{ description: "What each scope that has data costs for a product, and each picture." },
	),
});
export type ListCheck = Static<typeof ListCheck>;

const listFields = {
	list_id: Type.String(),
	name: Type.String(),
	barcode_count: Type.Integer(),
	created_at: Time,
	changed_at: Time,
};

export const ListSummary = Type.Object(listFields);
export const ProductList = Type.Object({ ...listFields, barcodes: Type.Array(Type.String()) });
export const Lists = Type.Object({
	data: Type.Array(ListSummary, { description: "Sorted by name." }),
	most: Type.Integer({ description: "How many lists an account may save." }),
});

export const NewList = Type.Object({
	name: Type.String({ minLength: 1, maxLength: 200 }),
	barcodes: Type.Array(ProductBarcode, { minItems: 1, maxItems: MOST_BARCODES }),
});

export const ListPath = Type.Object({
	list_id: Type.String({ examples: ["list_01JV9Y3Q6ZP0W8M4N2K7T5R1XS"] }),
});

export const BoughtProducts = Type.Object({
	data: Type.Array(
		Type.Object({
			barcode: Type.String(),
			...card,
			alerts: Alerts,
			expired_hechshers: ExpiredHechshers,
			scopes: Type.Array(Type.Enum([...METADATA_SCOPES])),
			variants: Type.Array(Type.Enum([...VARIANTS])),
			other_pictures: Type.Boolean({
				description: "Pictures were read by the API; which ones is not recorded.",
			}),
			first_at: Time,
			last_at: Time,
			order_id: orNull(Type.String(), "The newest order that contains it and can still be downloaded."),
		}),
		{ description: "Latest purchases first." },
	),
	next_cursor: textOrNull,
	is_complete: Type.Boolean({ description: "False while older purchases are still being gathered." }),
});

export const HeldAlerts = Type.Object({
	data: Type.Array(
		Type.Object({
			alert_id: Type.String(),
			kind: Type.Enum([...KINDS]),
			symbol: textOrNull,
			designation: textOrNull,
			lots: textOrNull,
			message: Type.String(),
			source: textOrNull,
			products: Type.Integer({ description: "How many of the products held it names." }),
			first_products: Type.Array(
				Type.Object({
					barcode: Type.String(),
					name: textOrNull,
					client_id: Type.String({ description: "The account, or a key of it, that bought it." }),
				}),
				{ description: "The first three of them." },
			),
		}),
		{ description: "Newest publication first." },
	),
});

/** 5,000 barcodes of 14 digits, with their quotation marks. */
const BODY_BYTES = 128 * 1024;

/** Lists of barcodes: their check and cost, saved lists, and everything ever bought. */
export const listRoutes = tagged("Lists", "member", {
	"POST /keys/{client_id}/list-check": {
		summary: "What up to 500 barcodes in any form mean, what is available for them, and what it costs",
		path: ClientPath,
		body: Type.Object({
			barcodes: Type.Array(ProductBarcode, { minItems: 1, maxItems: 500, description: "In any form." }),
			...selection,
		}),
		answer: ListCheck,
		errors: ["invalid_barcode", "key_not_active", "scope_forbidden", "upstream_error"],
	},
	"GET /alerts": {
		summary: "Live kosher alerts about products that the account ever bought",
		answer: HeldAlerts,
	},
	"GET /keys/{client_id}/bought": {
		summary: "Everything the key has bought",
		path: ClientPath,
		query: Type.Object({
			search: Type.Optional(Type.String({ maxLength: 100, description: "Words of barcode, name or brand." })),
			cursor: Type.Optional(Type.String({ maxLength: 1000 })),
			per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
		}),
		answer: BoughtProducts,
		errors: ["key_not_active", "upstream_error"],
	},
	"GET /lists": {
		summary: "The saved lists of the account",
		answer: Lists,
	},
	"POST /lists": {
		summary: "Save a list",
		access: "buyer",
		status: 201,
		body: NewList,
		bodyLimitBytes: BODY_BYTES,
		answer: ProductList,
		errors: ["invalid_barcode", "list_limit_reached"],
	},
	"GET /lists/{list_id}": {
		summary: "One list with its barcodes",
		path: ListPath,
		answer: ProductList,
	},
	"PUT /lists/{list_id}": {
		summary: "Change the name and the barcodes of a list",
		access: "buyer",
		path: ListPath,
		body: NewList,
		bodyLimitBytes: BODY_BYTES,
		answer: ProductList,
		errors: ["invalid_barcode"],
	},
	"DELETE /lists/{list_id}": {
		summary: "Delete a list",
		access: "buyer",
		path: ListPath,
	},
} as const satisfies FeatureRoutes);
