import type { Room } from "../room.ts";
import { peopleCommands } from "./commands.ts";
import { peopleErrors } from "./errors.ts";
import { portalExpiry } from "./retention.ts";
import { ssoSettings } from "./sso/settings.ts";

export const people = {
	errors: peopleErrors,
	commands: peopleCommands,
	settings: {
		sso: { title: "Single sign-on", settings: ssoSettings },
	},
	expiry: portalExpiry,
	keepShut: async () => (await import("./accounts/carry-over.ts")).carryOverAccounts,
	pages: async () => (await import("./pages/api.ts")).peoplePageApi,
	works: async () => (await import("./works.ts")).peopleWorks,
	checks: async () => (await import("./checks.ts")).peopleChecks,
} as const satisfies Room;
