import type { Room } from "../room.ts";
import { webhookCommands } from "./commands.ts";
import { webhookExpiry } from "./retention.ts";
import { webhookSettings } from "./settings.ts";

export const webhooks = {
	commands: webhookCommands,
	settings: {
		webhooks: { title: "Webhooks", settings: webhookSettings },
	},
	expiry: webhookExpiry,
	keepShut: async () => (await import("./register/carry-over.ts")).carryOverSecrets,
	api: async () => (await import("./api-routes.ts")).webhooksApi,
	pages: async () => (await import("./pages/api.ts")).webhooksPageApi,
	works: async () => (await import("./works.ts")).webhookWorks,
	checks: async () => (await import("./checks.ts")).webhookChecks,
	metrics: async () => (await import("./metrics.ts")).webhookMetrics,
} as const satisfies Room;
