import { pageApi } from "../../pages/call.ts";
import { webhookRoutes } from "./contract.ts";
import type { WebhookParts } from "./handlers.ts";
import { webhookHandlers } from "./handlers.ts";

/** What the pages of webhooks call. */
export const webhooksPageApi = pageApi(webhookRoutes, (parts: WebhookParts) => ({
	...webhookHandlers(parts),
}));
