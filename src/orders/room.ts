import type { Room } from "../room.ts";
import { orderCommands } from "./commands.ts";
import { CONTENT_PREFIX } from "./contents/order-content.ts";
import { orderErrors } from "./errors.ts";
import { orderExpiry } from "./retention.ts";
import { orderSettings } from "./settings.ts";
import { orderBlobColumns } from "./tables.ts";

export const orders = {
	errors: orderErrors,
	commands: orderCommands,
	settings: {
		orders: { title: "Orders", settings: orderSettings },
	},
	expiry: orderExpiry,
	blobColumns: orderBlobColumns,
	api: async () => (await import("./api-routes.ts")).ordersApi,
	pages: async () => (await import("./pages/api.ts")).ordersPageApi,
	works: async () => (await import("./works.ts")).orderWorks,
	blobPrefix: CONTENT_PREFIX,
	checks: async () => (await import("./checks.ts")).orderChecks,
} as const satisfies Room;
