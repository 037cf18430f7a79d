import { pageApi } from "../../pages/call.ts";
import { exportRoutes } from "./export/contract.ts";
import { type ExportPageParts, exportHandlers } from "./export/handlers.ts";
import { adminOverviewRoutes } from "./overview/contract.ts";
import type { OverviewParts } from "./overview/handlers.ts";
import { adminOverviewHandlers } from "./overview/handlers.ts";
import { restoreRoutes } from "./restore/contract.ts";
import { type RestorePageParts, restoreHandlers } from "./restore/handlers.ts";
import { setupRoutes } from "./set-up/contract.ts";
import type { SetupParts } from "./set-up/handlers.ts";
import { setupHandlers } from "./set-up/handlers.ts";
import { serviceSettingRoutes } from "./settings/contract.ts";
import { type ServiceSettingsParts, serviceSettingHandlers } from "./settings/handlers.ts";
import { taskRoutes } from "./tasks/contract.ts";
import { type TaskPageParts, taskHandlers } from "./tasks/handlers.ts";

/** What the pages of operations call. */
export const operationsPageApi = pageApi(
	{
		...setupRoutes,
		...adminOverviewRoutes,
		...taskRoutes,
		...serviceSettingRoutes,
		...exportRoutes,
		...restoreRoutes,
	},
	(
		parts: SetupParts &
			OverviewParts &
			TaskPageParts &
			ServiceSettingsParts &
			ExportPageParts &
			RestorePageParts,
	) => ({
		...setupHandlers(parts),
		...adminOverviewHandlers(parts),
		...taskHandlers(parts),
		...serviceSettingHandlers(parts),
		...exportHandlers(parts),
		...restoreHandlers(parts),
	}),
);
