import type { AnswerOf, BodyOf, PathOf, QueryOf } from "../../platform/http/route.ts";
import { accountRoutes } from "./account-routes.ts";
import { adminOverviewRoutes } from "./admin-overview.ts";
import { administrationRoutes } from "./administration-routes.ts";
import { basketRoutes } from "./basket-routes.ts";
import { catalogueRoutes } from "./catalogue-routes.ts";
import { clientRoutes } from "./client-routes.ts";
import { importRoutes } from "./imports.ts";
import { keyRoutes } from "./key-routes.ts";
import { listRoutes } from "./list-routes.ts";
import { noticeRoutes } from "./notices.ts";
import { orderRoutes } from "./order-routes.ts";
import { priceRoutes } from "./prices.ts";
import { productRoutes } from "./product-routes.ts";
import { proposalRoutes } from "./proposal-routes.ts";
import { sessionRoutes } from "./session-routes.ts";
import { spendingRoutes } from "./spending.ts";
import { thumbnailRoutes } from "./thumbnails.ts";
import { topUpRoutes } from "./top-up-routes.ts";
import { traceRoutes } from "./traces.ts";
import { watermarkRoutes } from "./watermark.ts";
import { webhookRoutes } from "./webhook-routes.ts";

/** Base path of the portal's API. */
export const PORTAL_PATH = "/portal/api";

/** Every endpoint of the portal, by method and path. The server registers them from this table, and the pages derive their calls from its type. */
export const routes = {
	...sessionRoutes,
	...accountRoutes,
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
	...watermarkRoutes,
	...catalogueRoutes,
};

export type Routes = typeof routes;
/** `GET /keys`, `POST /keys/{client_id}/rotate`, … */
export type RouteName = keyof Routes;
export type RoutePath<N extends RouteName> = PathOf<Routes[N]>;
export type RouteQuery<N extends RouteName> = QueryOf<Routes[N]>;
export type RouteBody<N extends RouteName> = BodyOf<Routes[N]>;
export type RouteAnswer<N extends RouteName> = AnswerOf<Routes[N]>;
