import { pageApi } from "../../pages/call.ts";
import { adminOverviewRoutes } from "./overview/contract.ts";
import type { OverviewParts } from "./overview/handlers.ts";
import { adminOverviewHandlers } from "./overview/handlers.ts";
import { setupRoutes } from "./set-up/contract.ts";
import type { SetupParts } from "./set-up/handlers.ts";
import { setupHandlers } from "./set-up/handlers.ts";

/** What the pages of operations call. */
export const operationsPageApi = pageApi(
	{ ...setupRoutes, ...adminOverviewRoutes },
	(parts: SetupParts & OverviewParts) => ({
		...setupHandlers(parts),
		...adminOverviewHandlers(parts),
	}),
);
