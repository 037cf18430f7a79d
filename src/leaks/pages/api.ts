import { pageApi } from "../../pages/call.ts";
import { traceRoutes } from "./contract.ts";
import { handOverRoutes } from "./hand-over-contract.ts";
import type { TraceParts } from "./handlers.ts";
import { traceHandlers } from "./handlers.ts";

/** What the pages of leaks call. */
export const leaksPageApi = pageApi({ ...traceRoutes, ...handOverRoutes }, (parts: TraceParts) => ({
	...traceHandlers(parts),
}));
