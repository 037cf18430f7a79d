import type { Migration } from "../platform/db/migrate.ts";
import { index } from "./table.ts";

/** Indexes revoked tokens by expiry, as in every other table: each sweep used to read the whole table. */
export const revokedTokenExpiry: Migration = {
	name: "0009-revoked-token-expiry",
	up: (tx) => index(tx, "revoked_token", ["expires_at"]),
};
