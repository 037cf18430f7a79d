import type { FastifyReply, FastifyRequest } from "fastify";
import { answerText } from "../../api/answer-text.ts";
import type { Metering } from "../../billing/ledger/metering.ts";
import type { LineItem } from "../../billing/prices/priced.ts";
import { JSON_TYPE } from "../../platform/http/json-type.ts";

/** Charges line items and answers with JSON text; with an `Idempotency-Key`, only once. @throws HttpError 402 and 409 like `chargeAndAnswer`. */
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
