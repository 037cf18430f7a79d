import Type, { type Static } from "typebox";
import {
	Credits,
	Email,
	type FeatureRoutes,
	GivenCredits,
	orNull,
	Page,
	Pagination,
	PerPage,
	ProposesAs,
	Roles,
	Time,
	tagged,
} from "../../../pages/contract.ts";
import * as events from "../activity/contract.ts";

export const AdminAccount = Type.Object({
	account_id: Type.String(),
	email: Email,
	name: orNull(Type.String(), "What the account is called; null if it has no name."),
	members: Type.Integer({ description: "How many people were invited and belong to it." }),
	is_administrator: Type.Boolean(),
	roles: Roles,
	is_disabled: Type.Boolean(),
	must_change_password: Type.Boolean(),
	totp_enabled: Type.Boolean(),
	is_linked: Type.Boolean({ description: "Whether somebody signs in to it by single sign-on." }),
	created_at: Time,
	last_seen_at: orNull(Time),
	active_keys: Type.Integer(),
	keys_allowed: orNull(
		Type.Integer(),
		"Maximum number of active keys of this account; null for the general limit.",
	),
	proposes_as: ProposesAs,
});
export type AdminAccount = Static<typeof AdminAccount>;
export const AccountPath = Type.Object({ account_id: Type.String() });
/** Maximum length of the ownership under which an account proposes. */
export const LONGEST_OWNERSHIP = 100;

export const ResetLink = Type.Object({
	link: Type.String({ description: "Works once. Hand it to the person over a channel you trust." }),
	expires_at: Time,
	was_mailed: Type.Boolean({ description: "Sent to the account's address as well, where mail is set up." }),
});

export const PortalSettings = Type.Object({
	sign_up_open: Type.Boolean(),
	keys_per_account: Type.Integer({ minimum: 0, maximum: 1000 }),
	two_approvals_above: orNull(
		Credits,
		"Top-ups of more credits than this need two people; null if one always suffices.",
	),
	two_for_alerts: Type.Boolean({ description: "Whether a kosher alert needs a second administrator." }),
	credit_price: orNull(
		Type.Number({ exclusiveMinimum: 0, maximum: 1_000_000 }),
		"What a credit costs, as account holders are told; null if they are not told.",
	),
	currency: orNull(Type.String({ pattern: "^[A-Z]{3}$" }), "Of that price: an ISO 4217 code."),
	payment_note: orNull(
		Type.String({ minLength: 1, maxLength: 500 }),
		"How top-ups are paid for; shown where account holders ask for credits.",
	),
});
export type PortalSettings = Static<typeof PortalSettings>;

/** Accounts, settings and the log of events. */
export const administrationRoutes = tagged("Administration", ["administrator"], {
	"GET /admin/accounts": {
		summary: "All accounts",
		query: Type.Object({
			search: Type.Optional(
				Type.String({ maxLength: 254, description: "Part of the e-mail address or the name." }),
			),
			page: Page,
			per_page: PerPage,
		}),
		answer: Type.Object({
			data: Type.Array(AdminAccount, { description: "Sorted by e-mail address." }),
			pagination: Pagination,
		}),
	},
	"POST /admin/accounts": {
		summary: "Open an account for somebody, who chooses a password with a link that works once",
		status: 201,
		body: Type.Object({ email: Email }),
		answer: Type.Object({ account: AdminAccount, ...ResetLink.properties }),
		errors: ["email_taken"],
	},
	"PATCH /admin/accounts/{account_id}": {
		summary: "How many active keys an account may have",
		path: AccountPath,
		body: Type.Object({
			keys_allowed: orNull(Type.Integer({ minimum: 0, maximum: 1000 })),
		}),
		answer: AdminAccount,
	},
	"PUT /admin/accounts/{account_id}/roles": {
		summary: "Change the roles of an account; it stays signed in, and the roles apply from its next request",
		path: AccountPath,
		body: Type.Object({ roles: Roles }),
		answer: AdminAccount,
		errors: ["last_administrator"],
	},
	"PUT /admin/accounts/{account_id}/proposes-as": {
		summary: "Allow an account to propose pictures and metadata under an ownership, or stop allowing it",
		path: AccountPath,
		body: Type.Object({
			proposes_as: Type.Union([Type.String({ minLength: 1, maxLength: LONGEST_OWNERSHIP }), Type.Null()], {
				description: "Null: it may no longer propose. Earlier proposals keep waiting.",
				examples: ["Golden Sheaf Bakery"],
			}),
		}),
		answer: AdminAccount,
	},
	"POST /admin/accounts/{account_id}/password-reset": {
		summary: "A one-time link to set a new password",
		status: 201,
		path: AccountPath,
		answer: ResetLink,
	},
	"POST /admin/accounts/{account_id}/disable": {
		summary: "Disable an account and sign it out everywhere; its keys keep working",
		path: AccountPath,
		answer: AdminAccount,
		errors: ["own_account", "last_administrator"],
	},
	"POST /admin/accounts/{account_id}/enable": {
		summary: "Enable an account again",
		path: AccountPath,
		answer: AdminAccount,
	},
	"DELETE /admin/accounts/{account_id}/totp": {
		summary: "Turn off the two-factor sign-in of someone who lost the authenticator",
		path: AccountPath,
		answer: AdminAccount,
		errors: ["own_account"],
	},
	"DELETE /admin/accounts/{account_id}/identities": {
		summary:
			"Unlink an account from single sign-on and sign it out; whoever has its address next is linked anew",
		path: AccountPath,
		answer: AdminAccount,
		errors: ["own_account"],
	},
	"GET /admin/settings": {
		summary: "Settings of the portal",
		answer: PortalSettings,
	},
	"PATCH /admin/settings": {
		summary: "Change settings of the portal",
		body: Type.Partial(
			Type.Object({
				...PortalSettings.properties,
				two_approvals_above: orNull(GivenCredits),
			}),
		),
		answer: PortalSettings,
	},
	"GET /admin/events": {
		summary: "Who did what",
		query: events.EventQuery,
		answer: events.EventList,
	},
	"GET /admin/events.csv": {
		summary: "The same as a CSV table for spreadsheets, newest first",
		query: events.EventFilter,
		media: ["text/csv"],
		answerText: "The table.",
	},
} as const satisfies FeatureRoutes);
