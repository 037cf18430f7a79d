import Type, { type Static } from "typebox";
import { Credits } from "./common.ts";

export const QuoteQuery = Type.Object(
	{
		operation: Type.String({ description: "`operationId` of a call of `/api/v1` that may cost something." }),
	},
	{
		// The parameters of that call, by name: `barcode`, `include`, …
		additionalProperties: Type.String(),
	},
);

/** What the call would cost at this moment. Quotes are free. */
export const Quote = Type.Object({
	items: Type.Array(
		Type.Object({ action: Type.String(), count: Type.Integer(), price: Credits, credits: Credits }),
	),
	credits: Credits,
	balance_after: Type.Number({ description: "Negative if the balance is not sufficient." }),
	is_affordable: Type.Boolean({ description: "By the balance and by the daily cap." }),
	notes: Type.Array(Type.String(), { description: "For people: what is free and why." }),
});
export type Quote = Static<typeof Quote>;
