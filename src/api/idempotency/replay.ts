import type { FastifyReply, FastifyRequest } from "fastify";
import { fillBalance } from "../answer-text.ts";
import { apiError } from "../api-error.ts";
import type { EarlierAnswer } from "./claim.ts";

/**
 * Answers with what an earlier request under the same key was answered (SPEC D24): its status, its body and its request id, no debit;
 * the balance in the header is today's.
 * @returns the body. @throws HttpError 409 when that request had another body.
 */
export function replay(request: FastifyRequest, reply: FastifyReply, earlier: EarlierAnswer): string {
	if (earlier.kind === "mismatch") throw apiError("idempotency_key_mismatch");
	request.responseMeta.replayedRequestId = earlier.requestId;
	reply.code(earlier.status).header("idempotency-replayed", "1");
	return fillBalance(earlier, earlier.balanceUnits);
}
