import Type, { type Static } from "typebox";
import { UNITS_PER_CREDIT } from "../../../api/credits.ts";
import { Credits, type FeatureRoutes, orNull, Time, tagged } from "../../../pages/contract.ts";
import { actions, LARGEST_PRICE_UNITS } from "../../prices/actions.ts";

const Action = Type.Enum([...actions], { description: "What can be charged for." });

const PriceChange = Type.Object({
	action: Action,
	price: Credits,
	effective_from: Time,
	announced_at: Time,
});
export type PriceChange = Static<typeof PriceChange>;

const Prices = Type.Object({
	data: Type.Array(
		Type.Object({
			action: Action,
			description: Type.String(),
			price: Credits,
			in_force_since: orNull(Time, "Null while the default applies."),
			is_retired: Type.Boolean({ description: "Not charged any more: its price cannot be set." }),
		}),
		{ description: "The price today." },
	),
	upcoming: Type.Array(PriceChange, { description: "Announced prices, the next one first." }),
	history: Type.Array(PriceChange, { description: "Prices that have been in effect, newest first." }),
	notice_days: Type.Integer({ description: "Minimum notice for a price change, in days." }),
	are_fixed: Type.Boolean({
		description: "Whether somebody was charged already: until then, prices may be set at once.",
	}),
});

/** A price to be set. */
export const GivenPrice = Type.Number({
	minimum: 0,
	maximum: LARGEST_PRICE_UNITS / UNITS_PER_CREDIT,
	description: "Credits, at most four decimals.",
	examples: [0.05],
});

const GivenAction = Type.Object({ action: Action });
const Announcement = Type.Object({
	action: Action,
	price: GivenPrice,
	effective_from: Type.Optional(
		Type.String({
			format: "date",
			description: "The UTC day from which it applies; by default as early as allowed.",
		}),
	),
	at_once: Type.Optional(
		Type.Boolean({ description: "Applies from now on, which is allowed until the first charge." }),
	),
});

const Cost = { credits: Credits, would_be: Credits, difference: Type.Number() };
const Impact = Type.Object({
	from: Time,
	to: Time,
	...Cost,
	is_estimate: Type.Boolean({
		description:
			"Quantities are not recorded while the price is 0: a request counts as one. A day on which the price changed counts at the old price.",
	}),
	is_complete: Type.Boolean({ description: "False while past days are still being added up: ask again." }),
	clients: Type.Array(Type.Object({ client_id: Type.String(), client_name: Type.String(), ...Cost }), {
		description: "The clients for whom it would have made the largest difference.",
	}),
	client_count: Type.Integer({ description: "How many paid for it." }),
});
export type Impact = Static<typeof Impact>;

/** What calls cost. */
export const priceRoutes = tagged("Prices", ["administrator", "accountant"], {
	"GET /admin/prices": {
		summary: "Current, announced and past prices",
		answer: Prices,
	},
	"POST /admin/prices": {
		summary: "Announce a price, or set it at once before the first charge",
		body: Announcement,
		answer: Prices,
		errors: ["notice_too_short", "prices_fixed"],
	},
	"POST /admin/prices/withdraw": {
		summary: "Withdraw an announced price before it takes effect",
		body: Type.Object({ action: Action, effective_from: Time }),
		answer: Prices,
		errors: ["price_not_announced"],
	},
	"GET /admin/prices/impact": {
		summary: "What the 30 days before today would have cost at another price, by client",
		query: Type.Object({
			...GivenAction.properties,
			price: GivenPrice,
		}),
		answer: Impact,
	},
} as const satisfies FeatureRoutes);
