import type { Room } from "../room.ts";
import { pictureCommands } from "./commands.ts";
import { pictureErrors } from "./errors.ts";
import { imageExpiry } from "./retention.ts";
import { imageSettings } from "./settings.ts";
import { blobColumns } from "./tables.ts";

export const pictures = {
	errors: pictureErrors,
	commands: pictureCommands,
	settings: {
		images: { title: "Pictures and watermark", settings: imageSettings },
	},
	expiry: imageExpiry,
	keepShut: async () => (await import("./delivery/carry-over.ts")).carryOverDeliveries,
	blobColumns: blobColumns,
	api: async () => (await import("./api-routes.ts")).picturesApi,
	pages: async () => (await import("./pages/api.ts")).picturesPageApi,
	works: async () => (await import("./works.ts")).pictureWorks,
	checks: async () => (await import("./checks.ts")).pictureChecks,
	metrics: async () => (await import("./metrics.ts")).pictureMetrics,
	tasks: async () => (await import("./tasks.ts")).pictureTasks,
} as const satisfies Room;
