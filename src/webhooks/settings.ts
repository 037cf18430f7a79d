import { rangesSetting } from "../platform/http/client-address.ts";
import { choiceSetting } from "../platform/settings.ts";

export const webhookSettings = {
	webhooks: choiceSetting(
		"PACKSHOT_WEBHOOKS",
		["on", "off"],
		"off",
		"Whether clients may have a webhook; `off`: the endpoints are 404 and nothing is sent",
	),
	allow: rangesSetting(
		"PACKSHOT_WEBHOOK_ALLOW",
		"CIDRs, comma-separated, that webhooks may be sent to although they are private or reserved, by plain http as well",
	),
};
