import { sql } from "kysely";
import type { Migration } from "../platform/db/migrate.ts";
import { addedColumns, index, table } from "./table.ts";

/**
 * Baskets and saved lists of accounts, and what keys have bought: per active order, and ever. Existing orders are recorded when they are next looked
 * at.
 */
export const baskets: Migration = {
	name: "0021-baskets",
	async up(tx, traits) {
		await table(tx, traits, "basket_item", ["account_id", "barcode"], {
			account_id: "text",
			barcode: "text",
			place: "bigint",
			include: "text?",
			variants: "text?",
		});
		await table(tx, traits, "product_list", ["list_id"], {
			list_id: "text",
			account_id: "text",
			name: "text",
			barcodes: "text",
			barcode_count: "integer",
			created_at: "bigint",
			changed_at: "bigint",
		});
		await index(tx, "product_list", ["account_id"]);
		await addedColumns(tx, traits, "client_order", { noted_at: "bigint?" });
		await sql`create index client_order_to_note on client_order (client_id) where noted_at is null`.execute(
			tx,
		);
		await table(tx, traits, "order_line", ["client_id", "barcode", "order_id"], {
			client_id: "text",
			barcode: "text",
			order_id: "text",
			scopes: "integer",
			variants: "integer",
			expires_at: "bigint",
		});
		await index(tx, "order_line", ["expires_at"]);
		await table(tx, traits, "bought_product", ["client_id", "barcode"], {
			client_id: "text",
			barcode: "text",
			search_text: "text",
			scopes: "integer",
			variants: "integer",
			first_at: "bigint",
			last_at: "bigint",
		});
		await index(tx, "bought_product", ["client_id", "last_at", "barcode"]);
		await table(tx, traits, "bought_through", ["client_id"], { client_id: "text", ledger_seq: "bigint" });
	},
};
