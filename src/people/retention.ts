import { expiringRows } from "../platform/retention.ts";
import "./members/tables.ts";
import "./tables.ts";

/** Sessions and one-time links live until they expire, sign-in attempts until none has followed for a day. Events are kept. */
export const portalExpiry = [
	expiringRows("account_session", "expires_at", "session_hash"),
	expiringRows("password_reset", "expires_at", "token_hash"),
	expiringRows("sign_up_link", "expires_at", "token_hash"),
	expiringRows("email_link", "expires_at", "token_hash"),
	expiringRows("account_invitation", "expires_at", "token_hash"),
	expiringRows("portal_attempt", "started_at", "bucket"),
];
