import cookies from "@fastify/cookie";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { createAddressLimit } from "../platform/http/address-limit.ts";
import { badRequest, commonErrors, type ErrorCatalogue } from "../platform/http/http-error.ts";
import { type RouteHandler, registerRoutes } from "../platform/http/register-routes.ts";
import { createErrorRenderer } from "../platform/http/render-error.ts";
import { statusOf } from "../platform/http/route.ts";
import { isUnstorable } from "../platform/plain-text.ts";
import type { Call, Handler, Handlers } from "./call.ts";
import { type PageRoutes, PORTAL_PATH, type PortalRoute } from "./contract.ts";
import { type GuardParts, guard } from "./guard.ts";
import { portalDocument } from "./openapi.ts";

declare module "fastify" {
	interface FastifyContextConfig {
		/** Headers of every response of the route, errors included. */
		protocolHeaders?: Readonly<Record<string, string>>;
	}
}

const WITHOUT_COMMON_HEADERS = { skipCommonHeaders: true } as const;

/** Registers every route of the contract with its handler, their OpenAPI document, and 404 for anything else below the path. */
export function portalApi<Routes extends PageRoutes>(
	parts: GuardParts & { readonly requestsPerMinute: number; readonly errors: ErrorCatalogue },
	routes: Routes,
	handlers: Handlers<Routes>,
) {
	// Separate from the limits of `/api/v1`: limits how often one address can query the database.
	const addressLimit = createAddressLimit(parts.requestsPerMinute);
	return async (app: FastifyInstance): Promise<void> => {
		await app.register(cookies);
		app.setErrorHandler(createErrorRenderer(parts.errors));
		app.addHook("onRequest", async (request) => addressLimit.count(request));
		app.addHook("onSend", async (request, reply) => {
			if (!reply.hasHeader("cache-control")) reply.header("cache-control", "no-store");
			reply.headers(request.routeOptions.config.protocolHeaders ?? {});
			reply.headers({
				"x-request-id": request.id,
				"x-content-type-options": "nosniff",
			});
		});
		app.addHook("preHandler", refuseUnstorable);
		registerRoutes<PortalRoute>(app, routes, {
			basePath: PORTAL_PATH,
			guard: (name, route) => {
				const admit = guard(parts, name, route);
				const { protocol } = route;
				return {
					checks: protocol ? [admit, async (request: FastifyRequest) => protocol.check(request)] : [admit],
					...(protocol ? { config: { protocolHeaders: protocol.headers } } : {}),
					// A session or role that ended while the body was arriving gives nothing any more.
					...(route.body ? { afterBody: admit } : {}),
				};
			},
			handlerOf: (name, route) => handlerOf(route, handlers[name as keyof Routes] as Handler<PortalRoute>),
			config: WITHOUT_COMMON_HEADERS,
		});
		// Made for the first who asks: it takes a third of what the server does before it listens.
		let document: string | undefined;
		app.get(`${PORTAL_PATH}/openapi.json`, { config: WITHOUT_COMMON_HEADERS }, async (_request, reply) => {
			document ??= JSON.stringify(portalDocument(routes, parts.errors));
			return reply.type("application/json; charset=utf-8").send(document);
		});
		app.all("/portal/*", { config: { ...WITHOUT_COMMON_HEADERS, duringMaintenance: "answer" } }, async () => {
			throw commonErrors.not_found({ message: "There is no such endpoint." });
		});
	};
}

function handlerOf(route: PortalRoute, handle: Handler<PortalRoute>): RouteHandler {
	return async (request, reply) => {
		const { person, id, clientAddress, arrivedAtMs } = request;
		const call = {
			path: request.params,
			query: request.query,
			body: request.body,
			person,
			access: route.access,
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
		const answer = await handle(call as Call<PortalRoute>);
		if (reply.sent || route.media) return reply;
		return reply.code(statusOf(route)).send(answer);
	};
}

/** Refuses what no database can store (NUL, lone surrogates): nothing with such a name can exist (404), and a body with it is invalid (400). */
async function refuseUnstorable({ params, query, body }: FastifyRequest): Promise<void> {
	if (unstorableIn(params) !== undefined) throw commonErrors.not_found();
	const name = unstorableIn(query) ?? unstorableIn(body);
	if (name !== undefined) throw badRequest(`${name}: holds NUL or broken Unicode.`);
}

/** The name of the first member of an object whose text cannot be stored. Lists of texts are checked too; texts nested deeper have a pattern. */
function unstorableIn(given: unknown): string | undefined {
	if (typeof given !== "object" || given === null) return undefined;
	return Object.entries(given).find(([, value]) =>
		[value].flat().some((text) => typeof text === "string" && isUnstorable(text)),
	)?.[0];
}
