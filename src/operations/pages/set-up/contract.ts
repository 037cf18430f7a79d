import Type, { type Static } from "typebox";
import { GivenPrice } from "../../../billing/pages/prices/contract.ts";
import { actions, isRetired } from "../../../billing/prices/actions.ts";
import { Credits, Email, type FeatureRoutes, NewPassword, orNull, tagged } from "../../../pages/contract.ts";
import { SignedIn } from "../../../people/pages/accounts/contract.ts";
import { rightsTexts } from "../../../pictures/pages/rights/contract.ts";
import { watermarkLook } from "../../../pictures/pages/watermark/contract.ts";
import { DATA_MINING } from "../../../pictures/rights/texts.ts";
import { storefrontTexts } from "../../../storefront/pages/contract.ts";

const closed = { additionalProperties: false };
const priced = actions.filter((action) => !isRetired(action));

/** What the first page and `packshot setup --from` set: all but the administrator may be left out and done later. */
export const SetupDocument = Type.Object(
	{
		administrator: Type.Object(
			{
				email: Email,
				password: Type.Optional(NewPassword),
				name: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
			},
			closed,
		),
		credit: Type.Optional(
			Type.Object(
				{
					price: Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 }),
					currency: Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217." }),
				},
				closed,
			),
		),
		prices: Type.Optional(
			Type.Partial(Type.Object(Object.fromEntries(priced.map((action) => [action, GivenPrice]))), closed),
		),
		watermark: Type.Optional(
			Type.Object({ ...watermarkLook, text: Type.String({ minLength: 1, maxLength: 60 }) }, closed),
		),
		rights: Type.Optional(Type.Partial(Type.Object(rightsTexts), closed)),
		storefront: Type.Optional(
			Type.Partial(Type.Object({ name: storefrontTexts.name, contact: storefrontTexts.contact }), closed),
		),
		sign_up_open: Type.Optional(Type.Boolean()),
	},
	closed,
);
export type SetupDocument = Static<typeof SetupDocument>;

const Token = Type.String({ maxLength: 100, description: "The part after `#` in the printed link." });

/** Points of the check-list, in its order. */
export const CHECKS = [
	"address",
	"mail",
	"credit",
	"prices",
	"watermark",
	"rights",
	"storefront",
	"backups",
	"two_factor",
	"second_administrator",
	"catalogue",
] as const;
export type Check = (typeof CHECKS)[number];

const Checklist = Type.Object({
	data: Type.Array(
		Type.Object({
			check: Type.Enum([...CHECKS]),
			state: Type.Enum(["open", "done", "dismissed"]),
			found: orNull(Type.String(), "How it stands, where there is something to say."),
		}),
	),
});
export type Checklist = Static<typeof Checklist>;

/** The first administrator, and what is left to do after that. */
export const setupRoutes = tagged("First run", ["administrator"], {
	"POST /setup/link": {
		summary: "Whether the link of an installation without administrator works, and what it begins with",
		access: "public",
		body: Type.Object({ token: Token }),
		answer: Type.Object({
			prices: Type.Array(Type.Object({ action: Type.String(), description: Type.String(), price: Credits })),
			prices_are_fixed: Type.Boolean({
				description: "Somebody was charged: prices are announced from now on.",
			}),
			data_mining: Type.Array(Type.Enum([...DATA_MINING])),
		}),
		errors: ["link_invalid", "sign_in_rate_limit"],
	},
	"POST /setup": {
		summary: "Open the first administrator's account with the link, sign in, and set what is given",
		description: "All of it or nothing. The link works once, and no longer once there is an administrator.",
		access: "public",
		status: 201,
		body: Type.Object({ token: Token, setup: SetupDocument }),
		answer: SignedIn,
		errors: [
			"bad_request",
			"password_too_weak",
			"link_invalid",
			"email_taken",
			"notice_too_short",
			"watermark_refused",
			"sign_in_rate_limit",
		],
	},
	"GET /admin/checklist": {
		summary: "What is left to do before going live, as far as the service can see",
		answer: Checklist,
	},
	"PUT /admin/checklist/{check}": {
		summary: "Dismiss a point, or bring it back",
		path: Type.Object({
			check: Type.String({ description: "A point of the check-list.", examples: ["storefront"] }),
		}),
		body: Type.Object({ is_dismissed: Type.Boolean() }),
		answer: Checklist,
	},
	"POST /admin/test-mail": {
		summary: "Hand the mail server a message for one's own address",
		answer: Type.Object({
			is_accepted: Type.Boolean({ description: "By the mail server; whether it arrives, its reader knows." }),
			reason: orNull(Type.String({ description: "The error codes." })),
		}),
		errors: ["mail_off"],
	},
} as const satisfies FeatureRoutes);
