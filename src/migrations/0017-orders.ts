import type { Migration } from "../platform/db/migrate.ts";
import { index, table } from "./table.ts";

/** Purchased lists, which can be fetched again (SPEC E8). */
export const orders: Migration = {
	name: "0017-orders",
	async up(tx, traits) {
		await table(tx, traits, "client_order", ["order_id"], {
			order_id: "text",
			client_id: "text",
			created_at: "bigint",
			expires_at: "bigint",
			name: "text?",
			units: "bigint",
			size_px: "integer?",
			lines: "integer",
			lines_found: "integer",
			request_id: "text",
			content_blob: "text",
		});
		await index(tx, "client_order", ["client_id", "order_id"]);
		await index(tx, "client_order", ["expires_at"]);
		await table(tx, traits, "open_archive", ["client_id"], {
			client_id: "text",
			url_id: "text",
			expires_at: "bigint",
		});
		await index(tx, "open_archive", ["expires_at"]);
		await table(tx, traits, "quote_window", ["client_id"], {
			client_id: "text",
			expires_at: "bigint",
			quotes: "integer",
		});
		await index(tx, "quote_window", ["expires_at"]);
	},
};
