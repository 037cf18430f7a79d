import type { FastifyReply, FastifyRequest } from "fastify";
import { answerText, fillBalance } from "../../api/answer-text.ts";
import type { Metering } from "../../billing/ledger/metering.ts";
import type { LineItem } from "../../billing/prices/priced.ts";
import { JSON_TYPE } from "../../platform/http/json-type.ts";

/** Answers with JSON text that costs nothing. */
export async function answerFree(
	metering: Metering,
	request: FastifyRequest,
	reply: FastifyReply,
	members: readonly string[],
): Promise<FastifyReply> {
	const { balanceUnits } = await metering.showBalance(request);
	const text = fillBalance(answerText(request, members, 0), balanceUnits);
	return reply.header("content-type", JSON_TYPE).send(text);
}

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
