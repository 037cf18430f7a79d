import type { FastifyReply, FastifyRequest } from "fastify";
import { fillBalance } from "../answer-text.ts";
import { apiErrors } from "../errors.ts";
import type { EarlierAnswer } from "./claim.ts";

/**
 * Repeats the answer to an earlier request under the same key (SPEC D24): its status, body and request id, without a debit; the balance in the header
 * is the current one.
 * @returns the body. @throws HttpError 409 when that request had a different body.
 */
export function replay(request: FastifyRequest, reply: FastifyReply, earlier: EarlierAnswer): string {
	if (earlier.kind === "mismatch") throw apiErrors.idempotency_key_mismatch();
	request.responseMeta.replayedRequestId = earlier.requestId;
	reply.code(earlier.status).header("idempotency-replayed", "1");
	return fillBalance(earlier, earlier.balanceUnits);
}
