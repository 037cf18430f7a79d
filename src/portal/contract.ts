import type { AnswerOf, BodyOf, PathOf, QueryOf } from "../platform/http/route.ts";
import { accountRoutes, sessionRoutes } from "./accounts/contract.ts";
import { administrationRoutes, adminOverviewRoutes } from "./administration/contract.ts";
import { basketRoutes } from "./basket/contract.ts";
import { catalogueRoutes } from "./catalogue/contract.ts";
import { clientRoutes } from "./clients/contract.ts";
import { importRoutes } from "./imports/contract.ts";
import { keyRoutes } from "./keys/contract.ts";
import { traceRoutes } from "./leaks/contract.ts";
import { handOverRoutes } from "./leaks/hand-over-contract.ts";
import { listRoutes } from "./lists/contract.ts";
import { memberRoutes } from "./members/contract.ts";
import { noticeRoutes } from "./notices/contract.ts";
import { orderRoutes } from "./orders/contract.ts";
import { priceRoutes } from "./prices/contract.ts";
import { productRoutes, thumbnailRoutes } from "./products/contract.ts";
import { proposalRoutes } from "./proposals/contract.ts";
import { rightsRoutes } from "./rights/contract.ts";
import { setupRoutes } from "./setup/contract.ts";
import { spendingRoutes } from "./spending/contract.ts";
import { storefrontRoutes } from "./storefront/contract.ts";
import { topUpRoutes } from "./top-ups/contract.ts";
import { watermarkRoutes } from "./watermark/contract.ts";
import { webhookRoutes } from "./webhooks/contract.ts";

export const PORTAL_PATH = "/portal/api";

/** Every endpoint of the portal, by method and path. The server registers them from this table, and the pages derive their calls from its type. */
export const routes = {
	...sessionRoutes,
	...accountRoutes,
	...setupRoutes,
	...memberRoutes,
	...noticeRoutes,
	...keyRoutes,
	...spendingRoutes,
	...webhookRoutes,
	...basketRoutes,
	...orderRoutes,
	...productRoutes,
	...listRoutes,
	...thumbnailRoutes,
	...topUpRoutes,
	...clientRoutes,
	...priceRoutes,
	...importRoutes,
	...administrationRoutes,
	...adminOverviewRoutes,
	...proposalRoutes,
	...traceRoutes,
	...handOverRoutes,
	...watermarkRoutes,
	...rightsRoutes,
	...storefrontRoutes,
	...catalogueRoutes,
};

export type Routes = typeof routes;
/** `GET /keys`, `POST /keys/{client_id}/rotate`, … */
export type RouteName = keyof Routes;
export type RoutePath<N extends RouteName> = PathOf<Routes[N]>;
export type RouteQuery<N extends RouteName> = QueryOf<Routes[N]>;
export type RouteBody<N extends RouteName> = BodyOf<Routes[N]>;
export type RouteAnswer<N extends RouteName> = AnswerOf<Routes[N]>;
