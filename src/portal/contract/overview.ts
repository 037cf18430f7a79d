import Type from "typebox";
import { RefusalList } from "./calls.ts";
import { Credits, Time } from "./common.ts";

/** Totals of all keys of an account over 30 UTC days, including the current one. */
export const Overview = Type.Object({
	credit_balance: Type.Number({ description: "Total of the active keys, in credits." }),
	series: Type.Array(
		Type.Object({
			period: Type.String({ description: "`2027-05-15`." }),
			requests: Type.Integer(),
			credits_spent: Credits,
		}),
		{ description: "Oldest first, one entry for each day." },
	),
	totals: Type.Object({ requests: Type.Integer(), credits_spent: Credits, refused: Type.Integer() }),
	refusals: RefusalList.properties.data,
	waiting_top_ups: Type.Array(
		Type.Object({
			top_up_id: Type.String(),
			client_id: Type.String(),
			client_name: Type.String(),
			credits: Credits,
			requested_at: Time,
		}),
		{ description: "Newest first." },
	),
});
