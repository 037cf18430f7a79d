import { balanceKeyOf } from "../../billing/balances/balance.ts";
import { spentOnlyBy } from "../../billing/balances/clients-of-balance.ts";
import type { LedgerPart } from "../../billing/ledger/ledger-parts.ts";
import type { Database } from "../../platform/db/database.ts";
import { ownedClients, type ReachedId } from "../policy/owned.ts";

/**
 * The ledger of a client: that of the balance which it draws on, and, of those that it drew on before, the rows that name it. Both legs of the credits that
 * moved with it belong to it too (SPEC E9).
 */
export async function clientLedger(db: Database, clientId: string): Promise<readonly LedgerPart[]> {
	return [{ balanceKey: await balanceKeyOf(db, clientId) }, ...(await earlierParts(db, clientId)).parts];
}

/** A ledger as somebody may see it. */
export interface VisibleLedger {
	readonly parts: readonly LedgerPart[];
	/** Balances from which clients of others spent too: numbers and balances of their rows tell about those. */
	readonly shared: ReadonlySet<string>;
}

/** An account sees everything of a balance if nobody else ever spent from it, otherwise only rows that name its own clients; the operator sees all. */
export async function visibleLedger(
	db: Database,
	{ clientId, ownedBy: accountId }: ReachedId,
): Promise<VisibleLedger> {
	if (accountId === undefined) return { parts: await clientLedger(db, clientId), shared: new Set() };
	const balanceKey = await balanceKeyOf(db, clientId);
	const { parts, transferIds } = await earlierParts(db, clientId);
	const shared = new Set<string>();
	for (const key of [balanceKey, ...parts.map((part) => part.balanceKey)])
		if (!(await spentOnlyBy(db, key, accountId))) shared.add(key);
	const clientIds = shared.has(balanceKey)
		? (await ownedClients(db.read, accountId)).map((client) => client.clientId)
		: undefined;
	return { parts: [clientIds ? { balanceKey, clientIds, transferIds } : { balanceKey }, ...parts], shared };
}

async function earlierParts(db: Database, clientId: string) {
	const { balanceIds, transferIds } = await movesOf(db, clientId);
	const balances = await db.scan
		.selectFrom("balance")
		.select(["balance_key", "balance_id"])
		.where((row) =>
			row.or([
				row("balance_key", "=", clientId),
				...(balanceIds.length > 0 ? [row("balance_id", "in", balanceIds)] : []),
			]),
		)
		.where("ledger_seq", ">", 0)
		.where("balance_key", "<>", await balanceKeyOf(db, clientId))
		.execute();
	const lastMoves = new Map(
		balances.map(({ balance_key, balance_id }) => [balance_key, balanceIds.lastIndexOf(balance_id)]),
	);
	const parts = [...lastMoves]
		.sort(([, one], [, other]) => other - one)
		.map(([balanceKey]): LedgerPart => ({ balanceKey, clientIds: [clientId], transferIds }));
	return { parts, transferIds };
}

/** The balances that a client left and joined, in order, and the ids of the credits that moved along. */
async function movesOf({ scan }: Database, clientId: string) {
	const moves = await scan
		.selectFrom("portal_event")
		.select(["detail", "request_id"])
		.where("subject", "=", clientId)
		.where("action", "=", "key.changed")
		.where("detail", "like", '%"balance":[%')
		.orderBy("id")
		.execute();
	const balanceIds = moves.flatMap(({ detail }) => {
		const { balance } = JSON.parse(detail ?? "{}") as { balance?: readonly string[] };
		return balance ?? [];
	});
	return {
		balanceIds,
		transferIds: moves.map(({ request_id }) => request_id),
	};
}
