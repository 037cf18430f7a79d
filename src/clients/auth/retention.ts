import { expiringRows } from "../../platform/retention.ts";
import "./tables.ts";

/** Tokens are kept until they expire; failed sign-ins and sign-in counts until there has been none for a day. */
export const authExpiry = [
	expiringRows("revoked_token", "expires_at", "jti"),
	expiringRows("refresh_token", "expires_at", "token_hash"),
	expiringRows("sign_in_failure", "updated_at", "client_id"),
	expiringRows("sign_in_window", "started_at", "bucket"),
];
