import Type, { type Static } from "typebox";
import {
	Credits,
	Email,
	GivenCredits,
	Page,
	Pagination,
	PerPage,
	ProposesAs,
	Roles,
	Time,
} from "./common.ts";
import { AdminTopUp, TOP_UP_STATES } from "./top-ups.ts";

export const AdminTopUpQuery = Type.Object({
	state: Type.Optional(Type.Enum([...TOP_UP_STATES])),
	page: Page,
	per_page: PerPage,
});
export const AdminTopUpList = Type.Object({
	data: Type.Array(AdminTopUp, { description: "Newest first." }),
	pagination: Pagination,
});

export const AdminAccountQuery = Type.Object({
	search: Type.Optional(Type.String({ maxLength: 254, description: "Part of the e-mail address." })),
	page: Page,
	per_page: PerPage,
});
export const AdminAccount = Type.Object({
	account_id: Type.String(),
	email: Email,
	is_administrator: Type.Boolean(),
	roles: Roles,
	is_disabled: Type.Boolean(),
	must_change_password: Type.Boolean(),
	totp_enabled: Type.Boolean(),
	is_linked: Type.Boolean({ description: "Whether somebody signs in to it by single sign-on." }),
	created_at: Time,
	last_seen_at: Type.Union([Time, Type.Null()]),
	active_keys: Type.Integer(),
	keys_allowed: Type.Union([Type.Integer(), Type.Null()], {
		description: "Maximum number of active keys of this account; null for the general limit.",
	}),
	proposes_as: ProposesAs,
});
export type AdminAccount = Static<typeof AdminAccount>;
export const AdminAccountList = Type.Object({
	data: Type.Array(AdminAccount, { description: "Sorted by e-mail address." }),
	pagination: Pagination,
});
export const AccountPath = Type.Object({ account_id: Type.String() });
export const AccountChange = Type.Object({
	keys_allowed: Type.Union([Type.Integer({ minimum: 0, maximum: 1000 }), Type.Null()]),
});
/** Maximum length of the ownership under which an account proposes. */
export const LONGEST_OWNERSHIP = 100;

export const AccountProposals = Type.Object({
	proposes_as: Type.Union([Type.String({ minLength: 1, maxLength: LONGEST_OWNERSHIP }), Type.Null()], {
		description: "Null: it may no longer propose. Earlier proposals keep waiting.",
		examples: ["Golden Sheaf Bakery"],
	}),
});
export const AccountRoles = Type.Object({ roles: Roles });
export const ResetLink = Type.Object({
	link: Type.String({ description: "Works once. Hand it to the person over a channel you trust." }),
	expires_at: Time,
	was_mailed: Type.Boolean({ description: "Sent to the account's address as well, where mail is set up." }),
});

export const PortalSettings = Type.Object({
	sign_up_open: Type.Boolean(),
	keys_per_account: Type.Integer({ minimum: 0, maximum: 1000 }),
	two_approvals_above: Type.Union([Credits, Type.Null()], {
		description: "Top-ups of more credits than this need two people; null if one always suffices.",
	}),
});
export type PortalSettings = Static<typeof PortalSettings>;
export const PortalSettingsChange = Type.Partial(
	Type.Object({
		...PortalSettings.properties,
		two_approvals_above: Type.Union([GivenCredits, Type.Null()]),
	}),
);
