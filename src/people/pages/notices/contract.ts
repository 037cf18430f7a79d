import Type from "typebox";
import { Email, type FeatureRoutes, GivenPassword, tagged } from "../../../pages/contract.ts";
import { NOTICE_KINDS } from "../../notices/mail-choice.ts";

const MailChoice = Type.Object({
	is_available: Type.Boolean({
		description: "Whether mail is sent: a mail server and a base for links are set up.",
	}),
	email_verified: Type.Boolean({ description: "Mail goes only to verified addresses." }),
	low_balance: Type.Boolean({
		description:
			"A mail each time a balance falls below a mark, and when 50, 80 and 100 % of a cap are spent.",
	}),
	kosher_alerts: Type.Boolean({ description: "A mail about kosher alerts on what the account holds." }),
	digest: Type.Boolean({ description: "A daily mail about the previous day." }),
	proposals: Type.Boolean({ description: "A mail about decisions on what the account proposed." }),
	digest_hour: Type.Integer({ description: "Hour of the day, UTC, after which the digest is mailed." }),
});

const Unsubscription = Type.Object({
	kind: Type.Enum([...NOTICE_KINDS]),
	is_on: Type.Boolean({ description: "Whether mail of this kind is sent." }),
});
const UnsubscribePath = Type.Object({
	token: Type.String({ description: "The last part of the link in the mail." }),
});

/** The address of an account, and which mail it gets. */
export const noticeRoutes = tagged("Account", "person", {
	"POST /email": {
		summary: "Mail a link to a new address, which replaces the account's address once it is confirmed",
		body: Type.Object({ email: Email, password: GivenPassword }),
		errors: ["mail_off", "sign_in_failed", "sign_in_rate_limit", "sign_up_closed"],
	},
	"POST /email/verification": {
		summary: "Mail a verification link to the account's address",
		errors: ["mail_off", "email_verified", "sign_in_rate_limit", "sign_up_closed"],
	},
	"POST /email/confirm": {
		summary: "Verify an address with the mailed link, signed in to the account that it belongs to",
		access: "person",
		body: Type.Object({
			token: Type.String({
				maxLength: 100,
				description: "The part after `#` in the mailed link.",
			}),
		}),
		errors: ["link_invalid", "link_of_another_account", "sign_in_rate_limit"],
	},
	"GET /mail-choice": {
		summary: "Which mail the account receives",
		answer: MailChoice,
	},
	"PATCH /mail-choice": {
		summary: "Turn mail on or off",
		body: Type.Object({
			low_balance: Type.Optional(Type.Boolean()),
			kosher_alerts: Type.Optional(Type.Boolean()),
			digest: Type.Optional(Type.Boolean()),
			proposals: Type.Optional(Type.Boolean()),
		}),
		answer: MailChoice,
		errors: ["email_not_verified"],
	},
	"GET /unsubscribe/{token}": {
		summary: "What the link in a mail turns off",
		access: "public",
		path: UnsubscribePath,
		answer: Unsubscription,
		errors: ["link_invalid"],
	},
	"POST /unsubscribe/{token}": {
		summary: "Turn off the mail that the link in a mail is for",
		access: "public",
		path: UnsubscribePath,
		answer: Unsubscription,
		errors: ["link_invalid"],
	},
} as const satisfies FeatureRoutes);
