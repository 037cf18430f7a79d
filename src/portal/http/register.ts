import cookies from "@fastify/cookie";
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from "fastify";
import { bucketKey } from "../../platform/http/client-address.ts";
import { fixedWindow, MINUTE_MS, secondsUntil } from "../../platform/http/fixed-window.ts";
import { errorRenderer } from "../../platform/http/render-error.ts";
import { portalErrors } from "../contract/errors.ts";
import type { Route } from "../contract/route.ts";
import { PORTAL_PATH, type RouteName, routes } from "../contract/routes.ts";
import { portalError, tooManyAttempts } from "../errors.ts";
import type { Call, Handler, Handlers } from "./call.ts";
import { type GuardParts, guard } from "./guard.ts";
import { portalDocument } from "./openapi.ts";
import { refuseUnstorable } from "./storable.ts";

/** Registers every route of the contract with its handler, the document of them, and 404 for whatever else lies below the path. */
export function portalApi(parts: GuardParts, handlers: Handlers) {
	return async (app: FastifyInstance): Promise<void> => {
		await app.register(cookies);
		app.setErrorHandler(errorRenderer(portalErrors));
		app.addHook("onRequest", addressLimit(parts.settings.requestsPerMinute));
		app.addHook("onSend", async (request, reply) => {
			reply.headers({
				"x-request-id": request.id,
				"cache-control": "no-store",
				"x-content-type-options": "nosniff",
			});
		});
		app.addHook("preHandler", refuseUnstorable);
		for (const [name, route] of Object.entries(routes) as [RouteName, Route][]) {
			app.route({
				...locationOf(name),
				schema: schemaOf(route),
				config: { skipCommonHeaders: true },
				onRequest: guard(parts, name, route),
				handler: handlerOf(route, handlers[name] as Handler<RouteName>),
			});
		}
		const document = JSON.stringify(portalDocument());
		app.get(`${PORTAL_PATH}/openapi.json`, { config: { skipCommonHeaders: true } }, async (_request, reply) =>
			reply.type("application/json; charset=utf-8").send(document),
		);
		app.all("/portal/*", { config: { skipCommonHeaders: true } }, async () => {
			throw portalError("not_found", { message: "There is no such endpoint." });
		});
	};
}

function locationOf(name: RouteName): { method: HTTPMethods; url: string } {
	const [method = "", path = ""] = name.split(" ");
	return { method: method as HTTPMethods, url: PORTAL_PATH + path.replace(/\{(\w+)\}/g, ":$1") };
}

function schemaOf({ query, body, answer, status = 200 }: Route) {
	return {
		...(query ? { querystring: query } : {}),
		...(body ? { body } : {}),
		...(answer ? { response: { [status]: answer } } : {}),
	};
}

function handlerOf(route: Route, handle: Handler<RouteName>) {
	return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
		const { person, id, clientAddress, arrivedAtMs } = request;
		const call = {
			path: request.params,
			query: request.query,
			body: request.body,
			person,
			actor: {
				accountId: person?.account.account_id ?? null,
				address: clientAddress,
				requestId: id,
				atMs: arrivedAtMs,
			},
			nowMs: arrivedAtMs,
			request,
			reply,
		};
		const answer = await handle(call as Call<RouteName>);
		if (reply.sent || route.media) return reply;
		if (!route.answer) return reply.code(204).send();
		return reply.code(route.status ?? 200).send(answer);
	};
}

/** The portal's own limit, apart from those of `/api/v1`: it keeps one address from asking the database without end. */
function addressLimit(requestsPerMinute: number) {
	const minute = fixedWindow(MINUTE_MS);
	return async (request: FastifyRequest): Promise<void> => {
		const bucket = minute.count(bucketKey(request.clientAddress), requestsPerMinute, request.arrivedAtMs);
		if (bucket.admitted) return;
		throw tooManyAttempts("rate_limited", secondsUntil(bucket.resetAtMs, request.arrivedAtMs));
	};
}
