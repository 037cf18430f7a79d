import {
	type AnswerClaim,
	answerFor,
	claimKey,
	type EarlierAnswer,
	releaseClaim,
	type StoredAnswer,
	storeAnswer,
} from "../../api/idempotency/claim.ts";
import { defineBatchCommand } from "../../platform/db/command.ts";
import type { EngineTraits } from "../../platform/db/engine-traits.ts";
import { insertion, sideBySide } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import { type OpenCaps, openCaps } from "../balances/caps.ts";
import { type Member, type OpenBalance, openBalances, saveBalances } from "../balances/open-balances.ts";
import type { LedgerKind, LedgerTable } from "../tables.ts";
import { recordUsage } from "../usage/usage-rows.ts";
import { ledgerHash } from "./ledger.ts";
import { settleStatement } from "./settle-statement.ts";
import type { Settlement, SettleOutcome } from "./settlement.ts";

/**
 * Completes requests: debits the balance of each client if it suffices and writes ledger, audit, usage and counters, all in one transaction for
 * everything queued. A request that its client cannot pay is not charged, and its outcome says so.
 */
export const settle = defineBatchCommand<Settlement, SettleOutcome>(
	"billing.settle",
	async (tx, inputs, traits) => {
		const claims = await openClaims(tx, inputs);
		const members = await openBalances(
			tx,
			traits,
			inputs.map(({ clientId }) => clientId),
		);
		const caps = await openCaps(tx, inputs, members);
		const ledger: LedgerTable[] = [];
		const outcomes = inputs.map((input) => {
			const member = members.get(input.clientId);
			const earlier = claims.earlierAnswer(input);
			if (earlier) return replayed(earlier, member?.balance);
			const outcome = decide(input, member, ledger, caps);
			if (outcome.paid) claims.hold(input, outcome.balanceUnits);
			return outcome;
		});
		const balances = [...members.values()].map(({ balance }) => balance);
		await sideBySide([
			claims.close(),
			writeLedger(tx, traits, balances, ledger),
			recordUsage(tx, traits, inputs, outcomes),
			caps.save(tx, traits),
		]);
		return outcomes;
	},
	settleStatement,
);

function replayed(earlier: EarlierAnswer, balance: OpenBalance | undefined): SettleOutcome {
	const refusal = { status: 409, error: "idempotency_key_mismatch" } as const;
	const answered = earlier.kind === "replay" ? { status: earlier.status } : refusal;
	return { paid: true, ...answered, debitedUnits: 0, balanceUnits: balance?.units ?? 0, earlier };
}

const UNPAID = { paid: false, status: 402, error: "insufficient_credits", debitedUnits: 0 } as const;

function decide(
	input: Settlement,
	member: Member | undefined,
	ledger: LedgerTable[],
	caps: OpenCaps,
): SettleOutcome {
	const { units: cost, detail } = input.charge;
	const balance = member?.balance;
	const free = { paid: true, status: input.status, debitedUnits: 0, balanceUnits: balance?.units ?? 0 };
	if (cost === 0) return free;
	const unpaid = { ...UNPAID, balanceUnits: free.balanceUnits };
	if (member?.owes) return { ...unpaid, owes: true };
	if (!balance || cost > balance.units) return unpaid;
	const reachedCap = caps.reachedBy(input);
	if (reachedCap) return { ...unpaid, reachedCap };
	caps.spend(input);
	const { clientId, requestId, atMs, barcode, note = null } = input;
	ledger.push(
		post(balance, { clientId, kind: "charge", units: -cost, detail, note, barcode, requestId, atMs }),
	);
	return { ...free, debitedUnits: cost, balanceUnits: balance.units };
}

interface Posting {
	/** The client that it is for; absent for a transfer. */
	readonly clientId?: string;
	readonly kind: LedgerKind;
	readonly units: number;
	readonly detail: string;
	readonly note: string | null;
	readonly barcode?: string | undefined;
	readonly requestId: string;
	readonly atMs: number;
}

/** Applies a posting to a balance. @returns its ledger row. */
export function post(balance: OpenBalance, posting: Posting): LedgerTable {
	balance.units += posting.units;
	balance.ledger_seq++;
	balance.changed = true;
	const row: LedgerTable = {
		balance_key: balance.balance_key,
		seq: balance.ledger_seq,
		at: posting.atMs,
		request_id: posting.requestId,
		kind: posting.kind,
		units: posting.units,
		balance_after: balance.units,
		detail: posting.detail,
		note: posting.note,
		barcode: posting.barcode ?? null,
		hash: "",
		client_id: posting.clientId ?? "",
	};
	balance.ledger_hash = ledgerHash(balance.ledger_hash, row);
	row.hash = balance.ledger_hash;
	return row;
}

const insertEntries = insertion("ledger", [
	"balance_key",
	"seq",
	"at",
	"request_id",
	"kind",
	"units",
	"balance_after",
	"detail",
	"note",
	"barcode",
	"hash",
	"client_id",
]);
/** Writes the result of `post`: new ledger rows and the resulting balances. */
export async function writeLedger(
	tx: Tx,
	traits: EngineTraits,
	balances: Iterable<OpenBalance>,
	rows: readonly LedgerTable[],
): Promise<void> {
	await sideBySide([saveBalances(tx, traits, balances), insertEntries(tx, traits, rows)]);
}

/** The `Idempotency-Key`s of a batch while it is being decided. */
interface Claims {
	/** The answer already stored under the input's key, possibly by an earlier request of this batch. */
	earlierAnswer(input: Settlement): EarlierAnswer | undefined;
	/** To be called when the input was charged: its answer will be stored. */
	hold(input: Settlement, balanceUnits: number): void;
	/** Stores the answers of charged inputs and releases the other keys. */
	close(): Promise<void>;
}

interface OpenClaim {
	readonly first: AnswerClaim;
	stored: StoredAnswer | undefined;
	holder: { readonly claim: AnswerClaim; readonly balanceUnits: number } | undefined;
}

/** Claims all keys of the batch first, in key order like the batches of other nodes. */
async function openClaims(tx: Tx, inputs: readonly Settlement[]): Promise<Claims> {
	const open = new Map<string, OpenClaim>();
	const claims = inputs.flatMap((input) => (input.claim ? [{ claim: input.claim, nowMs: input.atMs }] : []));
	claims.sort((a, b) => (nameOf(a.claim) < nameOf(b.claim) ? -1 : 1));
	for (const { claim, nowMs } of claims) {
		const name = nameOf(claim);
		if (open.has(name)) continue;
		open.set(name, { first: claim, stored: await claimKey(tx, claim, nowMs), holder: undefined });
	}
	return {
		earlierAnswer({ claim }) {
			const stored = claim && open.get(nameOf(claim))?.stored;
			return stored && answerFor(stored, claim.bodyHash);
		},
		hold({ claim }, balanceUnits) {
			const state = claim && open.get(nameOf(claim));
			if (!state) return;
			state.holder = { claim, balanceUnits };
			state.stored = { bodyHash: claim.bodyHash, answer: { kind: "replay", ...claim, balanceUnits } };
		},
		async close() {
			for (const { first, stored, holder } of open.values()) {
				if (holder) await storeAnswer(tx, holder.claim, holder.balanceUnits);
				else if (!stored) await releaseClaim(tx, first);
			}
		},
	};
}

function nameOf(claim: AnswerClaim): string {
	return [claim.clientId, claim.method, claim.route, claim.key].join(" ");
}
