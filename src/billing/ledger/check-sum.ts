import type { ClientFault } from "../../api/client-fault.ts";
import { chargedElsewhere, chargedIn } from "../balances/clients-of-balance.ts";
import type { LedgerReader, LedgerSum } from "./ledger-sum.ts";

/** Owners whose sums are compared together, so that few statements are needed; their rebuilt sums are held in memory. */
const OWNERS_AT_ONCE = 200;

/**
 * Compares a sum with a rebuild from the ledger, up to the rows that it includes. The service may go on adding meanwhile: owners to whose sums it adds while
 * they are read are left out.
 */
export async function checkSum<Sums>(db: LedgerReader, sum: LedgerSum<Sums>): Promise<ClientFault[]> {
	const faults = await beyondLedger(db, sum);
	const owners = [...(await progressOf(db, sum)).keys(), ...((await sum.owners?.(db)) ?? [])];
	for (const some of inParts(joined(owners, await chargedElsewhere(db)))) {
		const before = await progressOf(db, sum, some);
		const growing = new Set<string>();
		const rebuilt = async function* () {
			const now = await progressOf(db, sum, some);
			for (const [balanceKey, upTo] of now) {
				const after = before.get(balanceKey) ?? 0;
				if (upTo === after) continue;
				growing.add(balanceKey);
				for (const clientId of await chargedIn(db, balanceKey, { after, upTo })) growing.add(clientId);
			}
			for (const [balanceKey, upTo] of now) yield* pagesOf(db, sum, balanceKey, upTo);
		};
		const found = await sum.compare(db, some, rebuilt());
		faults.push(...found.filter(({ clientId }) => !growing.has(clientId)));
	}
	return faults;
}

async function beyondLedger<Sums>({ scan }: LedgerReader, { name }: LedgerSum<Sums>): Promise<ClientFault[]> {
	const rows = await scan
		.selectFrom("sum_progress as added")
		.leftJoin("balance", "balance.balance_key", "added.balance_key")
		.select((row) => [
			"added.balance_key as clientId",
			"added.ledger_seq as upTo",
			row.fn.coalesce("balance.ledger_seq", row.lit(0)).as("last"),
		])
		.where("added.sum", "=", name)
		.where((row) => row("added.ledger_seq", ">", row.fn.coalesce("balance.ledger_seq", row.lit(0))))
		.execute();
	return rows.map(({ clientId, upTo, last }) => ({
		clientId,
		problem: `charges are added up to row ${upTo}, but the ledger has ${last} rows`,
	}));
}

/** How far a sum has come in each balance's ledger, or in those of some. */
async function progressOf<Sums>(
	{ scan }: LedgerReader,
	{ name }: LedgerSum<Sums>,
	balanceKeys?: readonly string[],
): Promise<Map<string, number>> {
	const rows = await scan
		.selectFrom("sum_progress")
		.select(["balance_key", "ledger_seq"])
		.where("sum", "=", name)
		.$if(balanceKeys !== undefined, (query) => query.where("balance_key", "in", balanceKeys ?? []))
		.execute();
	return new Map(rows.map(({ balance_key, ledger_seq }) => [balance_key, ledger_seq]));
}

async function* pagesOf<Sums>(
	db: LedgerReader,
	sum: LedgerSum<Sums>,
	balanceKey: string,
	end: number,
): AsyncGenerator<Sums> {
	for (let after = 0; after < end; ) {
		const { upTo, sums } = await sum.read(db, balanceKey, { after, upTo: end });
		yield sums;
		after = upTo;
	}
}

/** Groups of owners: clients are with all balances that they were charged to. */
function joined(
	owners: readonly string[],
	charged: readonly { readonly balance_key: string; readonly client_id: string }[],
): Set<Set<string>> {
	const groups = new Map(owners.map((owner) => [owner, new Set([owner])]));
	for (const { balance_key, client_id } of charged) {
		const group = groups.get(balance_key) ?? new Set([balance_key]);
		for (const owner of [balance_key, client_id, ...(groups.get(client_id) ?? [])])
			groups.set(owner, group.add(owner));
	}
	return new Set(groups.values());
}

function* inParts(groups: Iterable<Iterable<string>>): Generator<string[]> {
	let part: string[] = [];
	for (const group of groups) {
		part.push(...group);
		if (part.length < OWNERS_AT_ONCE) continue;
		yield part;
		part = [];
	}
	if (part.length > 0) yield part;
}

/** A figure of a client or balance. */
interface Figure {
	readonly clientId: string;
	readonly about: string;
	readonly amount: string;
}

/** Faults of the figures that are stored otherwise than they were rebuilt. */
export function differences(stored: readonly Figure[], rebuilt: readonly Figure[]): ClientFault[] {
	const named = (figures: readonly Figure[]) =>
		new Map(figures.map((figure) => [`${figure.clientId} ${figure.about}`, figure]));
	const [said, found] = [named(stored), named(rebuilt)];
	return [...new Map([...said, ...found])].flatMap(([name, { clientId, about }]) => {
		const [is, should] = [said, found].map((figures) => figures.get(name)?.amount ?? "nothing");
		return is === should
			? []
			: [{ clientId, problem: `${about}: ${is} is stored, but the ledger has ${should}` }];
	});
}
