import { pageApi } from "../../pages/call.ts";
import type { ProposalParts } from "../parts.ts";
import { proposalRoutes } from "./contract.ts";
import { proposalHandlers } from "./proposal-handlers.ts";
import { reviewHandlers } from "./review-handlers.ts";
import { uploadHandlers } from "./upload-handlers.ts";

/** What the pages of proposals call. */
export const proposalsPageApi = pageApi(proposalRoutes, (parts: { readonly proposing: ProposalParts }) => ({
	...proposalHandlers(parts.proposing),
	...uploadHandlers(parts.proposing),
	...reviewHandlers(parts.proposing),
}));
