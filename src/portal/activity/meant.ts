import type { Database } from "../../platform/db/database.ts";
import { contains } from "../contains.ts";

/** Maximum number of matches for part of a name: each one is looked up separately. */
export const MOST_NAMED = 20;

/** The accounts that match an id or part of an e-mail address: at most one more than the maximum. */
export async function accountsNamed(db: Database, text: string): Promise<string[]> {
	const rows = await db.scan
		.selectFrom("account")
		.select("account_id")
		.where((set) => set.or([set("account_id", "=", text), contains(set.ref("email"), text)]))
		.limit(MOST_NAMED + 1)
		.execute();
	return rows.map(({ account_id }) => account_id);
}

/** The clients that match an id or part of a name: at most one more than the maximum. */
export async function clientsNamed(db: Database, text: string): Promise<string[]> {
	const rows = await db.scan
		.selectFrom("client")
		.select("client_id")
		.where((set) => set.or([set("client_id", "=", text), contains(set.ref("name"), text)]))
		.limit(MOST_NAMED + 1)
		.execute();
	return rows.map(({ client_id }) => client_id);
}
