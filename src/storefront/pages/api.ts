import { pageApi } from "../../pages/call.ts";
import { storefrontRoutes } from "./contract.ts";
import type { StorefrontHandlerParts } from "./handlers.ts";
import { storefrontHandlers } from "./handlers.ts";

/** What the pages of storefront call. */
export const storefrontPageApi = pageApi(storefrontRoutes, (parts: StorefrontHandlerParts) => ({
	...storefrontHandlers(parts),
}));
