import { pageApi } from "../../pages/call.ts";
import { priceRoutes } from "./prices/contract.ts";
import { priceHandlers } from "./prices/handlers.ts";
import type { SpendingParts } from "./spending/account-handlers.ts";
import { accountSpendingHandlers } from "./spending/account-handlers.ts";
import { brandHandlers } from "./spending/brand-handlers.ts";
import { spendingRoutes } from "./spending/contract.ts";
import { topUpRoutes } from "./top-ups/contract.ts";
import { topUpHandlers } from "./top-ups/handlers.ts";

/** What the pages of billing call. */
export const billingPageApi = pageApi(
	{ ...priceRoutes, ...topUpRoutes, ...spendingRoutes },
	(parts: SpendingParts) => ({
		...priceHandlers(parts),
		...topUpHandlers(parts),
		...accountSpendingHandlers(parts),
		...brandHandlers(parts),
	}),
);
