import type { Room } from "../room.ts";
import { alertCommands } from "./commands.ts";

export const alerts = {
	commands: alertCommands,
	api: async () => (await import("./api-routes.ts")).alertsApi,
	works: async () => (await import("./works.ts")).alertWorks,
	tasks: async () => (await import("./tasks.ts")).alertTasks,
} as const satisfies Room;
