import type { FastifyRequest } from "fastify";
import { type AnswerClaim, claimKey, releaseClaim, storeAnswer } from "../api/idempotency/claim.ts";
import { bodyHash, REPLAY_MS } from "../api/idempotency/key.ts";
import type { Tx } from "../platform/db/tx.ts";

/** The claim of a request under its idempotency key, for a day, so that a repeated one is recognised; undefined without a key. */
export function claimOf(
	request: FastifyRequest,
	clientId: string,
	key: string | undefined,
): AnswerClaim | undefined {
	if (key === undefined) return undefined;
	const { method, id: requestId, arrivedAtMs, rawBody, routeOptions } = request;
	return {
		clientId,
		method,
		route: routeOptions.url ?? "",
		key,
		requestId,
		bodyHash: bodyHash(rawBody ?? ""),
		status: 200,
		head: "",
		tail: "",
		expiresAtMs: arrivedAtMs + REPLAY_MS,
	};
}

interface Once<Outcome extends { readonly kind: string }> {
	readonly claim: AnswerClaim | undefined;
	readonly nowMs: number;
	/** The action, run in the transaction of the claim. Its outcome is plain data. */
	readonly act: () => Promise<Outcome>;
	/** Whether the outcome is final for this key. After any other, the same request may be tried again. */
	readonly isDone: (outcome: Outcome) => boolean;
}

/** An outcome, and whether it is that of an earlier request; `sent_before` if that request had a different body. */
export type OnceOutcome<Outcome> = (Outcome | { readonly kind: "sent_before" }) & {
	readonly isRepeat?: boolean;
};

/** Executes an action under a claim, unless that was already done: then returns the earlier outcome. */
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
