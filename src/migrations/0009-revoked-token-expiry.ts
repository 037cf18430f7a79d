import type { Migration } from "../platform/db/migrate.ts";
import { index } from "./table.ts";

/** What expired is found by its time in every table: each sweep read the whole of this one. */
export const revokedTokenExpiry: Migration = {
	name: "0009-revoked-token-expiry",
	up: (tx) => index(tx, "revoked_token", ["expires_at"]),
};
