import { pageApi } from "../../pages/call.ts";
import { importRoutes } from "./contract.ts";
import type { UploadParts } from "./found-imports.ts";
import { importHandlers } from "./handlers.ts";

/** What the pages of imports call. */
export const importsPageApi = pageApi(importRoutes, (parts: UploadParts) => ({
	...importHandlers(parts),
}));
