import type {
	FastifyContextConfig,
	FastifyInstance,
	FastifyReply,
	FastifyRequest,
	HTTPMethods,
	onRequestAsyncHookHandler,
	onRequestHookHandler,
	preHandlerAsyncHookHandler,
} from "fastify";
import { announceDeprecations } from "./deprecation.ts";
import { methodAndPath, type Route, type RouteTable, statusOf } from "./route.ts";

export type RouteHandler = (request: FastifyRequest, reply: FastifyReply) => unknown;

/** A handler along with hooks or route options of its own. */
export interface HandlerWithHooks {
	readonly handler: RouteHandler;
	/** Called after the API's own checks. */
	readonly onRequest?: onRequestAsyncHookHandler;
	/** The handler inspects `request.validationError` itself. */
	readonly attachValidation?: true;
	readonly config?: FastifyContextConfig;
}

/** What runs before a route's handler. */
export interface RouteGuard {
	/** Authentication and authorisation, in order. Whatever they throw is answered instead. */
	readonly checks: readonly (onRequestAsyncHookHandler | onRequestHookHandler)[];
	/** Called once the body has arrived, for which a caller may take long. */
	readonly afterBody?: preHandlerAsyncHookHandler;
	readonly config?: FastifyContextConfig;
}

export interface RouteRegistration<R extends Route> {
	readonly basePath: string;
	readonly guard: (name: string, route: R) => RouteGuard;
	readonly handlerOf: (name: string, route: R) => RouteHandler | HandlerWithHooks;
	readonly config?: FastifyContextConfig;
}

export function registerRoutes<R extends Route>(
	app: FastifyInstance,
	table: RouteTable<R>,
	{ basePath, guard, handlerOf, config }: RouteRegistration<R>,
): void {
	for (const [name, route] of Object.entries(table)) {
		const { method, path } = methodAndPath(name);
		const given = handlerOf(name, route);
		const { handler, onRequest, attachValidation, ...own } =
			typeof given === "function" ? { handler: given } : given;
		const before = guard(name, route);
		const onSend = announceDeprecations(route);
		app.route({
			method: method as HTTPMethods,
			url: basePath + path.replace(/\{(\w+)\}/g, ":$1"),
			schema: schemaOf(route),
			...(route.bodyLimitBytes === undefined ? {} : { bodyLimit: route.bodyLimitBytes }),
			config: {
				...config,
				...before.config,
				...own.config,
				...(route.bodyMedia === undefined ? {} : { bodyMedia: route.bodyMedia }),
			},
			...(attachValidation ? { attachValidation } : {}),
			onRequest: [...before.checks, ...(onRequest ? [onRequest] : [])],
			...(before.afterBody ? { preHandler: before.afterBody } : {}),
			...(onSend ? { onSend } : {}),
			handler,
		});
	}
}

function schemaOf(route: Route) {
	const { query, body, answer } = route;
	return {
		...(query ? { querystring: query } : {}),
		...(body ? { body } : {}),
		...(answer ? { response: { [statusOf(route)]: answer } } : {}),
	};
}
