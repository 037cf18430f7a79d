import type { ClientFault } from "../../../api/client-fault.ts";
import type { Database } from "../../../platform/db/database.ts";
import { findRow } from "../../../platform/db/rows.ts";
import { CLIENT_OF_ROW } from "../../ledger/ledger.ts";
import type { TopUpTable } from "./tables.ts";

export interface TopUpCheck {
	/** Top-ups that were approved. */
	readonly approved: number;
	readonly faults: readonly ClientFault[];
}

/** Checks that every approved top-up was paid out once, in full, and that no other one was paid out. */
export async function checkTopUps({ scan }: Pick<Database, "scan">): Promise<TopUpCheck> {
	// Top-ups first: one that is approved meanwhile is then only in the ledger, and is looked up again.
	const approved = await approvedOnes(scan);
	return { approved: approved.length, faults: await faultsOf(scan, approved, await paidOut(scan)) };
}

type TopUp = Pick<TopUpTable, "top_up_id" | "client_id" | "units">;

function approvedOnes(scan: Database["scan"]): Promise<TopUp[]> {
	return scan
		.selectFrom("top_up")
		.select(["top_up_id", "client_id", "units"])
		.where("state", "=", "approved")
		.execute();
}

/** Top-ups according to the ledgers; an unreadable id is empty. */
async function paidOut(scan: Database["scan"]): Promise<TopUp[]> {
	const rows = await scan
		.selectFrom("ledger")
		.select([CLIENT_OF_ROW.as("client_id"), "units", "detail"])
		.where("kind", "=", "top_up")
		.where("kind", "<>", "charge")
		.execute();
	return rows.map(({ client_id, units, detail }) => ({ client_id, units, top_up_id: topUpIn(detail) }));
}

function topUpIn(detail: string): string {
	return /"top_up":"([^"]+)"/.exec(detail)?.[1] ?? "";
}

async function faultsOf(scan: Database["scan"], decided: readonly TopUp[], paid: readonly TopUp[]) {
	const ids = new Set(decided.map(({ top_up_id }) => top_up_id));
	const others = await notApproved(
		scan,
		paid.filter(({ top_up_id }) => !ids.has(top_up_id)),
	);
	return [...wronglyPaid(decided, paid), ...others];
}

function wronglyPaid(decided: readonly TopUp[], paid: readonly TopUp[]) {
	const paidById = new Map<string, TopUp[]>();
	for (const row of paid) paidById.set(row.top_up_id, [...(paidById.get(row.top_up_id) ?? []), row]);
	return decided.flatMap(({ top_up_id, client_id: clientId, units }) => {
		const rows = paidById.get(top_up_id) ?? [];
		if (rows.length === 1 && rows[0]?.client_id === clientId && rows[0].units === units) return [];
		const sum = rows.reduce((total, row) => total + row.units, 0);
		return [
			{
				clientId,
				problem: `${top_up_id} is for ${units} units, but ${sum} were credited in ${rows.length} rows`,
			},
		];
	});
}

async function notApproved(scan: Database["scan"], paid: readonly TopUp[]) {
	const faults: { clientId: string; problem: string }[] = [];
	for (const { top_up_id, client_id: clientId } of paid) {
		const topUp = await findRow(scan, "top_up", { top_up_id }, ["state"]);
		// Ledgers of the first schema version have no top-ups.
		if (!topUp || topUp.state === "approved") continue;
		faults.push({ clientId, problem: `${top_up_id} was credited, but is not approved` });
	}
	return faults;
}
