import { sql } from "kysely";
import type { Migration } from "../platform/db/migrate.ts";
import type { Tx } from "../platform/db/tx.ts";
import { table } from "./table.ts";

/** One table of sums of usage: by brand, prefix and product, by action, and of refusals by error; of each client and of all together. */
export const usageSums: Migration = {
	name: "0065-usage-sums",
	async up(tx, traits) {
		await table(tx, traits, "usage_sum", ["client_id", "grouped_by", "span", "start", "name"], {
			client_id: "text",
			grouped_by: "text",
			span: "text",
			start: "bigint",
			name: "text",
			requests: "bigint",
			units: "bigint",
			expires_at: "bigint?",
		});
		await carryOver(tx);
		await sql`create index usage_sum_of_day on usage_sum (start, name, client_id, requests, units) where grouped_by = 'action'`.execute(
			tx,
		);
		await sql`create index usage_sum_of_action on usage_sum (name, client_id, start, requests, units) where grouped_by = 'action'`.execute(
			tx,
		);
		await sql`create index usage_sum_of_error on usage_sum (start, name, client_id, requests) where grouped_by = 'error'`.execute(
			tx,
		);
		await sql`create index usage_sum_expiring on usage_sum (expires_at) where expires_at is not null`.execute(
			tx,
		);
		for (const former of ["spending", "product_spending", "refusal_day", "usage_day", "day_total"])
			await tx.schema.dropTable(former).execute();
	},
};

async function carryOver(tx: Tx): Promise<void> {
	const into = sql`insert into usage_sum (client_id, grouped_by, span, start, name, requests, units, expires_at)`;
	for (const former of [
		sql`select client_id, grouped_by, span, start, name, charges, units, null from spending`,
		sql`select client_id, 'product', 'day', day, barcode, charges, units, expires_at from product_spending`,
		sql`select client_id, 'error', 'day', day, error, requests, 0, null from refusal_day`,
		sql`select client_id, 'action', 'day', day, action, requests, units, null from usage_day`,
		sql`select '', 'action', 'day', day, '', requests, units, null from day_total`,
	])
		await sql`${into} ${former}`.execute(tx);
	const { rows } = await sql<{ day: number; refusals: string }>`select day, refusals from day_total`.execute(
		tx,
	);
	for (const { day, refusals } of rows) {
		for (const { error, requests } of JSON.parse(refusals) as { error: string; requests: number }[])
			await sql`${into} values ('', 'error', 'day', ${day}, ${error}, ${requests}, 0, null)`.execute(tx);
	}
}
