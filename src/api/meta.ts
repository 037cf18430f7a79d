import type { FastifyRequest } from "fastify";
import Type, { type Static } from "typebox";
import { isoTime } from "../platform/time/clock.ts";
import { creditsForJson } from "./credits.ts";

/** The block that ends every JSON answer to a client (SPEC 2.8). */
export const Meta = Type.Object(
	{
		request_id: Type.String({ description: "Same as X-Request-ID." }),
		credits_debited: Type.Number({ description: "Credits charged by this request." }),
		credits_remaining: Type.Number({ description: "Balance after this request." }),
		response_generated: Type.String({ format: "date-time" }),
	},
	{ title: "Meta" },
);

/** To be called once everything has been charged. */
export function metaOf(request: FastifyRequest): Static<typeof Meta> {
	const { debitedUnits, balanceUnits = 0 } = request.responseMeta;
	return {
		request_id: request.id,
		credits_debited: creditsForJson(debitedUnits),
		credits_remaining: creditsForJson(balanceUnits),
		response_generated: isoTime(request.arrivedAtMs),
	};
}
