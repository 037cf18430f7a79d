import type { Room } from "../room.ts";
import { authExpiry } from "./auth/retention.ts";
import { authSettings } from "./auth/settings.ts";
import { clientCommands } from "./commands.ts";
import { clientErrors } from "./errors.ts";

export const clients = {
	errors: clientErrors,
	commands: clientCommands,
	settings: {
		auth: { title: "Authentication", settings: authSettings },
	},
	expiry: authExpiry,
	keepShut: async () => (await import("./auth/carry-over.ts")).carryOverClients,
	api: async () => (await import("./api-routes.ts")).clientsApi,
	pages: async () => (await import("./pages/api.ts")).clientsPageApi,
} as const satisfies Room;
