import { pageApi } from "../../pages/call.ts";
import { alertRoutes } from "./contract.ts";
import { alertHandlers } from "./handlers.ts";

/** What the pages of kosher alerts call. */
export const alertsPageApi = pageApi(alertRoutes, alertHandlers);
