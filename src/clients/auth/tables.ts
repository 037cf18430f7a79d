/** A refresh token: used once, to obtain the next token set. */
export interface RefreshTokenTable {
	/** The token itself is never stored. */
	token_hash: string;
	client_id: string;
	issued_at: number;
	expires_at: number;
	consumed_at: number | null;
	revoked_at: number | null;
}

/** Ids of access tokens that were revoked before they expired. */
export interface RevokedTokenTable {
	jti: string;
	client_id: string;
	revoked_at: number;
	expires_at: number;
}

/** Consecutive failed sign-ins by client id, whether or not such a client exists. */
export interface SignInFailureTable {
	client_id: string;
	failures: number;
	locked_until: number;
	updated_at: number;
}

/** Calls of an authentication endpoint in the most recent minute that had any, by window. */
export interface SignInWindowTable {
	bucket: string;
	started_at: number;
	calls: number;
}

declare module "../../platform/db/tables.ts" {
	interface Tables {
		refresh_token: RefreshTokenTable;
		revoked_token: RevokedTokenTable;
		sign_in_failure: SignInFailureTable;
		sign_in_window: SignInWindowTable;
	}
}
