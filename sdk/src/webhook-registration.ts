import type { NewWebhook, Webhook, WebhookTest } from "./api-types.ts";
import { answered, type Call } from "./call.ts";
import type { CallOptions } from "./options.ts";
import type { Answer } from "./response-info.ts";

/** The webhook of the calling client, where the operator has turned webhooks on; `not_found` elsewhere. All calls are free. */
export interface WebhookRegistration {
	/**
	 * Sets the address, or sets it again; `events` is what is sent, and stays as it is if it is left out. The answer holds the secret for `verifyWebhook`, a
	 * new one each time, and only here.
	 */
	set(url: string, options?: CallOptions & Partial<Pick<NewWebhook, "events">>): Promise<Answer<NewWebhook>>;
	/** The address, whether it is active, and how the latest attempts ended. */
	get(options?: CallOptions): Promise<Answer<Webhook>>;
	/** Sends a test message, at most one a second; `get` shows the outcome. */
	test(options?: CallOptions): Promise<Answer<WebhookTest>>;
	/** Nothing more is sent, and the secrets are deleted. */
	remove(options?: CallOptions): Promise<void>;
}

export function webhookRegistration(call: Call): WebhookRegistration {
	return {
		set: (url, { events, ...options } = {}) =>
			answered(call, { method: "PUT", path: "/webhook", body: { url, events } }, options),
		get: (options) => answered(call, { path: "/webhook" }, options),
		test: (options) => answered(call, { method: "POST", path: "/webhook/test" }, options),
		async remove(options) {
			await call({ method: "DELETE", path: "/webhook", expects: "nothing" }, options);
		},
	};
}
