import type { FastifyRequest } from "fastify";
import { type AnswerClaim, claimKey, releaseClaim, storeAnswer } from "../api/idempotency/claim.ts";
import { bodyHash, REPLAY_MS } from "../api/idempotency/key.ts";
import type { Tx } from "../platform/db/tx.ts";

/**
 * The claim of a request under the key that the page made for it, for a day: sent again because its answer was lost, it is recognised.
 * @returns undefined for a request without a key, which is done each time.
 */
export function claimOf(
	request: FastifyRequest,
	clientId: string,
	key: string | undefined,
): AnswerClaim | undefined {
	if (key === undefined) return undefined;
	const { method, id: requestId, arrivedAtMs, rawBody, routeOptions } = request;
	return {
		...{ clientId, method, route: routeOptions.url ?? "", key, requestId },
		...{ bodyHash: bodyHash(rawBody ?? ""), status: 200, head: "", tail: "" },
		expiresAtMs: arrivedAtMs + REPLAY_MS,
	};
}

interface Once<Outcome extends { readonly kind: string }> {
	readonly claim: AnswerClaim | undefined;
	readonly nowMs: number;
	/** What is done in the transaction of the claim. Its outcome is plain data. */
	readonly act: () => Promise<Outcome>;
	/** Whether an outcome is what the key stands for from now on. After any other, the same may be tried again. */
	readonly isDone: (outcome: Outcome) => boolean;
}

/** An outcome, and whether it is that of an earlier request; `sent_before` where that request had another body. */
export type OnceOutcome<Outcome> = (Outcome | { readonly kind: "sent_before" }) & {
	readonly isRepeat?: boolean;
};

/** Does something under a claim, unless it was done before: then gives the outcome of that time. */
export async function once<Outcome extends { readonly kind: string }>(
	tx: Tx,
	{ claim, nowMs, act, isDone }: Once<Outcome>,
): Promise<OnceOutcome<Outcome>> {
	if (!claim) return act();
	const earlier = await claimKey(tx, claim, nowMs);
	if (earlier && earlier.bodyHash !== claim.bodyHash) return { kind: "sent_before" };
	if (earlier) return { ...JSON.parse(earlier.answer.head), isRepeat: true };
	const outcome = await act();
	if (isDone(outcome)) await storeAnswer(tx, { ...claim, head: JSON.stringify(outcome) }, 0);
	else await releaseClaim(tx, claim);
	return outcome;
}
