import { sql } from "kysely";
import type { Migration } from "../platform/db/migrate.ts";
import { index, table } from "./table.ts";

const KEPT_MS = 130 * 24 * 3_600_000;

/** What clients spent on each product by day. Purchases of the days for which that is kept are recorded once more, beside a running server. */
export const productSpending: Migration = {
	name: "0053-product-spending",
	async up(tx, traits) {
		await table(tx, traits, "product_spending", ["client_id", "day", "barcode"], {
			client_id: "text",
			day: "bigint",
			barcode: "text",
			charges: "bigint",
			units: "bigint",
			expires_at: "bigint",
		});
		await index(tx, "product_spending", ["expires_at"]);
		await sql`update bought_through set ledger_seq = coalesce((
			select min(first_seq) - 1 from ledger_day where ledger_day.balance_key = bought_through.balance_key
				and first_seq <= bought_through.ledger_seq and day > (select max(day) from ledger_day) - ${KEPT_MS}), ledger_seq)`.execute(
			tx,
		);
		await sql`update client_order set noted_at = null`.execute(tx);
	},
};
