/** Somebody who belongs to an account besides the person who opened it, who always does. */
export interface AccountMemberTable {
	account_id: string;
	/** The member's own account, with which they sign in. */
	person_id: string;
	/** One of `MEMBER_ROLES`. */
	role: string;
	joined_at: number;
	/** 1 for a membership that lasts as long as the person's groups at the provider of sign-ins say so; null for one by invitation. */
	by_group: number | null;
}

/** A link that works once, with which somebody joins an account. */
export interface AccountInvitationTable {
	token_hash: string;
	invitation_id: string;
	account_id: string;
	/** Null for a link that is handed to anybody. */
	email: string | null;
	role: string;
	created_at: number;
	expires_at: number;
	/** When it was used or withdrawn. */
	used_at: number | null;
}

declare module "../../platform/db/tables.ts" {
	interface Tables {
		account_member: AccountMemberTable;
		account_invitation: AccountInvitationTable;
	}
}
