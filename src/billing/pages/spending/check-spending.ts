import type { Database } from "../../../platform/db/database.ts";
import { checkSum } from "../../ledger/check-sum.ts";
import { spendingSum } from "./count-spending.ts";

/** Compares spending by brand and by prefix, by day and by month, with the charges. */
export async function checkSpending(db: Database) {
	const clients = (await spendingSum.owners?.(db)) ?? [];
	const faults = (await checkSum(db, spendingSum)).map(({ owner: clientId, problem }) => ({
		clientId,
		problem,
	}));
	return { clients: clients.length, faults };
}
