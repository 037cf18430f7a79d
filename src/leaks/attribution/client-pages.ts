import { seedBytes } from "@packshot/marking/search";
import { sql } from "kysely";
import type { Database } from "../../platform/db/database.ts";

/** Some clients in id order, aggregated by the database: a million separate rows would take seconds. */
export interface ClientPage {
	readonly clientIds: string;
	/** Their mark seeds, concatenated. */
	readonly seeds: Uint8Array;
}

/** Clients on a full page. */
export const CLIENTS_AT_ONCE = 10_000;

/** Every client that ever existed. */
export async function readClientPages(db: Database): Promise<ClientPage[]> {
	const pages: ClientPage[] = [];
	for (let after = ""; ; ) {
		const page = await readPage(db, after);
		if (!page) break;
		pages.push(page);
		after = page.clientIds.slice(page.clientIds.lastIndexOf(" ") + 1);
		if (page.seeds.length < CLIENTS_AT_ONCE * seedBytes) break;
	}
	return pages;
}

async function readPage(db: Database, after: string): Promise<ClientPage | undefined> {
	const { rows } = await sql<{ ids: string | null; seeds: string | null }>`select
		string_agg(client_id, ' ' order by client_id) as ids,
		string_agg(${sql.raw(db.traits.hexOf("mark_seed"))}, '' order by client_id) as seeds
		from (select client_id, mark_seed from client where client_id > ${after}
			order by client_id limit ${sql.lit(CLIENTS_AT_ONCE)}) as page`.execute(db.scan);
	const { ids, seeds } = rows[0] ?? {};
	return ids && seeds ? { clientIds: ids, seeds: new Uint8Array(Buffer.from(seeds, "hex")) } : undefined;
}
