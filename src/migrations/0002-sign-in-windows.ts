import { sql } from "kysely";
import type { Migration } from "../platform/db/migrate.ts";

/** The windows of the authentication endpoints, for databases in which many processes count. */
export const signInWindows: Migration = {
	name: "0002-sign-in-windows",
	async up(tx, traits) {
		const bigint = traits.bigInteger;
		await tx.schema
			.createTable("sign_in_window")
			.addColumn("bucket", sql.raw<string>(traits.text), (column) => column.notNull().primaryKey())
			.addColumn("started_at", bigint, (column) => column.notNull())
			.addColumn("calls", bigint, (column) => column.notNull())
			.execute();
	},
};
