import type { Room } from "../room.ts";
import { backupSettings } from "./backup/settings.ts";
import { operationsCommands } from "./commands.ts";
import { operationErrors } from "./errors.ts";
import { metricsSettings } from "./metrics/settings.ts";

export const operations = {
	errors: operationErrors,
	commands: operationsCommands,
	settings: {
		backups: { title: "Backups", settings: backupSettings },
		metrics: { title: "Metrics", settings: metricsSettings },
	},
	pages: async () => (await import("./pages/api.ts")).operationsPageApi,
	works: async () => (await import("./works.ts")).operationWorks,
	metrics: async () => (await import("./backup/metrics.ts")).backupMetrics,
	tasks: async () => (await import("./tasks.ts")).operationTasks,
} as const satisfies Room;
