import type { Room } from "../room.ts";
import { paymentCommands } from "./commands.ts";
import { paymentErrors } from "./errors.ts";
import { paymentSettings } from "./settings.ts";

export const payments = {
	errors: paymentErrors,
	commands: paymentCommands,
	settings: {
		payments: { title: "Payments by card", settings: paymentSettings },
	},
	pages: async () => (await import("./pages/api.ts")).paymentsPageApi,
	works: async () => (await import("./works.ts")).paymentWorks,
	checks: async () => (await import("./checks.ts")).paymentChecks,
} as const satisfies Room;
