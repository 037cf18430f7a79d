import type { Database } from "../../platform/db/database.ts";
import "./tables.ts";

export interface SpendingCheck {
	readonly clients: number;
	readonly faults: readonly { readonly clientId: string; readonly problem: string }[];
}

/** Checks that the sums by brand and by prefix, by day and by month, each match the charges that they were made from. */
export async function checkSpending(db: Pick<Database, "scan">): Promise<SpendingCheck> {
	const counted = await db.scan.selectFrom("spending_progress").selectAll().orderBy("client_id").execute();
	const faults: { clientId: string; problem: string }[] = [];
	for (const { client_id: clientId, ledger_seq } of counted) {
		const problem = await problemOf(db, clientId, ledger_seq);
		if (problem !== undefined) faults.push({ clientId, problem });
	}
	return { clients: counted.length, faults };
}

async function problemOf(
	db: Pick<Database, "scan">,
	clientId: string,
	upTo: number,
): Promise<string | undefined> {
	const sums = await db.scan
		.selectFrom("spending")
		.select(["grouped_by", "span", ({ fn }) => fn.sum<number>("units").as("units")])
		.where("client_id", "=", clientId)
		.groupBy(["grouped_by", "span"])
		.execute();
	// The sums are read first: they may grow in the meantime, whereas the ledger rows up to the recorded one do not change.
	const now = await db.scan
		.selectFrom("spending_progress")
		.select("ledger_seq")
		.where("client_id", "=", clientId)
		.executeTakeFirst();
	if (now?.ledger_seq !== upTo) return undefined;
	const { units } = await db.scan
		.selectFrom("ledger")
		.select(({ fn }) => fn.sum<number | null>("units").as("units"))
		.where("client_id", "=", clientId)
		.where("kind", "=", "charge")
		.where("seq", "<=", upTo)
		.executeTakeFirstOrThrow();
	const charged = -Number(units ?? 0);
	for (const span of ["day", "month"]) {
		for (const grouping of ["brand", "prefix"]) {
			const found = sums
				.filter((sum) => sum.span === span && [grouping, "none"].includes(sum.grouped_by))
				.reduce((total, sum) => total + Number(sum.units), 0);
			if (found !== charged) {
				return `spending by ${grouping} and ${span} adds up to ${found} units, but the ledger to ${charged}`;
			}
		}
	}
	return undefined;
}
