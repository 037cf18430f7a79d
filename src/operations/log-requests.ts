import type { FastifyInstance } from "fastify";
import { creditsForJson } from "../api/credits.ts";
import { sinceArrivalMs } from "../platform/http/arrival.ts";

/**
 * Logs one line per answered request. The route is logged as declared, never the URL: a path or a query can contain a signed URL, a token or what
 * somebody typed.
 */
export function logRequests(app: FastifyInstance): void {
	app.addHook("onResponse", (request, reply, done) => {
		const { debitedUnits, errorCode, heldMs = 0 } = request.responseMeta;
		const elapsedMs = (sinceArrivalMs(request.raw) ?? reply.elapsedTime) - heldMs;
		app.log.info(
			{
				request_id: request.id,
				method: request.method,
				route: request.routeOptions.url ?? null,
				status: reply.statusCode,
				error: errorCode ?? null,
				ms: Math.round(elapsedMs),
				address: request.clientAddress,
				client_id: request.caller?.client.clientId ?? null,
				credits: creditsForJson(debitedUnits),
			},
			"request",
		);
		done();
	});
}
