import { sql } from "kysely";
import type { Migration } from "../platform/db/migrate.ts";

/** Deliveries whose addresses are still kept, by time, so that old addresses can be blanked. */
export const deliveryAddresses: Migration = {
	name: "0006-delivery-addresses",
	async up(tx) {
		await sql`create index delivery_with_address on delivery (at) where address <> ''`.execute(tx);
	},
};
