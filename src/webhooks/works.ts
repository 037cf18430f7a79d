import type { FastifyBaseLogger } from "fastify";
import type { SettingsOf } from "../platform/settings.ts";
import type { Work } from "../platform/tasks/work.ts";
import { type StartParts, startWebhooks } from "./send/start.ts";
import type { webhookSettings } from "./settings.ts";

interface WebhookWorkParts extends Omit<StartParts, "rules" | "log"> {
	readonly log: FastifyBaseLogger;
	readonly config: { readonly webhooks: SettingsOf<typeof webhookSettings> };
}

export function webhookWorks({ config, log, ...parts }: WebhookWorkParts): Work[] {
	const rules = config.webhooks;
	if (rules.webhooks === "off") return [];
	const switchedOff = (clientId: string, reason: string) =>
		log.warn({ clientId, reason }, "a webhook was switched off");
	return [
		{
			failed: "webhooks could not be sent",
			begin: (fault) => startWebhooks({ ...parts, rules, log: { switchedOff, fault } }),
		},
	];
}
