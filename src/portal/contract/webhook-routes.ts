import { ClientPath } from "./common.ts";
import type { PortalRoute } from "./portal-route.ts";

import * as webhooks from "./webhooks.ts";

/** The routes of a key's webhook; also 404 if the service sends no webhooks. */
export const webhookRoutes = {
	"GET /keys/{client_id}/webhook": {
		tag: "Webhooks",
		summary: "The webhook of a key and its latest attempts",
		access: "account",
		path: ClientPath,
		answer: webhooks.KeyWebhook,
		errors: ["not_found"],
	},
	"PUT /keys/{client_id}/webhook": {
		tag: "Webhooks",
		summary: "Set the webhook of a key, or set it again with a new secret",
		access: "account",
		path: ClientPath,
		body: webhooks.WebhookUrl,
		answer: webhooks.WebhookWithSecret,
		errors: ["not_found", "key_not_active"],
	},
	"DELETE /keys/{client_id}/webhook": {
		tag: "Webhooks",
		summary: "Delete the webhook of a key",
		access: "account",
		path: ClientPath,
		errors: ["not_found"],
	},
	"POST /keys/{client_id}/webhook/test": {
		tag: "Webhooks",
		summary: "Send a test",
		access: "account",
		status: 202,
		path: ClientPath,
		errors: ["not_found", "key_not_active", "rate_limited"],
	},
} as const satisfies Record<string, PortalRoute>;
