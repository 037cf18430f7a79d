import type { Room } from "../room.ts";
import { orderCommands } from "./commands.ts";
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
} as const satisfies Room;
