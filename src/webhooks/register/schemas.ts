import Type from "typebox";
import { Meta } from "../../api/meta.ts";
import { failureReasons } from "../reasons.ts";
import { LONGEST_URL } from "./url-rules.ts";

const Url = Type.String({
	minLength: 1,
	maxLength: LONGEST_URL,
	description: "https, without user name and password; the host must have a public address.",
	examples: ["https://shop.example/hooks/packshot"],
});
const Active = Type.Boolean({
	description:
		"False after three days of failed attempts, or after the installation was restored: set the webhook again then.",
});
const Time = Type.String({ format: "date-time" });

/** Why an attempt failed, or why the webhook was switched off. */
export const Reason = Type.Enum(Object.keys(failureReasons) as (keyof typeof failureReasons)[], {
	description: Object.entries(failureReasons)
		.map(([reason, meaning]) => `\`${reason}\`: ${meaning}`)
		.join(" "),
});

const LastSuccess = Type.Union([Time, Type.Null()], {
	description: "When an event or test was last answered with a 2xx status; null if none was.",
});
const LastFailure = Type.Union([Type.Object({ at: Time, reason: Reason }), Type.Null()], {
	description: "The last failed attempt, however many have succeeded since; null if none has failed.",
});

export const WebhookBody = Type.Object({ url: Url });

export const NewWebhookAnswer = Type.Object(
	{
		url: Url,
		secret: Type.String({
			description:
				"Signs every message from now on, according to Standard Webhooks 1.0. Shown only here; messages are signed with the previous secret as well for 24 hours.",
			examples: ["whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDJKQUAFzIiZQ="],
		}),
		active: Active,
		meta: Meta,
	},
	{ title: "NewWebhook" },
);

export const WebhookAnswer = Type.Object(
	{
		url: Url,
		active: Active,
		last_success_at: LastSuccess,
		last_failure: LastFailure,
		meta: Meta,
	},
	{ title: "Webhook" },
);
