import Type from "typebox";
import { RefusalList } from "./calls.ts";
import { Credits, Time } from "./common.ts";

/** What all keys of an account came to in 30 UTC days, the running one included. */
export const Overview = Type.Object({
	credit_balance: Type.Number({ description: "Of the active keys together, in credits." }),
	series: Type.Array(
		Type.Object({
			period: Type.String({ description: "`2027-05-15`." }),
			requests: Type.Integer(),
			credits_spent: Credits,
		}),
		{ description: "Oldest first, one entry for every day." },
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
