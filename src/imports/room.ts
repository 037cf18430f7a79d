import type { Room } from "../room.ts";
import { importExpiry } from "./batches/retention.ts";
import { importCommands } from "./commands.ts";
import { importErrors } from "./errors.ts";
import { uploadSettings } from "./uploads/settings.ts";

export const imports = {
	errors: importErrors,
	commands: importCommands,
	settings: {
		uploads: { title: "Uploads", settings: uploadSettings },
	},
	expiry: importExpiry,
	pages: async () => (await import("./pages/api.ts")).importsPageApi,
	works: async () => (await import("./works.ts")).importWorks,
	checks: async () => (await import("./checks.ts")).importChecks,
	metrics: async () => (await import("./metrics.ts")).importMetrics,
	tasks: async () => (await import("./tasks.ts")).importTasks,
} as const satisfies Room;
