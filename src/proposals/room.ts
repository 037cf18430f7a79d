import type { Room } from "../room.ts";
import { proposalCommands } from "./commands.ts";
import { proposalErrors } from "./errors.ts";
import { proposalExpiry } from "./retention.ts";
import { proposalSettings } from "./settings.ts";
import { PROPOSAL_PREFIX, proposalBlobColumns } from "./tables.ts";

export const proposals = {
	errors: proposalErrors,
	commands: proposalCommands,
	settings: {
		proposals: { title: "Proposals", settings: proposalSettings },
	},
	expiry: proposalExpiry,
	blobColumns: proposalBlobColumns,
	pages: async () => (await import("./pages/api.ts")).proposalsPageApi,
	works: async () => (await import("./works.ts")).proposalWorks,
	blobPrefix: PROPOSAL_PREFIX,
	checks: async () => (await import("./checks.ts")).proposalChecks,
} as const satisfies Room;
