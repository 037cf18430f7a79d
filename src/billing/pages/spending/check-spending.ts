import { sql } from "kysely";
import type { Database } from "../../../platform/db/database.ts";
import { CLIENT_OF_ROW } from "../../ledger/ledger.ts";
import { spendingSum } from "./count-spending.ts";

export interface SpendingCheck {
	readonly clients: number;
	readonly faults: readonly { readonly clientId: string; readonly problem: string }[];
}

type Scan = Database["scan"];

/** Checks that the sums by brand and by prefix, by day and by month, each match the charges that they were made from. */
export async function checkSpending({ scan }: Pick<Database, "scan">): Promise<SpendingCheck> {
	const counted = await countedRows(scan);
	const sums = await storedSums(scan);
	// The sums may grow in the meantime, whereas the ledger rows up to a recorded one do not change.
	const now = await countedRows(scan);
	const charged = new Map<string, number>();
	const growing = new Set<string>();
	for (const [balanceKey, upTo] of now) {
		for (const { client_id, units } of await chargedByClient(scan, balanceKey, upTo)) {
			charged.set(client_id, (charged.get(client_id) ?? 0) + Number(units));
			if (counted.get(balanceKey) !== upTo) growing.add(client_id);
		}
	}
	const clientIds = [...new Set([...charged.keys(), ...sums.keys()])].filter((each) => !growing.has(each));
	const faults = clientIds.flatMap((clientId) => {
		const problem = problemOf(sums.get(clientId) ?? [], charged.get(clientId) ?? 0);
		return problem === undefined ? [] : [{ clientId, problem }];
	});
	return { clients: clientIds.length, faults };
}

async function countedRows(scan: Scan): Promise<Map<string, number>> {
	const rows = await scan
		.selectFrom("sum_progress")
		.selectAll()
		.where("sum", "=", spendingSum.name)
		.execute();
	return new Map(rows.map(({ balance_key, ledger_seq }) => [balance_key, ledger_seq]));
}

interface StoredSum {
	readonly grouped_by: string;
	readonly span: string;
	readonly units: number;
}

async function storedSums(scan: Scan): Promise<Map<string, StoredSum[]>> {
	const rows = await scan
		.selectFrom("usage_sum")
		.select(["client_id", "grouped_by", "span", ({ fn }) => fn.sum<number>("units").as("units")])
		.where("grouped_by", "in", ["brand", "prefix", "none"])
		.groupBy(["client_id", "grouped_by", "span"])
		.execute();
	const sums = new Map<string, StoredSum[]>();
	for (const { client_id, ...sum } of rows) sums.set(client_id, [...(sums.get(client_id) ?? []), sum]);
	return sums;
}

function chargedByClient(scan: Scan, balanceKey: string, upTo: number) {
	return scan
		.selectFrom("ledger")
		.select([CLIENT_OF_ROW.as("client_id"), sql<number>`-sum(units)`.as("units")])
		.where("balance_key", "=", balanceKey)
		.where("kind", "=", "charge")
		.where("seq", "<=", upTo)
		.groupBy(CLIENT_OF_ROW)
		.execute();
}

function problemOf(sums: readonly StoredSum[], charged: number): string | undefined {
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
