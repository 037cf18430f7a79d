import type { Room } from "../room.ts";
import { billingCommands } from "./commands.ts";
import { billingErrors } from "./errors.ts";
import { billingExpiry, retentionSettings } from "./retention.ts";

export const billing = {
	errors: billingErrors,
	commands: billingCommands,
	settings: {
		retention: { title: "Retention", settings: retentionSettings },
	},
	expiry: billingExpiry,
	api: async () => (await import("./api-routes.ts")).billingApi,
	pages: async () => (await import("./pages/api.ts")).billingPageApi,
	works: async () => (await import("./works.ts")).billingWorks,
	checks: async () => (await import("./checks.ts")).billingChecks,
} as const satisfies Room;
