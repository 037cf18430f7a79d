import { priceRoutes } from "./billing/pages/prices/contract.ts";
import { spendingRoutes } from "./billing/pages/spending/contract.ts";
import { topUpRoutes } from "./billing/pages/top-ups/contract.ts";
import { catalogueRoutes } from "./catalogue/pages/editing/contract.ts";
import { productRoutes, thumbnailRoutes } from "./catalogue/pages/finding/contract.ts";
import { clientRoutes } from "./clients/pages/clients/contract.ts";
import { keyRoutes } from "./clients/pages/keys/contract.ts";
import { importRoutes } from "./imports/pages/contract.ts";
import { traceRoutes } from "./leaks/pages/contract.ts";
import { handOverRoutes } from "./leaks/pages/hand-over-contract.ts";
import { adminOverviewRoutes } from "./operations/pages/overview/contract.ts";
import { setupRoutes } from "./operations/pages/set-up/contract.ts";
import { basketRoutes } from "./orders/pages/basket/contract.ts";
import { listRoutes } from "./orders/pages/lists/contract.ts";
import { orderRoutes } from "./orders/pages/orders/contract.ts";
import { accountRoutes, sessionRoutes } from "./people/pages/accounts/contract.ts";
import { administrationRoutes } from "./people/pages/administration/contract.ts";
import { memberRoutes } from "./people/pages/members/contract.ts";
import { noticeRoutes } from "./people/pages/notices/contract.ts";
import { rightsRoutes } from "./pictures/pages/rights/contract.ts";
import { watermarkRoutes } from "./pictures/pages/watermark/contract.ts";
import type { AnswerOf, BodyOf, PathOf, QueryOf } from "./platform/http/route.ts";
import { proposalRoutes } from "./proposals/pages/contract.ts";
import { storefrontRoutes } from "./storefront/pages/contract.ts";
import { webhookRoutes } from "./webhooks/pages/contract.ts";

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
