import { pageApi } from "../../pages/call.ts";
import { basketRoutes } from "./basket/contract.ts";
import { basketHandlers } from "./basket/handlers.ts";
import type { BoughtHandlerParts } from "./lists/bought-handlers.ts";
import { boughtHandlers } from "./lists/bought-handlers.ts";
import type { CheckParts } from "./lists/check-handlers.ts";
import { checkHandlers } from "./lists/check-handlers.ts";
import { listRoutes } from "./lists/contract.ts";
import { listHandlers } from "./lists/list-handlers.ts";
import type { BuyHandlerParts } from "./orders/buy-handlers.ts";
import { buyHandlers } from "./orders/buy-handlers.ts";
import { orderRoutes } from "./orders/contract.ts";
import type { OrderHandlerParts } from "./orders/order-handlers.ts";
import { orderHandlers } from "./orders/order-handlers.ts";

/** What the pages of orders call. */
export const ordersPageApi = pageApi(
	{ ...basketRoutes, ...orderRoutes, ...listRoutes },
	(parts: BuyHandlerParts & OrderHandlerParts & CheckParts & BoughtHandlerParts) => ({
		...basketHandlers(parts),
		...buyHandlers(parts),
		...orderHandlers(parts),
		...listHandlers(parts),
		...checkHandlers(parts),
		...boughtHandlers(parts),
	}),
);
