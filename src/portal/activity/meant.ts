import type { Database } from "../../platform/db/database.ts";
import { contains } from "../contains.ts";

/** How many a part of a name may fit: each is looked up by itself. */
export const MOST_MEANT = 20;

/** The accounts that an id or a part of an e-mail address means: one more than may be at most. */
export async function accountsMeant(db: Database, text: string): Promise<string[]> {
	const rows = await db.scan
		.selectFrom("account")
		.select("account_id")
		.where((set) => set.or([set("account_id", "=", text), contains(set.ref("email"), text)]))
		.limit(MOST_MEANT + 1)
		.execute();
	return rows.map(({ account_id }) => account_id);
}

/** The clients that an id or a part of a name means: one more than may be at most. */
export async function clientsMeant(db: Database, text: string): Promise<string[]> {
	const rows = await db.scan
		.selectFrom("client")
		.select("client_id")
		.where((set) => set.or([set("client_id", "=", text), contains(set.ref("name"), text)]))
		.limit(MOST_MEANT + 1)
		.execute();
	return rows.map(({ client_id }) => client_id);
}
