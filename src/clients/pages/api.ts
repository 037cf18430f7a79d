import { pageApi } from "../../pages/call.ts";
import { clientRoutes } from "./clients/contract.ts";
import type { ClientParts } from "./clients/handlers.ts";
import { clientHandlers } from "./clients/handlers.ts";
import type { PreviewParts } from "./clients/preview-handlers.ts";
import { previewHandlers } from "./clients/preview-handlers.ts";
import { callHandlers } from "./keys/call-handlers.ts";
import { keyRoutes } from "./keys/contract.ts";
import type { KeyParts } from "./keys/key-handlers.ts";
import { keyHandlers } from "./keys/key-handlers.ts";
import { ledgerHandlers } from "./keys/ledger-handlers.ts";
import { overviewHandlers } from "./keys/overview-handlers.ts";
import type { QuoteParts } from "./keys/quote-handlers.ts";
import { quoteHandlers } from "./keys/quote-handlers.ts";

/** What the pages of clients call. */
export const clientsPageApi = pageApi(
	{ ...keyRoutes, ...clientRoutes },
	(parts: KeyParts & QuoteParts & ClientParts & PreviewParts) => ({
		...keyHandlers(parts),
		...ledgerHandlers(parts),
		...callHandlers(parts),
		...overviewHandlers(parts),
		...quoteHandlers(parts),
		...clientHandlers(parts),
		...previewHandlers(parts),
	}),
);
