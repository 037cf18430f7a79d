import { pageApi } from "../../pages/call.ts";
import { callHandlers } from "./call-handlers.ts";
import { callRoutes } from "./calls-contract.ts";
import { clientRoutes } from "./contract.ts";
import { type ClientParts, clientHandlers } from "./handlers.ts";
import { ledgerHandlers, usageHandlers } from "./ledger-handlers.ts";
import { overviewHandlers } from "./overview-handlers.ts";
import { type PreviewParts, previewHandlers } from "./preview-handlers.ts";
import { type QuoteParts, quoteHandlers } from "./quote-handlers.ts";

/** What the pages of clients call. */
export const clientsPageApi = pageApi(
	{ ...clientRoutes, ...callRoutes },
	(parts: ClientParts & QuoteParts & PreviewParts) => ({
		...clientHandlers(parts),
		...ledgerHandlers(parts),
		...usageHandlers(parts),
		...callHandlers(parts),
		...overviewHandlers(parts),
		...quoteHandlers(parts),
		...previewHandlers(parts),
	}),
);
