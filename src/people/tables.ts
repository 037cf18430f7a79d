/** An account, and the person who opened it and signs in with it. */
export interface AccountTable {
	account_id: string;
	/** What it is called in the pages and in mail; null for the address. */
	name: string | null;
	/** In lower case; unique. */
	email: string;
	/** argon2id, in the PHC string format. */
	password_hash: string;
	/** Expiry of a one-time password, which has to be changed at the first sign-in. */
	password_expires_at: number | null;
	/** JSON array of roles (contract/roles.ts). */
	roles: string | null;
	disabled_at: number | null;
	created_at: number;
	/** Sealed (platform/sealed.ts); in force once confirmed. */
	totp_secret: string | null;
	totp_confirmed_at: number | null;
	/** The newest time step whose code was used; its code and older ones are refused. */
	totp_last_step: number;
	/** Maximum number of active keys; null for the default. */
	keys_allowed: number | null;
	/** When the holder of the address opened a link mailed to it; null if nobody has. */
	email_verified_at: number | null;
	/** When that shut out whoever had created the account and might have been somebody else; null if nobody was. */
	others_until: number | null;
	low_balance_mail_off_at: number | null;
	digest_on_at: number | null;
	/** Start of the newest UTC day whose digest was sent, or had nothing to report. */
	digest_day: number | null;
	/** The ownership under which the account may propose pictures and metadata; null if it may not. */
	proposes_as: string | null;
	proposal_mail_off_at: number | null;
	alert_mail_off_at: number | null;
	/** JSON: to whom statements and invoices are written (accounts/billing.ts). */
	billing: string | null;
}

/** A browser in which an account is signed in. */
export interface AccountSessionTable {
	/** The token itself is only in the cookie. */
	session_hash: string;
	/** Identifies the session in lists. */
	session_id: string;
	account_id: string;
	created_at: number;
	last_seen_at: number;
	expires_at: number;
	address: string;
	user_agent: string;
	/** The account that the person acts for, if it is not their own. */
	acts_for: string | null;
}

/** A single-use code that replaces the second factor of an account. */
export interface RecoveryCodeTable {
	account_id: string;
	code_hash: string;
	used_at: number | null;
}

/** A link to set a new password. */
export interface PasswordResetTable {
	token_hash: string;
	account_id: string;
	/** The address whose mailbox the link proves; null if it was handed out. */
	mailed_to: string | null;
	created_at: number;
	expires_at: number;
	used_at: number | null;
}

/** A sign-up waiting for its mailed link to be opened. A taken address has rows as well, whose tokens nobody knows. */
export interface SignUpLinkTable {
	token_hash: string;
	email: string;
	created_at: number;
	expires_at: number;
	used_at: number | null;
}

/** A mailed link that verifies an address for an account: its current one, or one that is to replace it. */
export interface EmailLinkTable {
	token_hash: string;
	account_id: string;
	email: string;
	created_at: number;
	expires_at: number;
	used_at: number | null;
}

/** Sign-in attempts that failed or are in progress, by e-mail address and by network address. */
export interface PortalAttemptTable {
	bucket: string;
	started_at: number;
	attempts: number;
}

/** A setting of the portal that administrators change in the pages. */
export interface PortalSettingTable {
	name: string;
	value: string;
}

/** A person as identified by a sign-in provider. */
export interface AccountIdentityTable {
	issuer: string;
	/** The provider's id for the person, which is never reused. */
	subject: string;
	account_id: string;
	linked_at: number;
}

declare module "../platform/db/tables.ts" {
	interface Tables {
		account: AccountTable;
		account_session: AccountSessionTable;
		account_identity: AccountIdentityTable;
		recovery_code: RecoveryCodeTable;
		password_reset: PasswordResetTable;
		sign_up_link: SignUpLinkTable;
		email_link: EmailLinkTable;
		portal_attempt: PortalAttemptTable;
		portal_setting: PortalSettingTable;
	}
}
