import type { Room } from "../room.ts";
import { labelCommands } from "./commands.ts";
import { labelErrors } from "./errors.ts";

export const labels = {
	errors: labelErrors,
	commands: labelCommands,
	pages: async () => (await import("./pages/api.ts")).labelsPageApi,
	works: async () => (await import("./works.ts")).labelWorks,
	tasks: async () => (await import("./tasks.ts")).labelTasks,
} as const satisfies Room;
