import type { Room } from "../room.ts";
import { caseBlobColumns } from "./cases/tables.ts";
import { leakCommands } from "./commands.ts";
import { leakErrors } from "./errors.ts";

export const leaks = {
	errors: leakErrors,
	commands: leakCommands,
	blobColumns: caseBlobColumns,
	pages: async () => (await import("./pages/api.ts")).leaksPageApi,
	works: async () => (await import("./works.ts")).leakWorks,
} as const satisfies Room;
