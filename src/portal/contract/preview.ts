import Type from "typebox";
import { Credits } from "./common.ts";

/** The parameters of `GET /products/{barcode}`, lists separated by commas. */
export const PreviewQuery = Type.Object({
	barcode: Type.String({ maxLength: 14 }),
	include: Type.Optional(Type.String({ maxLength: 200 })),
	variants: Type.Optional(Type.String({ maxLength: 200 })),
	size: Type.Optional(Type.String({ maxLength: 10 })),
});

/** What a client would get for a product. Nothing is charged, stored or signed. */
export const Preview = Type.Object({
	status: Type.Integer({ description: "The response the call would get." }),
	error: Type.Union([Type.Object({ code: Type.String(), message: Type.String() }), Type.Null()]),
	answer: Type.Union([Type.Object({}, { additionalProperties: true }), Type.Null()], {
		description: "The body without `meta`; in place of each URL it says that there would be one.",
	}),
	redacted_fields: Type.Array(Type.String(), { description: "Locked, left out and free." }),
	items: Type.Array(
		Type.Object({ action: Type.String(), count: Type.Integer(), price: Credits, credits: Credits }),
	),
	credits: Credits,
	balance_after: Type.Number(),
	notes: Type.Array(Type.String(), { description: "For people." }),
});
