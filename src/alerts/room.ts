import type { Room } from "../room.ts";
import { alertCommands } from "./commands.ts";
import { alertErrors } from "./errors.ts";

export const alerts = {
	errors: alertErrors,
	commands: alertCommands,
	pages: async () => (await import("./pages/api.ts")).alertsPageApi,
	api: async () => (await import("./api-routes.ts")).alertsApi,
	works: async () => (await import("./works.ts")).alertWorks,
	checks: async () => (await import("./checks.ts")).alertChecks,
	tasks: async () => (await import("./tasks.ts")).alertTasks,
} as const satisfies Room;
