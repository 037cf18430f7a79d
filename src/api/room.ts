import type { Room } from "../room.ts";
import { apiErrors } from "./errors.ts";
import { idempotencyExpiry } from "./idempotency/retention.ts";
import { requestLimitSettings } from "./limits/request-windows.ts";
import { uncountRequests } from "./limits/shared-windows.ts";

export const api = {
	errors: apiErrors,
	commands: [uncountRequests],
	settings: {
		requestLimits: { title: "Request limits of clients", settings: requestLimitSettings },
	},
	expiry: idempotencyExpiry,
	api: async () => (await import("./routes.ts")).apiApi,
	metrics: async () => (await import("./metrics.ts")).requestMetrics,
} as const satisfies Room;
