import type { Room } from "../room.ts";
import { CASE_PREFIX } from "./cases/case-files.ts";
import { caseBlobColumns } from "./cases/tables.ts";
import { leakCommands } from "./commands.ts";
import { leakErrors } from "./errors.ts";

export const leaks = {
	errors: leakErrors,
	commands: leakCommands,
	blobColumns: caseBlobColumns,
	pages: async () => (await import("./pages/api.ts")).leaksPageApi,
	works: async () => (await import("./works.ts")).leakWorks,
	blobPrefix: CASE_PREFIX,
	keepShut: async () => (await import("./cases/carry-over.ts")).carryOverCaseLinks,
	checks: async () => (await import("./checks.ts")).leakChecks,
	tasks: async () => (await import("./tasks.ts")).leakTasks,
} as const satisfies Room;
