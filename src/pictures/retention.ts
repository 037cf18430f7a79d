import { sql } from "kysely";
import { command } from "../platform/db/command.ts";
import { expiringRows, ROWS_AT_ONCE } from "../platform/retention.ts";
import "./tables.ts";

/** A used URL need not be remembered longer than it would have been valid. Deliveries are evidence and are kept. */
export const imageExpiry = [expiringRows("used_url", "expires_at", "url_id")];

/** Blanks the addresses of a limited number of old deliveries; client, picture and time are kept forever. @returns whether there may be more. */
export const blankAddresses = command<{ readonly beforeMs: number }, boolean>(
	"images.blank_addresses",
	async (tx, { beforeMs }) => {
		const { numUpdatedRows } = await tx
			.updateTable("delivery")
			.set({ address: "" })
			.where("id", "in", (rows) =>
				rows
					.selectFrom("delivery")
					.select("id")
					.where("at", "<", beforeMs)
					// A literal, otherwise the partial index is not used.
					.where(sql<boolean>`address <> ''`)
					.limit(ROWS_AT_ONCE),
			)
			.executeTakeFirst();
		return Number(numUpdatedRows) >= ROWS_AT_ONCE;
	},
);
