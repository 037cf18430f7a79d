import Type from "typebox";
import { Meta } from "../api/meta.ts";
import { failureReasons } from "./reasons.ts";
import { LONGEST_URL } from "./url-rules.ts";

const Url = Type.String({
	minLength: 1,
	maxLength: LONGEST_URL,
	description: "https, without user name and password; its host is at a public address.",
	examples: ["https://shop.example/hooks/packshot"],
});
const Active = Type.Boolean({
	description:
		"False once three days of attempts have failed, or the installation was restored: set it again then.",
});
const Time = Type.String({ format: "date-time" });

/** Why an attempt failed, or why the webhook was switched off. */
export const Reason = Type.Enum(Object.keys(failureReasons) as (keyof typeof failureReasons)[], {
	description: Object.entries(failureReasons)
		.map(([reason, meaning]) => `\`${reason}\`: ${meaning}`)
		.join(" "),
});

const LastSuccess = Type.Union([Time, Type.Null()], {
	description: "When the last event or test was answered with a status of 2xx; null when none was.",
});
const LastFailure = Type.Union([Type.Object({ at: Time, reason: Reason }), Type.Null()], {
	description: "The last attempt that failed, however many have succeeded since; null when none has.",
});

export const WebhookBody = Type.Object({ url: Url });

export const NewWebhookAnswer = Type.Object({
	url: Url,
	secret: Type.String({
		description:
			"Signs every message from now on, by Standard Webhooks 1.0. Shown here and never again; the one before signs along for 24 hours.",
		examples: ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDJKQUAFzIiZQ="],
	}),
	active: Active,
	meta: Meta,
});

export const WebhookAnswer = Type.Object({
	url: Url,
	active: Active,
	last_success_at: LastSuccess,
	last_failure: LastFailure,
	meta: Meta,
});
