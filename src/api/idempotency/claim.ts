import { deleteRows, updateRows } from "../../platform/db/rows.ts";
import type { Tx } from "../../platform/db/tx.ts";
import type { IdempotentAnswerTable } from "./tables.ts";

/** Scope of a key: the same key from another client or for another endpoint is a different key (SPEC D23). */
export interface ClaimKey {
	readonly clientId: string;
	readonly method: string;
	readonly route: string;
	readonly key: string;
}

/** What is stored when a request with an `Idempotency-Key` succeeds. */
export interface AnswerClaim extends ClaimKey {
	readonly bodyHash: string;
	readonly status: number;
	readonly requestId: string;
	readonly head: string;
	readonly tail: string;
	readonly expiresAtMs: number;
}

/** The answer stored for an earlier request, or a mismatch if that request had a different body. */
export type EarlierAnswer =
	| {
			readonly kind: "replay";
			readonly status: number;
			readonly requestId: string;
			readonly head: string;
			readonly tail: string;
			readonly balanceUnits: number;
	  }
	| { readonly kind: "mismatch" };

/** A stored answer and the hash of the body it belongs to. */
export interface StoredAnswer {
	readonly bodyHash: string;
	readonly answer: Extract<EarlierAnswer, { kind: "replay" }>;
}

/** The answer stored under a key; `undefined` if the key is free. */
export async function storedAnswer(tx: Tx, key: ClaimKey, nowMs: number): Promise<StoredAnswer | undefined> {
	const row = await tx
		.selectFrom("idempotent_answer")
		.selectAll()
		.where("client_id", "=", key.clientId)
		.where("method", "=", key.method)
		.where("route", "=", key.route)
		.where("idempotency_key", "=", key.key)
		.where("expires_at", ">", nowMs)
		.executeTakeFirst();
	return row && { bodyHash: row.body_hash, answer: answerOf(row) };
}

/** The stored answer if the bodies are the same, otherwise a mismatch. */
export function answerFor(stored: StoredAnswer, bodyHash: string): EarlierAnswer {
	return stored.bodyHash === bodyHash ? stored.answer : { kind: "mismatch" };
}

/**
 * Claims a key as the first step of the transaction that will charge: a concurrent request with the same key waits until this transaction ends, and
 * then finds its answer. An expired key is claimed again.
 * @returns what is already stored under the key, or `undefined` if it has been claimed: then finish with `storeAnswer` or `releaseClaim`.
 */
export async function claimKey(tx: Tx, claim: AnswerClaim, nowMs: number): Promise<StoredAnswer | undefined> {
	const row = rowOf(claim, 0);
	const claimed = await tx
		.insertInto("idempotent_answer")
		.values(row)
		.onConflict((on) =>
			on
				.columns(["client_id", "method", "route", "idempotency_key"])
				.doUpdateSet(row)
				.where("idempotent_answer.expires_at", "<=", nowMs),
		)
		.returning("request_id")
		.executeTakeFirst();
	return claimed ? undefined : storedAnswer(tx, claim, nowMs);
}

export async function storeAnswer(tx: Tx, claim: AnswerClaim, balanceUnits: number): Promise<void> {
	await updateRows(tx, "idempotent_answer", keyOf(claim), rowOf(claim, balanceUnits));
}

/** Releases a claimed key: the request did not succeed and may be retried. */
export async function releaseClaim(tx: Tx, claim: ClaimKey): Promise<void> {
	await deleteRows(tx, "idempotent_answer", keyOf(claim));
}

function keyOf({ clientId, method, route, key }: ClaimKey) {
	return { client_id: clientId, method, route, idempotency_key: key };
}

function rowOf(claim: AnswerClaim, balanceUnits: number): IdempotentAnswerTable {
	return {
		...keyOf(claim),
		body_hash: claim.bodyHash,
		status: claim.status,
		request_id: claim.requestId,
		head: claim.head,
		tail: claim.tail,
		balance_units: balanceUnits,
		expires_at: claim.expiresAtMs,
	};
}

function answerOf(row: IdempotentAnswerTable): Extract<EarlierAnswer, { kind: "replay" }> {
	return {
		kind: "replay",
		status: row.status,
		requestId: row.request_id,
		head: row.head,
		tail: row.tail,
		balanceUnits: row.balance_units,
	};
}
