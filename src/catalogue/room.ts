import type { Room } from "../room.ts";
import { changeSettings } from "./changes/retention.ts";
import { catalogueCommands } from "./commands.ts";
import { catalogueErrors } from "./errors.ts";
import { historySettings } from "./history/retention.ts";
import { catalogueSettings } from "./reading/product-cache.ts";

export const catalogue = {
	errors: catalogueErrors,
	commands: catalogueCommands,
	settings: {
		catalogue: { title: "Catalogue", settings: catalogueSettings },
		changes: { title: "Changes", settings: changeSettings },
		history: { title: "History of products", settings: historySettings },
	},
	api: async () => (await import("./api-routes.ts")).catalogueApi,
	pages: async () => (await import("./pages/api.ts")).cataloguePageApi,
	works: async () => (await import("./works.ts")).catalogueWorks,
	checks: async () => (await import("./checks.ts")).catalogueChecks,
	metrics: async () => (await import("./changes/metrics.ts")).feedMetrics,
} as const satisfies Room;
