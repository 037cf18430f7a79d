import { defineErrors, kind } from "../platform/http/http-error.ts";

export const alertErrors = defineErrors({
	alert_under_way: kind(
		409,
		"The last change of this alert is still being carried out, or waits for approval. Try again later.",
	),
	alert_changed: kind(
		409,
		"Somebody else has changed this alert in the meantime. Look at what it says now, then send yours again.",
	),
	alert_decided: kind(409, "Somebody has approved or declined this already."),
	alert_ended: kind(409, "This alert has ended. Publish another one."),
});
