import type { FastifyReply, FastifyRequest } from "fastify";
import type { Metering } from "../billing/metering.ts";
import type { LineItem } from "../billing/priced.ts";
import { answerText } from "../platform/http/answer-text.ts";
import { JSON_TYPE } from "../platform/http/common-headers.ts";

/**
 * Charges line items and answers with members that are JSON text already; with an `Idempotency-Key` once only.
 * @throws ApiError 402 and 409 as `Metering.chargeAndAnswer`.
 */
export async function answerCharged(
	metering: Metering,
	request: FastifyRequest,
	reply: FastifyReply,
	members: readonly string[],
	lineItems: readonly LineItem[],
): Promise<FastifyReply> {
	const text = await metering.chargeAndAnswer(request, reply, lineItems, (debitedUnits) =>
		answerText(request, members, debitedUnits),
	);
	return reply.header("content-type", JSON_TYPE).send(text);
}
