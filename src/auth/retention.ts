import { expiringRows } from "../platform/retention.ts";
import "./tables.ts";

/** Tokens live to their expiry; failed sign-ins and counted ones until nobody has repeated them for a day. */
export const authExpiry = [
	expiringRows("revoked_token", "expires_at", "jti"),
	expiringRows("refresh_token", "expires_at", "token_hash"),
	expiringRows("sign_in_failure", "updated_at", "client_id"),
	expiringRows("sign_in_window", "started_at", "bucket"),
];
