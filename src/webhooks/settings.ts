import { rangesSetting } from "../platform/http/client-address.ts";
import { choiceSetting } from "../platform/settings.ts";

export const webhookSettings = {
	webhooks: choiceSetting(
		"PACKSHOT_WEBHOOKS",
		["on", "off"],
		"off",
		"Whether clients may have a webhook; with `off`, the endpoints return 404 and nothing is sent",
	),
	allow: rangesSetting(
		"PACKSHOT_WEBHOOK_ALLOW",
		"Private or reserved CIDRs, comma-separated, to which webhooks may be sent anyway, over plain http too",
	),
};
