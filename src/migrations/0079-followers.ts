import { sql } from "kysely";
import type { Migration } from "../platform/db/migrate.ts";

/** Finds who follows the feeds without a search of all requests; rows of other routes are not in it. */
export const followers: Migration = {
	name: "0079-followers",
	async up(tx) {
		await sql`create index audit_following on audit (at) where route = '/api/v1/changes' or route = '/api/v1/kosher-alerts'`.execute(
			tx,
		);
	},
};
