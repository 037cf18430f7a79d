import type { ApiRoute } from "./api/api-route.ts";
import type { BilledRoute, QuoteTable } from "./billing/prices/bill.ts";
import type { ProductCaller } from "./catalogue/reading/read-product.ts";
import type { Handlers } from "./pages/call.ts";
import type { AnswerOf, BodyOf, PathOf, QueryOf, RouteTable } from "./platform/http/route.ts";
import { type Declared, rooms, type UnionToIntersection } from "./rooms.ts";

type Loaded<Name extends "api" | "pages"> = Awaited<ReturnType<Extract<Declared<Name>, () => unknown>>>;

/** The parts of the service that any endpoint of `/api/v1` needs, combined. */
export type ApiParts = UnionToIntersection<
	Loaded<"api"> extends infer Table
		? Table extends Readonly<Record<string, { readonly handle: (parts: never) => unknown }>>
			? Parameters<Table[keyof Table]["handle"]>[0]
			: never
		: never
>;

/** Every endpoint of `/api/v1`, by method and path. */
export async function loadApiRoutes(): Promise<RouteTable<ApiRoute<ApiParts>>> {
	const tables = await Promise.all(rooms.map(({ api }) => api?.()));
	return Object.assign({}, ...tables);
}

/** The endpoints that an installation offers. */
export function offeredRoutes(
	routes: RouteTable<ApiRoute<ApiParts>>,
	{ webhooks }: Pick<ApiParts, "webhooks">,
): RouteTable<ApiRoute<ApiParts>> {
	const offered = Object.entries(routes).filter(([, { feature }]) => !feature || webhooks.isOn);
	return Object.fromEntries(offered);
}

/** Quotes for calls of the billed endpoints, by `operationId`. */
export function quotesOf(routes: RouteTable<ApiRoute<ApiParts>>, parts: ApiParts): QuoteTable<ProductCaller> {
	const quoted = Object.values(routes).filter(isBilled);
	return new Map(quoted.map((route) => [route.id, { route, quote: route.quote(parts) }]));
}

function isBilled(route: ApiRoute<ApiParts>): route is BilledRoute<ApiParts, ProductCaller> {
	return "quote" in route;
}

/** Every endpoint that the pages call, by method and path. */
export type Routes = UnionToIntersection<Loaded<"pages">["routes"]>;
/** The parts of the service that any of their handlers needs, combined. */
export type PageParts = UnionToIntersection<Parameters<Loaded<"pages">["handlersOf"]>[0]>;

export async function loadPageApi(): Promise<{
	readonly routes: Routes;
	readonly handlersOf: (parts: PageParts) => Handlers<Routes>;
}> {
	const apis = (await Promise.all(rooms.map(({ pages }) => pages?.()))).filter((api) => api !== undefined);
	return {
		routes: Object.assign({}, ...apis.map(({ routes }) => routes)),
		handlersOf: (parts) => Object.assign({}, ...apis.map(({ handlersOf }) => handlersOf(parts as never))),
	};
}

/** `GET /keys`, `POST /keys/{client_id}/rotate`, … */
export type RouteName = keyof Routes;
export type RoutePath<N extends RouteName> = PathOf<Routes[N]>;
export type RouteQuery<N extends RouteName> = QueryOf<Routes[N]>;
export type RouteBody<N extends RouteName> = BodyOf<Routes[N]>;
export type RouteAnswer<N extends RouteName> = AnswerOf<Routes[N]>;
