import Type, { type Static } from "typebox";
import { actions } from "../../billing/actions.ts";
import { Credits, GivenCredits, Time } from "./common.ts";
import type { PortalRoute } from "./portal-route.ts";

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
			in_force_since: Type.Union([Time, Type.Null()], { description: "Null while the default holds." }),
		}),
		{ description: "What holds today." },
	),
	upcoming: Type.Array(PriceChange, { description: "Announced, the next one first." }),
	history: Type.Array(PriceChange, { description: "What came into force, newest first." }),
	notice_days: Type.Integer({ description: "A price is announced at least so long before." }),
});

const GivenAction = Type.Object({ action: Action });
const Announcement = Type.Object({
	action: Action,
	price: GivenCredits,
	effective_from: Type.Optional(
		Type.String({
			format: "date",
			description: "The UTC day from which it holds; as early as may be unless given.",
		}),
	),
});

const Cost = { credits: Credits, would_be: Credits, difference: Type.Number() };
const Impact = Type.Object({
	from: Time,
	to: Time,
	...Cost,
	is_estimate: Type.Boolean({
		description:
			"While the price was 0 how much was taken is not recorded: a request counts as one. A day in which the price changed counts at the price before.",
	}),
	is_complete: Type.Boolean({ description: "False while days that ended are being added up: ask again." }),
	clients: Type.Array(Type.Object({ client_id: Type.String(), client_name: Type.String(), ...Cost }), {
		description: "Those for whom it would have made the largest difference.",
	}),
	client_count: Type.Integer({ description: "How many paid for it." }),
});
export type Impact = Static<typeof Impact>;

/** What calls cost. */
export const priceRoutes = {
	"GET /admin/prices": {
		tag: "Prices",
		summary: "Prices of today, those announced, and what there was",
		access: ["administrator", "accountant"],
		answer: Prices,
		errors: [],
	},
	"POST /admin/prices": {
		tag: "Prices",
		summary: "Announce a price",
		access: ["administrator", "accountant"],
		body: Announcement,
		answer: Prices,
		errors: ["notice_too_short"],
	},
	"POST /admin/prices/withdraw": {
		tag: "Prices",
		summary: "Take an announced price back before it is in force",
		access: ["administrator", "accountant"],
		body: Type.Object({ action: Action, effective_from: Time }),
		answer: Prices,
		errors: ["price_not_announced"],
	},
	"GET /admin/prices/impact": {
		tag: "Prices",
		summary: "What the 30 days before today would have cost at another price, by client",
		access: ["administrator", "accountant"],
		query: Type.Object({
			...GivenAction.properties,
			price: Type.Number({ minimum: 0, maximum: 1_000_000_000 }),
		}),
		answer: Impact,
		errors: [],
	},
} as const satisfies Record<string, PortalRoute>;
