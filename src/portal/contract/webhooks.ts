import Type, { type Static } from "typebox";
import { failureReasons } from "../../webhooks/reasons.ts";
import { Time } from "./common.ts";

const Reason = Type.Enum(Object.keys(failureReasons) as (keyof typeof failureReasons)[]);

export const WebhookAttempt = Type.Object({
	number: Type.Integer({ description: "Counts the attempts of this webhook." }),
	event_id: Type.String(),
	is_test: Type.Boolean(),
	at: Time,
	duration_ms: Type.Integer(),
	status: Type.Union([Type.Integer(), Type.Null()], { description: "Of the response; null without one." }),
	reason: Type.Union([Reason, Type.Null()], { description: "Null when it was delivered." }),
});

export const Webhook = Type.Object({
	url: Type.String(),
	active: Type.Boolean(),
	set_at: Time,
	switched_off_at: Type.Union([Time, Type.Null()]),
	last_success_at: Type.Union([Time, Type.Null()]),
	last_failure: Type.Union([Type.Object({ at: Time, reason: Reason }), Type.Null()]),
	waiting: Type.Union(
		[
			Type.Object({
				since: Time,
				failures: Type.Integer(),
				next_attempt_at: Time,
				gives_up_at: Type.Union([Time, Type.Null()]),
			}),
			Type.Null(),
		],
		{ description: "The event that has not been delivered yet." },
	),
	test_waiting: Type.Boolean({ description: "Whether a test was requested and has not been sent yet." }),
});

export const KeyWebhook = Type.Object({
	webhook: Type.Union([Webhook, Type.Null()]),
	attempts: Type.Array(WebhookAttempt, { description: "The latest ones, newest first." }),
});
export type KeyWebhook = Static<typeof KeyWebhook>;

export const WebhookUrl = Type.Object({
	url: Type.String({ minLength: 1, maxLength: 2048, examples: ["https://shop.example/hooks/packshot"] }),
});

export const WebhookWithSecret = Type.Object({
	url: Type.String(),
	secret: Type.String({ description: "Shown only here." }),
});
