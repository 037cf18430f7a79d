import Type, { type Static } from "typebox";
import { ClientPath, type FeatureRoutes, orNull, Time, tagged } from "../../pages/contract.ts";
import { failureReasons } from "../reasons.ts";
import { WEBHOOK_EVENTS } from "../register/events.ts";

const Reason = Type.Enum(Object.keys(failureReasons) as (keyof typeof failureReasons)[]);

const Events = Type.Array(Type.Enum([...WEBHOOK_EVENTS]), { uniqueItems: true });

export const WebhookAttempt = Type.Object({
	number: Type.Integer({ description: "Counts the attempts of this webhook." }),
	event_id: Type.String(),
	is_test: Type.Boolean(),
	at: Time,
	duration_ms: Type.Integer(),
	status: orNull(Type.Integer(), "Of the response; null without one."),
	reason: orNull(Reason, "Null when it was delivered."),
});

export const Webhook = Type.Object({
	url: Type.String(),
	active: Type.Boolean(),
	events: Events,
	set_at: Time,
	switched_off_at: orNull(Time),
	last_success_at: orNull(Time),
	last_failure: orNull(Type.Object({ at: Time, reason: Reason })),
	failing: Type.Array(
		Type.Object({
			event: Type.Enum([...WEBHOOK_EVENTS]),
			next_attempt_at: orNull(Time),
			gives_up_at: orNull(Time),
		}),
		{ description: "The events that could not be delivered yet and are tried again." },
	),
	test_waiting: Type.Boolean({ description: "Whether a test was requested and has not been sent yet." }),
});

export const KeyWebhook = Type.Object({
	webhook: orNull(Webhook),
	attempts: Type.Array(WebhookAttempt, { description: "The latest ones, newest first." }),
});
export type KeyWebhook = Static<typeof KeyWebhook>;

/** The routes of a key's webhook; also 404 if the service sends no webhooks. */
export const webhookRoutes = tagged("Webhooks", "developer", {
	"GET /keys/{client_id}/webhook": {
		summary: "The webhook of a key and its latest attempts",
		access: "member",
		path: ClientPath,
		answer: KeyWebhook,
	},
	"PUT /keys/{client_id}/webhook": {
		summary: "Set the webhook of a key, or set it again with a new secret",
		path: ClientPath,
		body: Type.Object({
			url: Type.String({ minLength: 1, maxLength: 2048, examples: ["https://shop.example/hooks/packshot"] }),
			events: Type.Optional(Events),
		}),
		answer: Type.Object({
			url: Type.String(),
			secret: Type.String({ description: "Shown only here." }),
		}),
		errors: ["key_not_active"],
	},
	"DELETE /keys/{client_id}/webhook": {
		summary: "Delete the webhook of a key",
		path: ClientPath,
	},
	"POST /keys/{client_id}/webhook/test": {
		summary: "Send a test",
		status: 202,
		path: ClientPath,
		errors: ["key_not_active", "rate_limited"],
	},
} as const satisfies FeatureRoutes);
