import { deleteWebhook, getWebhook, postWebhookTest, putWebhook } from "./register/routes.ts";

/** The endpoints of webhooks in `/api/v1`. */
export const webhooksApi = {
	"PUT /webhook": putWebhook,
	"GET /webhook": getWebhook,
	"DELETE /webhook": deleteWebhook,
	"POST /webhook/test": postWebhookTest,
};
