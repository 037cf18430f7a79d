import {
	type AnswerClaim,
	answerFor,
	claimKey,
	type EarlierAnswer,
	releaseClaim,
	type StoredAnswer,
	storeAnswer,
} from "../../api/idempotency/claim.ts";
import type { Tx } from "../../platform/db/tx.ts";
import type { Settlement } from "./settlement.ts";

/** The `Idempotency-Key`s of a batch while it is being decided. */
export interface Claims {
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
export async function openClaims(tx: Tx, inputs: readonly Settlement[]): Promise<Claims> {
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
