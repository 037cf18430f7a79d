import Type, { type Static } from "typebox";
import {
	Email,
	type FeatureRoutes,
	MemberRole,
	NewPassword,
	orNull,
	Time,
	tagged,
} from "../../../pages/contract.ts";
import { SignedIn } from "../accounts/contract.ts";

const AccountName = Type.String({ minLength: 1, maxLength: 100 });

const billing = {
	name: Type.String({ minLength: 1, maxLength: 200 }),
	address: Type.String({ minLength: 1, maxLength: 400, description: "Lines, without the country." }),
	country: Type.String({ pattern: "^[A-Z]{2}$", description: "ISO 3166, two letters." }),
};
export const Billing = Type.Object({
	...billing,
	vat_id: orNull(Type.String({ minLength: 1, maxLength: 30 })),
});
export type Billing = Static<typeof Billing>;

export const Member = Type.Object({
	person_id: Type.String(),
	email: Email,
	role: MemberRole,
	is_founder: Type.Boolean({ description: "Whether they opened the account: then they stay an owner." }),
	joined_at: Time,
});
export type Member = Static<typeof Member>;

export const Invitation = Type.Object({
	invitation_id: Type.String(),
	email: orNull(Email, "Whom it is for; null if a link was made for anybody."),
	role: MemberRole,
	created_at: Time,
	expires_at: Time,
});
export type Invitation = Static<typeof Invitation>;

export const MemberList = Type.Object({
	name: orNull(AccountName, "Name of the account; null if it has none yet."),
	billing: orNull(Billing, "To whom statements and invoices are written; null if nobody has said."),
	data: Type.Array(Member, { description: "In the order in which they joined." }),
	invitations: Type.Array(Invitation, { description: "Those that still work, newest first; for owners." }),
});

const InvitationToken = Type.String({
	maxLength: 100,
	description: "The part after `#` in the link `/invitation#TOKEN`.",
});

const PersonPath = Type.Object({ person_id: Type.String() });

/** Members of an account, invitations, and the account that a person acts for. */
export const memberRoutes = tagged("Members", "owner", {
	"GET /members": {
		summary: "Who belongs to the account",
		access: "member",
		answer: MemberList,
	},
	"PUT /members/name": {
		summary: "Name the account",
		body: Type.Object({ name: AccountName }),
		answer: MemberList,
	},
	"PUT /members/billing": {
		summary: "To whom statements and invoices of the account are written",
		body: Type.Object({ billing: orNull(Billing) }),
		answer: MemberList,
	},
	"POST /members/invitations": {
		summary: "Invite somebody: makes a link that works once, and mails it where mail is set up",
		status: 201,
		body: Type.Object({
			email: Type.Optional(Email),
			role: MemberRole,
		}),
		answer: Type.Object({
			invitation: Invitation,
			link: Type.String({ description: "Works once, for 7 days. Shown only here." }),
			was_mailed: Type.Boolean(),
		}),
		errors: ["member_limit_reached", "already_member", "sign_in_rate_limit"],
	},
	"DELETE /members/invitations/{invitation_id}": {
		summary: "Withdraw an invitation",
		path: Type.Object({ invitation_id: Type.String() }),
	},
	"PUT /members/{person_id}/role": {
		summary: "Give a member another role",
		path: PersonPath,
		body: Type.Object({ role: MemberRole }),
		answer: MemberList,
		errors: ["founder_stays"],
	},
	"DELETE /members/{person_id}": {
		summary: "Remove a member, who is signed out at once; keys stay",
		path: PersonPath,
		errors: ["founder_stays"],
	},
	"POST /members/leave": {
		summary: "Leave the account that is acted for",
		access: "member",
		errors: ["founder_stays"],
	},
	"PUT /session/account": {
		summary: "Act for another account that the person belongs to",
		access: "person",
		body: Type.Object({ account_id: Type.String() }),
		errors: ["not_found"],
	},
	"POST /invitation": {
		summary: "What an invitation is for",
		access: "public",
		body: Type.Object({ token: InvitationToken }),
		answer: Type.Object({
			account_name: Type.String(),
			email: orNull(Email),
			role: MemberRole,
			expires_at: Time,
		}),
		errors: ["link_invalid", "sign_in_rate_limit"],
	},
	"POST /invitation/accept": {
		summary: "Join the account as the person who is signed in, and act for it",
		access: "person",
		body: Type.Object({ token: InvitationToken }),
		errors: ["link_invalid", "already_member", "sign_in_rate_limit"],
	},
	"POST /invitation/sign-up": {
		summary: "Join the account as somebody new, and sign in",
		description: "Also where nobody may open an account by themselves: an owner invited the person.",
		access: "public",
		status: 201,
		body: Type.Object({ token: InvitationToken, email: Email, password: NewPassword }),
		answer: SignedIn,
		errors: ["link_invalid", "email_taken", "password_too_weak", "sign_in_rate_limit", "local_sign_in_off"],
	},
} as const satisfies FeatureRoutes);
